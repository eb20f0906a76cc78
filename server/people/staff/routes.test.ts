import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { endStaffSessions } from '../../../contract/people/account.ts'
import { giveResetLink } from '../../../contract/people/account-links.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import {
  chooseRole,
  editStaffMember,
  listDoctors,
  listStaff,
  mostDoctors,
  mostListedStaff,
  readMe,
  readStaffMember,
  type StaffMember,
} from '../../../contract/people/staff.ts'
import { roles } from '../../../contract/permissions.ts'
import {
  clientOf,
  newAccount,
  offerRoles,
  type StaffClient,
  sendSignIn,
  sendSignUp,
  signUp,
  startApp,
} from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()

/** A hospital where nobody has an account yet. */
async function emptyHospital() {
  const empty = await startApp({ template: 'empty' })
  onTestFinished(() => empty.close())
  return empty
}

describe('the first account', () => {
  test('is awaited, is offered all roles, and chooses one', async () => {
    const hospital = await emptyHospital()
    expect((await hospital.visitor.call(readSite)).body.awaitsFirstAccount).toBe(true)
    const founder = await signUp(hospital)
    expect(await founder.me()).toMatchObject({ role: null, offeredRoles: [...roles] })
    expect((await founder.call(listStaff)).status).toBe(403)
    expect((await founder.call(chooseRole, { body: { role: 'admin' } })).body.role).toBe('admin')
    expect((await founder.call(listStaff)).status).toBe(200)
    expect((await hospital.visitor.call(readSite)).body.awaitsFirstAccount).toBe(false)
  })

  test('is the only one: those after it are offered nothing', async () => {
    for (let later = 0; later < 3; later++) {
      const somebody = await signUp(app)
      expect(await somebody.me()).toMatchObject({ role: null, offeredRoles: [] })
      for (const role of roles) {
        const refused = await somebody.call(chooseRole, { body: { role } })
        expect(refused.problem).toMatchObject({
          status: 409,
          code: 'role_not_offered',
          detail: 'This role was not offered to you. Ask an administrator.',
        })
      }
      expect((await somebody.me()).role).toBeNull()
    }
  })

  test('stays the only one when its sign-up is refused: a failed one founds nothing', async () => {
    const hospital = await emptyHospital()
    await sendSignUp(hospital, newAccount({ password: '12345678' }))
    expect((await hospital.visitor.call(readSite)).body.awaitsFirstAccount).toBe(true)
    expect((await (await signUp(hospital)).me()).offeredRoles).toEqual([...roles])
  })
})

describe('roles', () => {
  test('are chosen among those offered, and chosen anew at will', async () => {
    const somebody = await signUp(app)
    await offerRoles(admin, somebody.id, ['doctor', 'receptionist'])
    expect(await somebody.me()).toMatchObject({ role: null, offeredRoles: ['doctor', 'receptionist'] })
    expect((await somebody.call(chooseRole, { body: { role: 'doctor' } })).body.role).toBe('doctor')
    expect((await somebody.call(listDoctors)).body.map(({ id }) => id)).toContain(somebody.id)
    expect((await somebody.call(chooseRole, { body: { role: 'receptionist' } })).body.role).toBe(
      'receptionist',
    )
    expect((await somebody.call(listDoctors)).body.map(({ id }) => id)).not.toContain(somebody.id)
    expect((await somebody.call(chooseRole, { body: { role: 'admin' } })).status).toBe(409)
    expect((await somebody.call(chooseRole, { body: {} as { role: 'admin' } })).problem.errors).toEqual([
      { path: 'role', message: 'Please select a role' },
    ])
    expect((await somebody.me()).role).toBe('receptionist')
  })

  test('that are withdrawn are gone at the next call, on every server', async () => {
    const other = await startApp({ on: app })
    onTestFinished(() => other.close())
    const somebody = await app.signIn('receptionist')
    const there = () =>
      other.visitor.call(listPatients, {}, { headers: { authorization: `Bearer ${somebody.token}` } })
    expect((await somebody.call(listPatients)).status).toBe(200)
    expect((await there()).status).toBe(200)
    await offerRoles(admin, somebody.id, ['inventory_manager'])
    const refused = await somebody.call(listPatients)
    expect(refused.problem).toMatchObject({ status: 403, permission: 'patient.view' })
    await expect.poll(async () => (await there()).status, { timeout: 8000, interval: 10 }).toBe(403)
    expect(await somebody.me()).toMatchObject({ role: null, offeredRoles: ['inventory_manager'] })
  })

  test('that stay offered stay chosen', async () => {
    const somebody = await app.signIn('doctor')
    await offerRoles(admin, somebody.id, ['doctor', 'admin'])
    expect((await somebody.me()).role).toBe('doctor')
    expect((await somebody.call(listAppointments)).status).toBe(200)
  })

  test('are offered once each, in the table’s order', async () => {
    const somebody = await signUp(app)
    await offerRoles(admin, somebody.id, ['receptionist', 'admin', 'receptionist'])
    expect((await somebody.me()).offeredRoles).toEqual(['admin', 'receptionist'])
  })
})

