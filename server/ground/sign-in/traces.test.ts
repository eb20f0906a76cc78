import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invite } from '../../../contract/people/invitations.ts'
import { type Role, roles } from '../../../contract/permissions.ts'
import { newAccount, offerRoles, sendSignIn, sendSignUp, signUp, startApp } from '../../testing/app.ts'
import { deleteSpentCounts } from './attempts.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
beforeEach(() => app.asOwner('delete from sign_in_count'))

/** The audit entries that an act leaves, oldest first. */
async function tracesOf(act: () => Promise<unknown>) {
  await app.flushAudit()
  const [last] = await app.asOwner<{ id: string }>('select coalesce(max(id), 0) as id from audit_entry')
  await act()
  await app.flushAudit()
  return app.asOwner<{ action: string; changes: unknown }>(
    `select staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome from audit_entry
     where id > $1 order by id`,
    [last?.id],
  )
}

const trace = (action: string, more: object) => ({
  action,
  staff_id: null,
  subject_id: null,
  patient_ids: [],
  changes: null,
  address: '127.0.0.1',
  request_id: expect.stringMatching(/./),
  outcome: 'done',
  ...more,
})

test('signing up, in and out are on record', async () => {
  const account = newAccount()
  let id = ''
  const traces = await tracesOf(async () => {
    const somebody = await signUp(app, account)
    id = somebody.id
    await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: somebody.cookie } })
    // Signing out a second time leaves no entry.
    await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: somebody.cookie } })
    await sendSignIn(app, account)
  })
  expect(traces).toEqual([
    trace('signUp', { staff_id: id }),
    trace('signOut', { staff_id: id }),
    trace('signIn', { staff_id: id }),
  ])
})

test('the roles that the first account has, and those of an invitation, are on record with it at once', async () => {
  const entryOf = (id: string) =>
    app.asOwner(`select changes from audit_entry where action = 'signUp' and staff_id = $1`, [id])
  expect(await entryOf(admin.id)).toEqual([{ changes: { offeredRoles: [[], [...roles]] } }])
  const token = randomBytes(32).toString('base64url')
  const offeredRoles: Role[] = ['doctor', 'receptionist']
  const invitation = (await admin.call(invite, { body: { token, offeredRoles } })).body
  const { id } = await signUp(app, newAccount({ invitation: token }))
  expect(await entryOf(id)).toEqual([
    { changes: { offeredRoles: [[], offeredRoles], invitation: invitation.id } },
  ])
})

test('a failed sign-in is on record with the account that it aimed at, and nothing that was typed', async () => {
  const account = newAccount()
  const { id } = await signUp(app, account)
  const typed = 'my-secret-passphrase@hospital.test'
  const traces = await tracesOf(async () => {
    await sendSignIn(app, { ...account, password: 'guessed-wrongly' })
    await sendSignIn(app, { email: typed, password: 'guessed-wrongly' })
    await sendSignIn(app, account)
  })
  const outcome = 'invalid_email_or_password'
  expect(traces).toEqual([
    trace('signIn', { subject_id: id, outcome }),
    trace('signIn', { outcome }),
    trace('signIn', { staff_id: id, changes: { failures: 1, refused: 0 } }),
  ])
  const everything = await app.asOwner(
    `select to_jsonb(audit_entry)::text as kept from audit_entry union all select to_jsonb(sign_in_count)::text from sign_in_count`,
  )
  for (const secret of ['guessed-wrongly', typed, account.email]) {
    expect(JSON.stringify(everything)).not.toContain(secret)
  }
})

test('what was paused is counted, and told with the next success: a thousand guesses are no thousand entries', async () => {
  const account = newAccount()
  const { id } = await signUp(app, account)
  const traces = await tracesOf(async () => {
    // 50 at a time, because guesses beyond the limit for waiting ones are not counted at all.
    for (let times = 0; times < 4; times++) {
      await Promise.all(Array.from({ length: 50 }, () => sendSignIn(app, { ...account, password: 'guess' })))
    }
    await app.asOwner('update sign_in_count set paused_until = null')
    expect((await sendSignIn(app, account)).status).toBe(200)
  })
  // A slow machine checks one more guess whenever a second has passed.
  expect(traces.length).toBeLessThan(20)
  const heard = traces.length - 1
  expect(traces.at(-1)).toEqual(
    trace('signIn', { staff_id: id, changes: { failures: heard, refused: 200 - heard } }),
  )
})

test('passkeys of nobody are refused each, and told together: a flood of them fills no trail', async () => {
  const nothing = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
  const body = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {}, response: nothing }
  const traces = await tracesOf(async () => {
    for (let times = 0; times < 100; times++) {
      const refused = await app.visitor.send('POST', '/api/auth/sign-in/passkey', { body })
      expect(refused.problem).toMatchObject({ status: 401, code: 'invalid_passkey' })
    }
  })
  const heard = traces.length
  expect(heard).toBeGreaterThanOrEqual(20)
  // A slow machine checks one more whenever the pause is over.
  expect(heard).toBeLessThan(40)
  expect(traces[0]).toEqual(trace('signIn', { changes: { by: 'passkey' }, outcome: 'invalid_passkey' }))
  const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000)
  const told = await tracesOf(() =>
    deleteSpentCounts.run({ db: app.app.lantern.db, clock: inTwoDays, signal: new AbortController().signal }),
  )
  expect(told).toEqual([
    trace('signIn', { request_id: null, changes: { refused: 100 - heard }, outcome: 'too_many_requests' }),
  ])
})

test('the right password of an account that was deactivated is on record too', async () => {
  const account = newAccount()
  const { id } = await signUp(app, account)
  await offerRoles(admin, id, [], false)
  const traces = await tracesOf(async () => {
    expect((await sendSignIn(app, account)).status).toBe(403)
  })
  expect(traces).toEqual([trace('signIn', { subject_id: id, outcome: 'account_deactivated' })])
})

test('another site’s page that tries to sign somebody in is refused, and counts as no failure', async () => {
  const account = newAccount()
  await sendSignUp(app, account)
  for (let times = 0; times < 10; times++) {
    expect((await sendSignIn(app, account, { origin: 'https://elsewhere.example' })).status).toBe(403)
  }
  expect((await sendSignIn(app, account)).status).toBe(200)
})
