import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { editProfile } from '../../../contract/people/account.ts'
import {
  chooseRole,
  chooseShiftWard,
  chooseWard,
  editStaffMember,
  leaveShiftWard,
  listDoctors,
  listStaff,
  type Me,
  readMe,
  readStaffMember,
  type ShiftWard,
  type StaffMember,
} from '../../../contract/people/staff.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { WriteCall } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { isSecondStepDue, permissionsIn, type SignedIn } from '../../ground/http/session.ts'
import { type EditedKind, editRecord, found, recordById } from '../../ground/records/record.ts'
import {
  doctors,
  setAccess,
  setRole,
  setShiftWard,
  setWard,
  shiftAt,
  shiftName,
  staffMember,
  staffMembers,
} from './queries.ts'

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

type InShift = Pick<
  WriteCall<typeof chooseShiftWard>,
  'trx' | 'staff' | 'params' | 'audit' | 'now' | 'afterCommit'
>
const goneShift = { gone: 'This shift doesn’t exist or has been removed.' }

async function meOf(db: Database, staff: SignedIn, now: Date): Promise<Me> {
  const { secondStep, sessionId: _, endsAt: __, ...me } = staff
  // An account that has a second step uses it at sign-in, and has nothing to set up.
  const isLacking = secondStep !== null && !secondStep.hasOne
  const shift =
    staff.shiftWards.length > 0 ? await shiftAt(db, staff.id, now) : { shiftNow: null, shiftNowUntil: null }
  return {
    ...me,
    ...shift,
    secondStep: isLacking ? { by: secondStep.by, isDue: isSecondStepDue(staff, now) } : null,
  }
}

export function staffRoutes(app: FastifyInstance) {
  serve(app, readMe, ({ db, staff, now }) => meOf(db, staff, now))

  serve(app, chooseRole, async ({ trx, staff, body, audit, now, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    const { isDoctor, ownPermissions } = await setRole(trx, staff.id, body.role)
    const permissions = permissionsIn(body.role, ownPermissions)
    audit.changes = { role: [staff.role, body.role] }
    return meOf(trx, { ...staff, role: body.role, isDoctor, permissions }, now)
  })

  serve(app, chooseWard, async ({ trx, staff, body, audit, now, afterCommit }) => {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    const chosen = await setWard(trx, staff.id, body)
    audit.changes = { ward: [staff.ward, chosen.ward], unitId: [staff.unitId, chosen.unitId] }
    return meOf(trx, { ...staff, ...chosen }, now)
  })

  /** Chooses a ward for a shift, or the usual one again. */
  async function inShift(
    { trx, staff, params, audit, now, afterCommit }: InShift,
    place?: z.output<typeof chooseShiftWard.body>,
  ): Promise<Me> {
    afterCommit(() => app.lantern.sessions.forget(staff.id))
    const ofShift = (all: readonly ShiftWard[]) => all.find(({ shiftId }) => shiftId === params.id)
    const shift = found(goneShift, await shiftName(trx, params.id))
    const shiftWards = await setShiftWard(trx, { staffId: staff.id, shiftId: params.id }, place)
    const [before, after] = [ofShift(staff.shiftWards), ofShift(shiftWards)]
    audit.changes = {
      shift,
      ward: [before?.ward ?? null, after?.ward ?? null],
      unitId: [before?.unitId ?? null, after?.unitId ?? null],
    }
    return meOf(trx, { ...staff, shiftWards }, now)
  }
  serve(app, chooseShiftWard, (call) => inShift(call, call.body))
  serve(app, leaveShiftWard, (call) => inShift(call))

  serve(app, listStaff, async ({ db, query }) => staffMembers(db, query.search))
  serve(app, readStaffMember, async ({ db, params }) => recordById(db, account, params.id))
  serve(app, listDoctors, async ({ db }) => doctors(db))

  serve(app, editStaffMember, (call) => {
    const { trx, params, body, version, now, afterCommit } = call
    afterCommit(() => app.lantern.sessions.forget(params.id))
    return editRecord(call, account, () => setAccess(trx, { id: params.id, version, now }, body))
  })
}