describe('deactivating', () => {
  test('ends the account’s sessions, tokens and way in; reactivating opens it again', async () => {
    const account = newAccount()
    const somebody = await clientOf(app, await sendSignUp(app, account))
    await offerRoles(admin, somebody.id, ['receptionist'])
    await somebody.call(chooseRole, { body: { role: 'receptionist' } })
    await offerRoles(admin, somebody.id, ['receptionist'], false)
    await expect.poll(async () => (await somebody.call(readMe)).status, { timeout: 8000 }).toBe(401)
    await expect(somebody.renewToken()).rejects.toThrow('401')
    expect(await app.asOwner('select from session where staff_id = $1', [somebody.id])).toEqual([])
    const shut = await sendSignIn(app, account)
    expect(shut.problem).toMatchObject({
      status: 403,
      code: 'account_deactivated',
      detail: 'This account was deactivated. Ask an administrator.',
    })
    await offerRoles(admin, somebody.id, ['receptionist'], true)
    const again = await clientOf(app, await sendSignIn(app, account))
    expect((await again.me()).role).toBe('receptionist')
    // Ended sessions stay ended.
    expect((await somebody.call(readMe)).status).toBe(401)
  })

  test('is told at once to who was signed in, by the token that they have, and to nobody else', async () => {
    const somebody = await signUp(app)
    await offerRoles(admin, somebody.id, [], false)
    await expect
      .poll(async () => (await somebody.call(readMe)).problem)
      .toMatchObject({
        status: 401,
        code: 'not_signed_in',
        detail: 'This account was deactivated. Ask an administrator.',
        isDeactivated: true,
      })
    const [head = '', payload = '', signature = ''] = somebody.token.split('.')
    const told = (token: string) =>
      app.visitor.call(readMe, {}, { headers: { authorization: `Bearer ${token}` } })
    const forged = await told([head, payload, signature.split('').toReversed().join('')].join('.'))
    expect(forged.problem).toMatchObject({ status: 401, detail: 'Sign in to continue.' })
    expect(forged.problem).not.toHaveProperty('isDeactivated')
    // A session that ended in any other way gets the usual reply.
    await offerRoles(admin, somebody.id, [], true)
    expect((await somebody.call(readMe)).problem).toMatchObject({
      status: 401,
      detail: 'Sign in to continue.',
    })
  })

  test('is told only to who knows the password', async () => {
    const account = newAccount()
    const somebody = await clientOf(app, await sendSignUp(app, account))
    await offerRoles(admin, somebody.id, [], false)
    expect((await sendSignIn(app, { ...account, password: 'not-the-one' })).problem.status).toBe(401)
  })
})

