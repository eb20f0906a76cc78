import type { FastifyInstance } from 'fastify'
import {
  chooseRole,
  editStaffMember,
  listDoctors,
  listStaff,
  readMe,
  readStaffMember,
  type StaffMember,
} from '../../contract/staff.ts'
import { lastChangeOf } from '../http/audit-trail.ts'
import { Refusal } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { doctors, setAccess, setRole, staffMember, staffMembers } from './queries.ts'

export function staffRoutes(app: FastifyInstance) {
  serve(app, readMe, async ({ staff }) => staff)

  serve(app, chooseRole, async ({ trx, staff, body, audit, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    await setRole(trx, staff.id, body.role)
    audit.changes = { role: [staff.role, body.role] }
    return { ...staff, role: body.role }
  })

  serve(app, listStaff, async ({ db }) => staffMembers(db))
  serve(app, readStaffMember, async ({ db, params }) => found(await staffMember(db, params.id)))
  serve(app, listDoctors, async ({ db }) => doctors(db))

  serve(app, editStaffMember, async ({ trx, params, body, version, audit, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(params.id))
    const before = found(await staffMember(trx, params.id))
    if (!(await setAccess(trx, params.id, version, body))) {
      const change = await lastChangeOf(trx, params.id)
      throw new Refusal('stale_version', 'Somebody else changed this account meanwhile.', {
        current: found(await staffMember(trx, params.id)),
        ...(change && { changedBy: change.by, changedAt: change.at }),
      })
    }
    const after = found(await staffMember(trx, params.id))
    audit.changes = {
      offeredRoles: [before.offeredRoles, after.offeredRoles],
      active: [before.active, after.active],
    }
    return after
  })
}

function found(member: StaffMember | undefined): StaffMember {
  if (!member) throw new Refusal('not_found', 'This account does not exist.')
  return member
}
