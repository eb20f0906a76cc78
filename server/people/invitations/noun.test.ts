import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import {
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from '../../../contract/people/invitations.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { clientOf, newAccount, offerRoles, sendSignUp, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { storyClock } from '../../testing/clock.ts'
import { givenInvitation } from '../../testing/factories/invitations.ts'
import { openLive } from '../../testing/live-stream.ts'

const { clock, set } = storyClock('2026-06-11T20:00:00Z')
const app = await startApp({ clock })
afterAll(() => app.close())
await set(app, clock())
const admin = await app.founder()
beforeEach(() => app.asOwner('delete from sign_in_count'))

const signUpWith = (invitation: string) => sendSignUp(app, { ...newAccount(), invitation })
const offered = async (token: string) =>
  (await app.visitor.call(readInvitation, { body: { token } })).body.offeredRoles
const openIds = async () => (await admin.call(listInvitations)).body.items.map(({ id }) => id)

test('somebody signs up with the link that they were sent, and has the role at once', async () => {
  const screen = await openLive(app.url, admin, 'invitations')
  onTestFinished(() => screen.close())
  const { id, token, ...invitation } = await givenInvitation(admin, ['receptionist', 'doctor'])
  const { firstName, lastName } = await admin.me()
  expect(invitation).toEqual({
    offeredRoles: ['doctor', 'receptionist'],
    firstName: null,
    lastName: null,
    email: null,
    isMailed: false,
    mailedAt: null,
    madeBy: `${firstName} ${lastName}`,
    expiresAt: '2026-06-18T20:00:00.000Z',
  })
  expect(await offered(token)).toEqual(['doctor', 'receptionist'])
  expect(await openIds()).toContain(id)

  const told = screen.stale('invitations')
  const somebody = await clientOf(app, await signUpWith(token))
  expect(await somebody.me()).toMatchObject({ role: null, offeredRoles: ['doctor', 'receptionist'] })
  expect((await somebody.call(chooseRole, { body: { role: 'doctor' } })).body.role).toBe('doctor')
  await expect.poll(() => screen.stale('invitations'), { timeout: 20_000 }).toBeGreaterThan(told)
  expect(await openIds()).not.toContain(id)
})

test('of more than a page of invitations the newest are listed, and it is said how many there are', async () => {
  await app.asOwner(
    `insert into invitation (token_hash, offered_roles, made_by, expires_at)
     select 'many ' || n, '{doctor}', $1, $2::timestamptz + interval '7 days' from generate_series(1, 200) n`,
    [admin.id, clock()],
  )
  onTestFinished(
    async () => void (await app.asOwner(`delete from invitation where token_hash like 'many %'`)),
  )
  const { id } = await givenInvitation(admin, ['doctor'])
  const { items, total } = (await admin.call(listInvitations)).body
  expect(items[0]?.id).toBe(id)
  expect(items).toHaveLength(200)
  expect(total).toBeGreaterThan(200)
})

test('nothing that is kept tells the token, and what was done with it is on record', async () => {
  const { id, token } = await givenInvitation(admin, ['doctor'])
  await admin.call(invite, { body: { token, offeredRoles: ['doctor'] } })
  await signUpWith(token)
  await app.flushAudit()
  const tables = await app.asOwner<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) {
    const found = await app.asOwner(`select from ${name} as kept where kept::text like $1`, [`%${token}%`])
    expect(found, name).toEqual([])
  }
  const trail = await app.asOwner(
    'select action, staff_id, changes from audit_entry where subject_id = $1 order by id',
    [id],
  )
  expect(trail).toEqual([{ action: 'invite', staff_id: admin.id, changes: { offeredRoles: ['doctor'] } }])
})