describe('the last administrator', () => {
  test('can be neither deactivated nor withdrawn, not even by themselves', async () => {
    const hospital = await emptyHospital()
    const founder = await hospital.founder()
    const colleague = await hospital.signIn('doctor')
    const member = await read(founder, founder.id)
    for (const change of [
      { offeredRoles: [...roles], active: false },
      { offeredRoles: ['doctor' as const], active: true },
    ]) {
      const refused = await founder.call(
        editStaffMember,
        { params: { id: founder.id }, body: change },
        ifMatch(member),
      )
      expect(refused.problem).toMatchObject({
        status: 409,
        code: 'last_admin',
        detail: 'A hospital needs one active administrator. Make another account an administrator first.',
      })
    }
    expect(await read(founder, founder.id)).toEqual(member)
    await offerRoles(founder, colleague.id, ['doctor', 'admin'])
    await colleague.call(chooseRole, { body: { role: 'admin' } })
    await offerRoles(colleague, founder.id, [], false)
    expect((await founder.call(readMe)).status).toBe(401)
    await expect(offerRoles(colleague, colleague.id, ['doctor'])).rejects.toThrow('last_admin')
  })

  test('stays when two administrators deactivate each other at once', async () => {
    const hospital = await emptyHospital()
    const founder = await hospital.founder()
    for (let round = 0; round < 5; round++) {
      const other = await hospital.signIn('admin')
      const [first, second] = [await read(founder, founder.id), await read(founder, other.id)]
      const body = { offeredRoles: [], active: false }
      const answers = await Promise.all([
        founder.call(editStaffMember, { params: { id: other.id }, body }, ifMatch(second)),
        other.call(editStaffMember, { params: { id: founder.id }, body }, ifMatch(first)),
      ])
      const left = await hospital.asOwner<{ id: string }>(
        `select id from staff where active and role = 'admin'`,
      )
      expect(left).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // The deactivated account is made an administrator again, for the next round.
      await hospital.asOwner(
        `update staff set active = true, offered_roles = $2::text[]::role_name[], role = 'admin' where id = $1`,
        [founder.id, [...roles]],
      )
      if (left[0]?.id !== founder.id) return
      expect((await founder.call(readMe)).status).toBe(200)
    }
  })
})

