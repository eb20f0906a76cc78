import type { FastifyRequest } from 'fastify'
import { may, type Permission } from '../../contract/permissions.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import { Refusal } from './errors.ts'
import type { Sessions, SignedIn } from './session.ts'

/** Who makes the call. While the trail can't be written and has no room left, nobody is shown anything. */
export async function requireAccount(
  { sessions, audit }: { sessions: Sessions; audit: AuditTrail },
  request: FastifyRequest,
): Promise<SignedIn> {
  if (!audit.hasRoom) {
    throw new Refusal(
      'database_unavailable',
      'Who sees this can’t be recorded right now. Nothing was shown or changed. Try again in a moment.',
    )
  }
  const staff = await sessions.identify(request)
  if (!staff) throw new Refusal('not_signed_in', 'Sign in to continue.')
  return staff
}

export function requirePermission(staff: SignedIn | null, permission: Permission): void {
  if (staff && may(staff.role, permission)) return
  throw new Refusal('forbidden', 'Your role does not allow this. Ask an administrator if it should.', {
    permission,
  })
}
