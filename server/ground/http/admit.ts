import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { presenceHeader } from '../../../contract/api/live.ts'
import { may, type Permission } from '../../../contract/permissions.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import { Refusal } from './errors.ts'
import { isSecondStepDue, type Presence, type Sessions, type SignedIn } from './session.ts'

/** The screen of a waiting room, and the clinic that it is for; null for all. */
export interface Screen {
  id: string
  clinicId: string | null
}

/** Waiting-room screens, each identified by its link. */
export interface Displays {
  /** The screen whose link the request carries, if the link is valid; later requests use the cookie that the reply sets. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<Screen | null>
  /** Those of them whose links are still valid, in one query. */
  stillOpen(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Records that these screens follow the queue now; returns those whose links are still valid. */
  seen(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export async function requireDisplay(
  displays: Displays,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Screen> {
  const display = await displays.identify(request, reply)
  if (display) return display
  throw new Refusal(
    'not_signed_in',
    'This link is invalid or has been withdrawn. Ask an administrator for a new one.',
  )
}

interface Door {
  sessions: Sessions
  audit: AuditTrail
  clock: () => Date
}

/**
 * The account that makes the call. While the audit trail can't be written and its buffer is full, nobody is shown
 * anything. Anyone who has yet to set up the second step that the hospital requires is shown only what they need for
 * that (`isBeforeSecondStep`).
 */
export async function requireAccount(
  { sessions, audit, clock }: Door,
  request: FastifyRequest,
  isBeforeSecondStep = false,
): Promise<SignedIn> {
  if (!audit.hasRoom) {
    throw new Refusal(
      'database_unavailable',
      'Access can’t be logged right now. Nothing was shown or changed. Try again in a moment.',
    )
  }
  const staff = await sessions.identify(request)
  if (!staff) throw (await sessions.isDeactivated(request)) ? deactivated() : notSignedIn()
  if (!isBeforeSecondStep) requireSecondStep(staff, clock())
  return staff
}

export function requireSecondStep(staff: SignedIn, now: Date): void {
  if (isSecondStepDue(staff, now)) throw lacksSecondStep()
}

export function lacksSecondStep(): Refusal {
  return new Refusal(
    'second_step_required',
    'Your hospital asks for a second step when you sign in. Set it up to continue.',
  )
}

export function requirePermission(staff: SignedIn | null, permission: Permission): void {
  if (may(staff, permission)) return
  throw new Refusal('forbidden', 'Your role does not allow this. Ask an administrator if it should.', {
    permission,
  })
}

/** Whether the account of a refused request may do other things by now than was cached here; if so, updates it. */
export async function hasOtherPermissions(
  sessions: Sessions,
  request: FastifyRequest,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Refusal) || error.code !== 'forbidden' || !request.staff) return false
  const before = request.staff
  const now = await sessions.identifyAnew(request)
  if (!now || (now.role === before.role && now.permissions === before.permissions)) return false
  request.staff = now
  return true
}

/** Whether a call may come in at all, checked before its body is read. */
export async function admit(
  lantern: Door & { displays: Displays; presence: Presence },
  request: FastifyRequest,
  reply: FastifyReply,
  { permission, isBeforeSecondStep }: Endpoint,
): Promise<void> {
  if (permission === 'public') return
  if (permission === 'waitingRoom.show' && !isOfStaff(request)) {
    request.screen = await requireDisplay(lantern.displays, request, reply)
    return
  }
  // Set even if the role is refused, because the refusal is audited.
  request.staff = await requireAccount(lantern, request, isBeforeSecondStep)
  // A screen makes some calls by itself, and reports when someone touched it. Every call by another client counts as
  // use.
  if (request.headers[presenceHeader] === undefined) lantern.presence.noteUse(request.staff.sessionId)
  // A user's own account, and a refusal, must reflect what another process may have changed a moment ago.
  const isOfOneself = permission === 'signed-in'
  if (!isOfOneself && may(request.staff, permission)) return
  request.staff = await lantern.sessions.identifyAnew(request)
  if (!request.staff) throw (await lantern.sessions.isDeactivated(request)) ? deactivated() : notSignedIn()
  if (!isBeforeSecondStep) requireSecondStep(request.staff, lantern.clock())
  if (!isOfOneself) requirePermission(request.staff, permission)
}

function deactivated(): Refusal {
  return new Refusal('not_signed_in', 'This account was deactivated. Ask an administrator.', {
    isDeactivated: true,
  })
}

function notSignedIn(): Refusal {
  return new Refusal('not_signed_in', 'Sign in to continue.')
}

/** Tokens of accounts are signed, in three parts. */
function isOfStaff({ headers: { authorization } }: FastifyRequest): boolean {
  return authorization?.includes('.') ?? false
}