describe('the staff page', () => {
  test('lists the first 500 accounts by name, and finds others by each word of a search', async () => {
    const large = await emptyHospital()
    const founder = await large.founder()
    await large.asOwner(
      `insert into staff (first_name, last_name, name, email)
       select 'Ada', 'Aaron' || n, 'Ada Aaron' || n, 'a' || n || '@hospital.test' from generate_series(1, 600) n`,
    )
    await large.asOwner(
      `insert into staff (first_name, last_name, name, email) values ('Zoë', 'Zwart', 'Zoë Zwart', 'zz@hospital.test')`,
    )
    const listed = (await founder.call(listStaff)).body
    expect(listed).toHaveLength(mostListedStaff)
    expect(listed.map(({ lastName }) => lastName)).not.toContain('Zwart')
    for (const search of ['zoe zwart', 'zwart zo', 'zz@hospital']) {
      const found = (await founder.call(listStaff, { query: { search } })).body
      expect(found.map(({ lastName }) => lastName)).toEqual(['Zwart'])
    }
    expect((await founder.call(listStaff, { query: { search: 'zoe aaron' } })).body).toEqual([])
  })

  test('two thousand doctors can work at once: one more is refused until somebody leaves', async () => {
    const large = await emptyHospital()
    const founder = await large.founder()
    await large.asOwner(
      `insert into staff (first_name, last_name, name, email, offered_roles, role)
       select 'Ada', 'Aaron' || n, 'Ada Aaron' || n, 'a' || n || '@hospital.test', '{doctor}', 'doctor'
       from generate_series(1, ${mostDoctors - 1}) n`,
    )
    const [last, refused] = [await signUp(large), await signUp(large)]
    for (const { id } of [last, refused]) await offerRoles(founder, id, ['doctor'])
    expect((await last.call(chooseRole, { body: { role: 'doctor' } })).status).toBe(200)
    expect((await refused.call(chooseRole, { body: { role: 'doctor' } })).problem).toMatchObject({
      status: 409,
      code: 'too_many_doctors',
    })
    expect((await founder.call(listDoctors)).body).toHaveLength(mostDoctors)
    await large.asOwner(`update staff set active = false where email = 'a1@hospital.test'`)
    expect((await refused.call(chooseRole, { body: { role: 'doctor' } })).status).toBe(200)
  })

  test('shows every account, and one by its id', async () => {
    const somebody = await app.signIn('inventory_manager')
    const list = (await admin.call(listStaff)).body
    const { email } = await somebody.me()
    const shown = list.find(({ id }) => id === somebody.id)
    expect(shown).toMatchObject({
      email,
      role: 'inventory_manager',
      offeredRoles: ['inventory_manager'],
      active: true,
    })
    const answer = await admin.call(readStaffMember, { params: { id: somebody.id } })
    expect(answer.body).toEqual(shown)
    expect(answer.headers.get('etag')).toBe(`"${shown?.version}"`)
    const unknown = { params: { id: '00000000-0000-4000-8000-000000000000' } }
    expect((await admin.call(readStaffMember, unknown)).problem).toMatchObject({
      status: 404,
      detail: 'This account does not exist.',
    })
    const body = { offeredRoles: [], active: true }
    expect((await admin.call(editStaffMember, { ...unknown, body }, ifMatch({ version: 1 }))).status).toBe(
      404,
    )
  })

  test('lists a doctor with the specialty and the room, for the desk', async () => {
    const [doctor, desk] = [await app.signIn('doctor'), await app.signIn('receptionist')]
    const body = { specialty: 'Cardiology', room: 'Room 4' }
    await admin.call(
      editStaffMember,
      { params: { id: doctor.id }, body },
      ifMatch(await read(admin, doctor.id)),
    )
    expect((await desk.call(listDoctors)).body.find(({ id }) => id === doctor.id)).toMatchObject(body)
  })

  test('refuses an edit of what somebody else changed meanwhile, and shows what it is now', async () => {
    const somebody = await signUp(app)
    const other = await app.signIn('admin')
    const member = await read(admin, somebody.id)
    await offerRoles(other, somebody.id, ['doctor'])
    const request = { params: { id: somebody.id }, body: { offeredRoles: [], active: true } }
    const stale = await admin.call(editStaffMember, request, ifMatch(member))
    const { firstName, lastName } = await other.me()
    expect(stale.problem).toMatchObject({
      status: 412,
      code: 'stale_version',
      current: { id: somebody.id, offeredRoles: ['doctor'], version: member.version + 1 },
      changedBy: `${firstName} ${lastName}`,
    })
    expect((await admin.call(editStaffMember, request)).problem.code).toBe('version_required')
    const again = await admin.call(editStaffMember, request, ifMatch(await read(admin, somebody.id)))
    expect(again.body.offeredRoles).toEqual([])
  })

  test('names who changed the account, and not who did something else about it since', async () => {
    const somebody = await signUp(app)
    const [other, later] = [await app.signIn('admin'), await app.signIn('admin')]
    const member = await read(admin, somebody.id)
    await offerRoles(other, somebody.id, ['doctor'])
    await later.call(endStaffSessions, { params: { id: somebody.id } })
    const token = randomBytes(32).toString('base64url')
    await later.call(giveResetLink, { params: { id: somebody.id }, body: { token } })
    const request = { params: { id: somebody.id }, body: { offeredRoles: [], active: true } }
    const stale = await admin.call(editStaffMember, request, ifMatch(member))
    const { firstName, lastName } = await other.me()
    expect(stale.problem).toMatchObject({ status: 412, changedBy: `${firstName} ${lastName}` })
  })

  test.each([
    [{ offeredRoles: ['surgeon'], active: true }],
    [{ offeredRoles: Array.from({ length: 57 }, () => 'doctor'), active: true }],
    [{ offeredRoles: 'admin', active: true }],
    [{}],
    [{ offeredRoles: [], active: 'yes' }],
    [{ offeredRoles: [], active: true, role: 'admin' }],
  ])('refuses %j', async (body) => {
    const somebody = await signUp(app)
    const before = await read(admin, somebody.id)
    const answer = await admin.send('PUT', `/api/staff/${somebody.id}`, { body, ...ifMatch(before) })
    expect(answer.problem.status).toBe(422)
    expect(await read(admin, somebody.id)).toEqual(before)
  })

  test('writes into the trail who was offered what', async () => {
    const somebody = await signUp(app)
    await offerRoles(admin, somebody.id, ['doctor'])
    await somebody.call(chooseRole, { body: { role: 'doctor' } })
    await offerRoles(admin, somebody.id, [], false)
    const trail = await app.asOwner(
      'select staff_id, action, changes from audit_entry where subject_id = $1 order by id',
      [somebody.id],
    )
    expect(trail).toEqual([
      {
        staff_id: admin.id,
        action: 'editStaffMember',
        changes: { offeredRoles: [[], ['doctor']] },
      },
      { staff_id: somebody.id, action: 'chooseRole', changes: { role: [null, 'doctor'] } },
      {
        staff_id: admin.id,
        action: 'editStaffMember',
        changes: { offeredRoles: [['doctor'], []], role: ['doctor', null], active: [true, false] },
      },
    ])
  })
})

async function read(somebody: StaffClient, id: string): Promise<StaffMember> {
  return (await somebody.call(readStaffMember, { params: { id } })).body
}
