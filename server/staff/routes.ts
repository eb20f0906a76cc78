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
import { serve } from '../http/serve.ts'
import { editRecord, type RecordKind, recordById } from '../records/record.ts'
import { doctors, setAccess, setRole, staffMember, staffMembers } from './queries.ts'

const account: RecordKind<StaffMember> = {
  called: 'this account',
  gone: 'This account does not exist.',
  read: staffMember,
}

export function staffRoutes(app: FastifyInstance) {
  serve(app, readMe, async ({ staff }) => staff)

  serve(app, chooseRole, async ({ trx, staff, body, audit, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    await setRole(trx, staff.id, body.role)
    audit.changes = { role: [staff.role, body.role] }
    return { ...staff, role: body.role }
  })

  serve(app, listStaff, async ({ db }) => staffMembers(db))
  serve(app, readStaffMember, async ({ db, params }) => recordById(db, account, params.id))
  serve(app, listDoctors, async ({ db }) => doctors(db))

  serve(app, editStaffMember, (call) => {
    const { trx, params, body, version, afterCommit } = call
    afterCommit(() => app.lantern.sessions.forget(params.id))
    return editRecord(call, account, () => setAccess(trx, params.id, version, body))
  })
}