describe('an invitation', () => {
  /** It offers nothing to anybody, and nobody has an account by it. */
  async function expectClosed(token: string) {
    expect(await offered(token)).toEqual([])
    const account = newAccount()
    const refused = await sendSignUp(app, { ...account, invitation: token })
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'invitation_closed',
      detail: 'This invitation can’t be used any more. Ask an administrator for another.',
    })
    expect(await app.asOwner('select from staff where email = $1', [account.email])).toEqual([])
  }

  test('is used once, also by ten at once', async () => {
    const { token } = await givenInvitation(admin, ['doctor'])
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUpWith(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    await expectClosed(token)
  })

  test('without the constraint would be used twice: the database is what keeps it', async () => {
    const { token } = await givenInvitation(admin, ['doctor'])
    expect((await signUpWith(token)).status).toBe(200)
    await app.asOwner('update invitation set used_at = null')
    // The account that has it already stands in the way still.
    expect((await signUpWith(token)).status).toBe(409)
  })

  test('that is withdrawn can’t be used, and one that was used can’t be withdrawn', async () => {
    const [withdrawn, used] = [
      await givenInvitation(admin, ['doctor']),
      await givenInvitation(admin, ['admin']),
    ]
    const withdraw = ({ id }: { id: string }) => admin.call(withdrawInvitation, { params: { id } })
    expect((await withdraw(withdrawn)).body).toEqual({ id: withdrawn.id })
    await expectClosed(withdrawn.token)
    await signUpWith(used.token)
    for (const ended of [withdrawn, used]) {
      expect((await withdraw(ended)).problem).toMatchObject({
        status: 404,
        detail: 'This invitation was used or withdrawn already.',
      })
    }
  })

  test('ends after seven days', async () => {
    const { id, token } = await givenInvitation(admin, ['doctor'])
    const made = clock()
    onTestFinished(() => set(app, made))
    await set(app, new Date('2026-06-18T19:59:00Z'))
    expect(await offered(token)).toEqual(['doctor'])
    await set(app, new Date('2026-06-18T20:01:00Z'))
    await expectClosed(token)
    await admin.renewToken()
    expect(await openIds()).not.toContain(id)
  })

  test('ends with the rights of who made it', async () => {
    const other = await app.signIn('admin')
    const { id, token } = await givenInvitation(other, ['admin'])
    await offerRoles(admin, other.id, ['doctor'])
    await expectClosed(token)
    expect(await openIds()).not.toContain(id)
  })

  test('that never was is refused, and counts as a failed sign-up', async () => {
    await expectClosed('a'.repeat(43))
    const counted = await app.asOwner(
      `select failures from sign_in_count where failures > 0 and key like 'sign-up:%'`,
    )
    expect(counted).toEqual([{ failures: 1 }])
  })

  test('leaves an e-mail that is taken with its account, and can be used with another', async () => {
    const { token } = await givenInvitation(admin, ['doctor'])
    const taken = newAccount()
    const owner = await clientOf(app, await sendSignUp(app, taken))
    expect((await sendSignUp(app, { ...taken, invitation: token })).status).toBe(422)
    expect(await owner.me()).toMatchObject({ offeredRoles: [] })
    expect((await signUpWith(token)).status).toBe(200)
  })

  test.each([
    [{ offeredRoles: ['doctor'] }, 'token'],
    [{ token: 'short', offeredRoles: ['doctor'] }, 'token'],
    [{ token: 'c'.repeat(43), offeredRoles: [] }, 'offeredRoles'],
    [{ token: 'c'.repeat(43), offeredRoles: ['surgeon'] }, 'offeredRoles'],
    [{ token: 'c'.repeat(43), offeredRoles: ['Surgeon!'] }, 'offeredRoles.0'],
  ])('is not made of %j', async (body, path) => {
    const refused = await admin.send('POST', '/api/invitations', { body })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path }] })
  })
})

describe('where an invitation is needed to sign up', () => {
  async function need(invitationOnly: boolean) {
    const settings = (await admin.call(readSettings)).body
    expect((await admin.call(editSettings, { body: { invitationOnly } }, ifMatch(settings))).status).toBe(200)
  }
  beforeAll(() => need(true))
  afterAll(() => need(false))

  test('nobody else signs up, or learns whether an e-mail has an account', async () => {
    const { email } = await app.signIn('doctor')
    for (const account of [newAccount(), { ...newAccount(), email }]) {
      expect((await sendSignUp(app, account)).problem).toMatchObject({
        status: 403,
        code: 'invitation_needed',
        detail: 'You need an invitation to sign up here. Ask an administrator for one.',
      })
      const closed = await sendSignUp(app, { ...account, invitation: 'a'.repeat(43) })
      expect(closed.problem).toMatchObject({ status: 409, code: 'invitation_closed' })
    }
  })

  test('an invitation still lets somebody in', async () => {
    const { token } = await givenInvitation(admin, ['doctor'])
    expect((await signUpWith(token)).status).toBe(200)
    expect((await signUpWith(token)).problem).toMatchObject({ code: 'invitation_closed' })
  })
})
