import { afterAll, describe, expect, test, vi } from 'vitest'
import { grantable } from '../../../contract/people/grantable.ts'
import { invite } from '../../../contract/people/invitations.ts'
import { kindsFor, listNotifications } from '../../../contract/people/notifications.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { addRole, editRole, listRoles, retireRole } from '../../../contract/people/roles.ts'
import { chooseRole, editStaffMember, readMe, readStaffMember } from '../../../contract/people/staff.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { givenHolder, givenRole, roleForm } from '../../testing/factories/roles.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())

test('an administrator makes a role and offers it, and it allows what was ticked and nothing else', async () => {
  const { somebody, role } = await givenHolder(app, admin, ['patient.view'])
  expect(role).toMatchObject({ name: expect.stringMatching(/^ward_clerk_/), holders: [], version: 1 })
  expect(await somebody.me()).toMatchObject({
    role: role.name,
    permissions: ['dashboard.view', 'patient.view'],
    ownRoles: [{ name: role.name, title: role.title, description: null }],
  })
  expect((await somebody.call(listPatients)).status).toBe(200)
  expect((await somebody.call(listBeds)).problem).toMatchObject({ status: 403, permission: 'bed.view' })
  const { firstName, lastName } = await somebody.me()
  expect((await admin.call(listRoles)).body.find(({ id }) => id === role.id)).toMatchObject({
    holders: [`${firstName} ${lastName}`],
    holderCount: 1,
  })
})

test('the names of roles are made of their titles, each once, and stay when the title changes', async () => {
  const first = await givenRole(admin, { title: 'Nachtwächter (Süd)' })
  expect(first.name).toBe('nachtwachter_sud')
  await admin.call(retireRole, one(first))
  expect((await givenRole(admin, { title: 'Nachtwächter Süd' })).name).toBe('nachtwachter_sud_2')
  const porter = await givenRole(admin, { title: '运送员' })
  expect(porter.name).toBe('role')
  const edited = await admin.call(editRole, { ...one(porter), body: { title: 'Porter' } }, ifMatch(porter))
  expect(edited.body).toMatchObject({ title: 'Porter', name: 'role', version: 2 })
})

