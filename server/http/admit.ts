import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { may, type Permission } from '../../contract/permissions.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import { Refusal } from './errors.ts'
import { isSecondStepDue, type Sessions, type SignedIn } from './session.ts'

/** The screens of waiting rooms, each known by its link. */
export interface Displays {
  /** The one whose link's secret the request carries, and holds; it goes on with the cookie that the reply sets. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<{ id: string } | null>
  /** Those of them whose links still hold, by one look at the database. */
  stillOpen(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** They follow the queue at this moment, which is noted; answers those whose links hold. */
  seen(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export async function requireDisplay(
  displays: Displays,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ id: string }> {
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
 * Who makes the call. While the trail can't be written and has no room left, nobody is shown anything; nor is anybody who
 * has yet to set up the second step that the hospital asks for, but what they need for that (`isBeforeSecondStep`).
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
  if (!staff) throw notSignedIn()
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
  if (staff && may(staff.role, permission)) return
  throw new Refusal('forbidden', 'Your role does not allow this. Ask an administrator if it should.', {
    permission,
  })
}

/** Whether somebody who was refused has another role by now than the one that this process remembers; then they have it. */
export async function hasNewRole(
  sessions: Sessions,
  request: FastifyRequest,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof Refusal) || error.code !== 'forbidden' || !request.staff) return false
  const before = request.staff.role
  const now = await sessions.identifyAnew(request)
  if (!now || now.role === before) return false
  request.staff = now
  return true
}

/** Whether a call may come in at all, before anything of it is read. */
export async function admit(
  lantern: Door & { displays: Displays },
  request: FastifyRequest,
  reply: FastifyReply,
  { permission, isBeforeSecondStep }: Endpoint,
): Promise<void> {
  if (permission === 'public') return
  if (permission === 'waitingRoom.show' && !isOfStaff(request)) {
    await requireDisplay(lantern.displays, request, reply)
    return
  }
  // Known also where the role is refused: that is on record.
  request.staff = await requireAccount(lantern, request, isBeforeSecondStep)
  // What tells somebody of themselves, and what refuses them, is as another process may have changed it a moment ago.
  const isOfOneself = permission === 'signed-in'
  if (!isOfOneself && may(request.staff.role, permission)) return
  request.staff = await lantern.sessions.identifyAnew(request)
  if (!request.staff) throw notSignedIn()
  if (!isBeforeSecondStep) requireSecondStep(request.staff, lantern.clock())
  if (!isOfOneself) requirePermission(request.staff, permission)
}

function notSignedIn(): Refusal {
  return new Refusal('not_signed_in', 'Sign in to continue.')
}

/** Tokens of accounts are signed, in three parts. */
function isOfStaff({ headers: { authorization } }: FastifyRequest): boolean {
  return authorization?.includes('.') ?? false
}
