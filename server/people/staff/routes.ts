import type { FastifyInstance } from 'fastify'
import { editProfile } from '../../../contract/people/account.ts'
import {
  chooseRole,
  chooseWard,
  editStaffMember,
  listDoctors,
  listStaff,
  type Me,
  readMe,
  readStaffMember,
  type StaffMember,
} from '../../../contract/people/staff.ts'
import { serve } from '../../ground/http/serve.ts'
import { isSecondStepDue, permissionsIn, type SignedIn } from '../../ground/http/session.ts'
import { type EditedKind, editRecord, recordById } from '../../ground/records/record.ts'
import { doctors, setAccess, setRole, setWard, staffMember, staffMembers } from './queries.ts'

const account: EditedKind<StaffMember> = {
  called: 'this account',
  gone: 'This account does not exist.',
  read: staffMember,
  changedBy: [editStaffMember, editProfile],
  // Whether somebody is a doctor follows from the role.
  audited: [
    'email',
    'firstName',
    'lastName',
    'emailVerified',
    'active',
    'clinic',
    'room',
    'specialty',
    'registrationNumber',
    'role',
    'offeredRoles',
  ],
}

function meOf(staff: SignedIn, now: Date): Me {
  const { secondStep, sessionId: _, endsAt: __, ...me } = staff
  // An account that has a second step uses it at sign-in, and has nothing to set up.
  const isLacking = secondStep !== null && !secondStep.hasOne
  return { ...me, secondStep: isLacking ? { by: secondStep.by, isDue: isSecondStepDue(staff, now) } : null }
}

export function staffRoutes(app: FastifyInstance) {
  serve(app, readMe, async ({ staff, now }) => meOf(staff, now))

  serve(app, chooseRole, async ({ trx, staff, body, audit, now, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    const { isDoctor, ownPermissions } = await setRole(trx, staff.id, body.role)
    const permissions = permissionsIn(body.role, ownPermissions)
    audit.changes = { role: [staff.role, body.role] }
    return meOf({ ...staff, role: body.role, isDoctor, permissions }, now)
  })

  serve(app, chooseWard, async ({ trx, staff, body, audit, now, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    const chosen = await setWard(trx, staff.id, body)
    audit.changes = { ward: [staff.ward, chosen.ward], unitId: [staff.unitId, chosen.unitId] }
    return meOf({ ...staff, ...chosen }, now)
  })

  serve(app, listStaff, async ({ db, query }) => staffMembers(db, query.search))
  serve(app, readStaffMember, async ({ db, params }) => recordById(db, account, params.id))
  serve(app, listDoctors, async ({ db }) => doctors(db))

  serve(app, editStaffMember, (call) => {
    const { trx, params, body, version, now, afterCommit } = call
    afterCommit(() => app.lantern.sessions.forget(params.id))
    return editRecord(call, account, () => setAccess(trx, { id: params.id, version, now }, body))
  })
}