test('two roles of one title, or one with a built-in title, are refused beside the title, also at once', async () => {
  const title = 'Cashier'
  const both = await Promise.all(
    [title, title.toUpperCase()].map((written) =>
      admin.call(addRole, { body: roleForm({ title: written }) }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  for (const { problem } of [
    both.find(({ status }) => status === 409) ?? both[0],
    await admin.call(addRole, { body: roleForm({ title: 'nurse' }) }),
  ].flatMap((answer) => answer ?? [])) {
    expect(problem).toMatchObject({
      code: 'name_taken',
      errors: [{ path: 'title', message: 'Another role has this title.' }],
    })
  }
})

describe('never granted', () => {
  test.each(permissions.filter((permission) => !grantable.includes(permission)))(
    '%s: by the server, or by the database',
    async (permission) => {
      const asked = await admin.send('POST', '/api/roles', {
        body: roleForm({ permissions: [permission as Permission & 'patient.view'] }),
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(asked.problem).toMatchObject({
        status: 422,
        errors: [{ path: 'permissions.0', message: 'This permission can’t be given' }],
      })
      await expect(
        app.asOwner(`insert into role (name, title, permissions) values ('planted', 'Planted', array[$1])`, [
          permission,
        ]),
      ).rejects.toMatchObject({
        constraint: expect.stringMatching(
          /^role_(gives_no_power|restricts_no_record|imports_nothing|exports_no_hospital)$/,
        ),
      })
    },
  )
})

test('a change is felt at the next call, and ends the streams of those who work in the role', async () => {
  const { somebody, role } = await givenHolder(app, admin, ['patient.view', 'bed.view'])
  const stream = await openLive(app.url, somebody, 'patients', 'beds')
  expect((await somebody.call(listBeds)).status).toBe(200)
  const body = { permissions: ['patient.view' as const] }
  await admin.call(editRole, { ...one(role), body }, ifMatch(role))
  expect((await somebody.call(listBeds)).status).toBe(403)
  await vi.waitFor(() => expect(stream.isOver).toBe(true))
  await expect(openLive(app.url, somebody, 'beds')).rejects.toThrow('forbidden')
  const wider = { permissions: ['patient.view' as const, 'bed.view' as const] }
  await admin.call(editRole, { ...one(role), body: wider }, ifMatch({ version: 2 }))
  expect((await somebody.call(listBeds)).status).toBe(200)
  expect((await somebody.call(readMe)).body.permissions).toEqual([
    'dashboard.view',
    'patient.view',
    'bed.view',
  ])
})

test('a change is felt on another process too', async () => {
  const other = await startApp({ on: app })
  const { somebody, role } = await givenHolder(app, admin, ['bed.view'])
  const there = async () =>
    (await fetch(`${other.url}/api/beds`, { headers: { authorization: `Bearer ${somebody.token}` } })).status
  expect(await there()).toBe(200)
  await admin.call(
    editRole,
    { ...one(role), body: { permissions: ['patient.view' as const] } },
    ifMatch(role),
  )
  await vi.waitFor(async () => expect(await there()).toBe(403), { timeout: 1000 })
  await other.close()
})

describe('a role that somebody may choose', () => {
  test('is not retired, and neither is one that is offered at that moment', async () => {
    const { somebody, role } = await givenHolder(app, admin, ['patient.view'])
    expect((await admin.call(retireRole, one(role))).problem).toMatchObject({
      status: 409,
      code: 'role_in_use',
    })
    await offerRoles(admin, somebody.id, [])
    expect((await admin.call(retireRole, one(role))).status).toBe(200)
    const member = (await admin.call(readStaffMember, one(somebody))).body
    const offered = await admin.call(
      editStaffMember,
      { ...one(somebody), body: { offeredRoles: [role.name], active: true } },
      ifMatch(member),
    )
    expect(offered.problem).toMatchObject({
      status: 422,
      errors: [{ path: 'offeredRoles', message: 'One of these roles was retired. Choose again.' }],
    })
    for (let round = 0; round < 10; round++) {
      const next = await givenRole(admin)
      const { version } = (await admin.call(readStaffMember, one(somebody))).body
      const [retired, given] = await Promise.all([
        admin.call(retireRole, one(next)),
        admin.call(
          editStaffMember,
          { ...one(somebody), body: { offeredRoles: [next.name], active: true } },
          ifMatch({ version }),
        ),
      ])
      expect([retired.status, given.status].toSorted()).toEqual(
        retired.status === 200 ? [200, 422] : [200, 409],
      )
    }
  })

  test('is not retired while an open invitation offers it', async () => {
    const role = await givenRole(admin)
    const body = {
      token: 'k'.repeat(43),
      offeredRoles: [role.name],
      firstName: null,
      lastName: null,
      email: null,
    }
    expect((await admin.call(invite, { body })).status).toBe(201)
    expect((await admin.call(retireRole, one(role))).problem.code).toBe('role_in_use')
  })

  test('must be offered before it is chosen', async () => {
    const role = await givenRole(admin)
    const somebody = await app.signIn('doctor')
    expect((await somebody.call(chooseRole, { body: { role: role.name } })).problem.code).toBe(
      'role_not_offered',
    )
  })
})

test('who keeps the store by a role of the hospital’s own is told of its alerts', async () => {
  const { somebody } = await givenHolder(app, admin, ['dashboard.view', 'inventory.view', 'inventory.change'])
  expect(kindsFor(await somebody.me())).toEqual(['LOW_STOCK', 'EXPIRY', 'ROLE_GRANTED'])
  await givenItem(admin, { quantity: 1, reorderLevel: 5 })
  const { items } = (await somebody.call(listNotifications)).body
  expect(items.map(({ kind }) => kind)).toContain('LOW_STOCK')
})
