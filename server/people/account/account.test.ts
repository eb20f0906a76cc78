import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  editProfile,
  endOtherSessions,
  endOwnSession,
  endStaffSessions,
  listOwnSessions,
  readProfile,
  readStaffSignIn,
} from '../../../contract/people/account.ts'
import { readMe } from '../../../contract/people/staff.ts'
import { clientOf, newAccount, type StaffClient, sendSignIn, signUp, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { openLive } from '../../testing/live-stream.ts'
import { deviceWords } from './device.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('a browser is told by what it calls itself, as far as that is known', () => {
  expect(deviceWords(windows)).toBe('Chrome on Windows')
  expect(deviceWords(phone)).toBe('Safari on iOS')
  for (const unknown of [null, '', 'node', '\u0000', '(((((((('.repeat(500)])
    expect(deviceWords(unknown)).toBeNull()
})

describe('one’s own name', () => {
  test('is changed for everybody at once, is on record, and is refused where another screen was first', async () => {
    const somebody = await app.signIn('doctor')
    const before = (await somebody.call(readProfile)).body
    const stream = await openLive(app.url, somebody)
    onTestFinished(() => stream.close())
    const saved = await somebody.call(editProfile, { body: { firstName: 'Wren' } }, ifMatch(before))
    expect(saved.body).toMatchObject({ firstName: 'Wren', lastName: before.lastName, email: before.email })
    expect(await somebody.me()).toMatchObject({ firstName: 'Wren' })
    await expect.poll(() => stream.events.some(({ kind }) => kind === 'account')).toBe(true)
    const late = await somebody.call(editProfile, { body: { lastName: 'Late' } }, ifMatch(before))
    expect(late.problem).toMatchObject({ status: 412, current: { firstName: 'Wren' } })
    const [row] = await app.asOwner('select name from staff where id = $1', [somebody.id])
    expect(row).toEqual({ name: `Wren ${before.lastName}` })
    const [entry] = await app.asOwner(
      `select subject_id, changes from audit_entry where action = 'editProfile' and outcome = 'done'`,
    )
    expect(entry).toEqual({ subject_id: somebody.id, changes: { firstName: [before.firstName, 'Wren'] } })
  })

  test.each([{}, { firstName: ' ' }, { email: 'another@hospital.test' }, { role: 'admin' }])(
    'is all that can be changed: %j is refused',
    async (body) => {
      const somebody = await app.signIn('doctor')
      const before = (await somebody.call(readProfile)).body
      const answer = await somebody.send('PUT', '/api/me/profile', { body, ...ifMatch(before) })
      expect(answer.status).toBe(422)
      expect((await somebody.call(readProfile)).body).toEqual(before)
    },
  )
})

/** Signs the person in at another browser. */
async function at(account: { email: string; password: string }, userAgent: string): Promise<StaffClient> {
  return clientOf(app, await sendSignIn(app, account, { 'user-agent': userAgent }))
}

describe('sessions', () => {
  test('are listed with their device and the one that asks, and nobody else’s', async () => {
    const account = newAccount()
    const here = await signUp(app, account)
    await at(account, phone)
    await at(account, windows)
    const list = (await here.call(listOwnSessions)).body
    expect(list.map(({ device, isThis }) => [device, isThis]).toSorted()).toEqual(
      [
        [null, true],
        ['Chrome on Windows', false],
        ['Safari on iOS', false],
      ].toSorted(),
    )
    for (const { address, isLocked } of list)
      expect({ address, isLocked }).toEqual({ address: '127.0.0.1', isLocked: false })
    expect(JSON.stringify(list)).not.toContain(here.cookie.split('=')[1]?.slice(0, 20))
  })

  test('one that is ended elsewhere is out at once, with its stream', async () => {
    const account = newAccount()
    const here = await signUp(app, account)
    const there = await at(account, phone)
    const stream = await openLive(app.url, there)
    const id = (await here.call(listOwnSessions)).body.find(({ isThis }) => !isThis)?.id ?? ''
    expect((await here.call(endOwnSession, { params: { id } })).status).toBe(200)
    await expect.poll(() => stream.isOver, { timeout: 1000 }).toBe(true)
    expect((await there.call(readMe)).status).toBe(401)
    expect((await here.call(readMe)).status).toBe(200)
    expect((await here.call(endOwnSession, { params: { id } })).problem.code).toBe('not_found')
  })

  test('nobody ends another person’s', async () => {
    const [one, other] = [await signUp(app), await signUp(app)]
    const [theirs] = (await other.call(listOwnSessions)).body
    expect((await one.call(endOwnSession, { params: { id: theirs?.id ?? '' } })).problem.code).toBe(
      'not_found',
    )
    expect((await other.call(readMe)).status).toBe(200)
  })

  test('all others are ended at once', async () => {
    const account = newAccount()
    const here = await signUp(app, account)
    const others = [await at(account, phone), await at(account, windows)]
    expect((await here.call(endOtherSessions, { body: { which: 'others' } })).body).toEqual({ ended: 2 })
    for (const there of others) expect((await there.call(readMe)).status).toBe(401)
    expect((await here.call(readMe)).status).toBe(200)
  })

  test('an administrator ends all of a colleague’s, which is on record', async () => {
    const account = newAccount()
    const somebody = await signUp(app, account)
    await at(account, phone)
    const params = { id: somebody.id }
    expect((await admin.call(readStaffSignIn, { params })).body).toEqual({
      id: somebody.id,
      sessions: 2,
      hasTwoFactor: false,
      passkeys: 0,
    })
    expect((await admin.call(endStaffSessions, { params })).body).toMatchObject({ sessions: 0 })
    expect((await somebody.call(readMe)).status).toBe(401)
    const entries = await app.asOwner(
      `select staff_id, changes from audit_entry where action = 'endStaffSessions' and subject_id = $1`,
      [somebody.id],
    )
    expect(entries).toEqual([{ staff_id: admin.id, changes: { ended: 2 } }])
    expect((await sendSignIn(app, account)).status).toBe(200)
  })
})
