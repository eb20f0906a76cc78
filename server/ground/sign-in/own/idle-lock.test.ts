import { afterAll, expect, onTestFinished, test } from 'vitest'
import { presenceHeader } from '../../../../contract/api/live.ts'
import { readMe } from '../../../../contract/people/staff.ts'
import { type StaffClient, signUp, startApp } from '../../../testing/app.ts'
import { changesHeard, openLive } from '../../../testing/live-stream.ts'

const app = await startApp({ idleLooks: 50 })
afterAll(() => app.close())
const admin = await app.founder()

const minutesIdle = async ({ id }: StaffClient, minutes: number) => {
  await app.asOwner(
    `update session set active_at = now() - make_interval(secs => 60 * $2::float8) where staff_id = $1`,
    [id, minutes],
  )
}
// The founder signed in when the run began.
await minutesIdle(admin, -60)
await app.asOwner('update hospital set idle_lock_minutes = 1')
const isLocked = async ({ id }: StaffClient) => {
  const [session] = await app.asOwner<{ locked: boolean }>(
    'select locked_at is not null as locked from session where staff_id = $1',
    [id],
  )
  return session?.locked
}
const secondsSinceUse = async ({ id }: StaffClient) => {
  const [session] = await app.asOwner<{ seconds: number }>(
    'select extract(epoch from now() - active_at)::int as seconds from session where staff_id = $1',
    [id],
  )
  return session?.seconds
}
/** A stream ends at news of its account, and that of the sign-up may come late. */
const accountsKnown = () => changesHeard(admin, app.url)
const post = ({ cookie }: StaffClient, path: string, body: object = {}) =>
  app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie } })

test('a session that nobody used for the idle time is locked by the server, with its streams and tokens', async () => {
  const away = await signUp(app)
  const there = await signUp(app)
  await accountsKnown()
  const stream = await openLive(app.url, away)
  onTestFinished(() => stream.close())
  await minutesIdle(away, 3.1)
  await expect.poll(() => stream.isOver).toBe(true)
  expect((await away.call(readMe)).problem.code).toBe('not_signed_in')
  const token = await app.visitor.send('GET', '/api/auth/token', { headers: { cookie: away.cookie } })
  expect(token.problem).toMatchObject({ status: 401, detail: 'Unlock the screen to continue.' })
  expect(await isLocked(there)).toBe(false)
  expect((await there.call(readMe)).status).toBe(200)
  expect(
    await app.asOwner(`select staff_id, outcome from audit_entry where action = 'lock' and subject_id = $1`, [
      away.id,
    ]),
  ).toEqual([{ staff_id: null, outcome: 'done' }])
  // A locked session can't report that someone is there.
  expect((await post(away, 'active')).status).toBe(401)
  expect((await post(away, 'unlock', { password: 'turn-the-wick-down' })).status).toBe(200)
  await away.renewToken()
  expect((await away.call(readMe)).status).toBe(200)
})

test('each call of a script is somebody’s; a screen’s own calls, its token and its stream are nobody’s, and it reports', async () => {
  const script = await signUp(app)
  const screen = await signUp(app)
  await accountsKnown()
  const stream = await openLive(app.url, screen)
  onTestFinished(() => stream.close())
  // Uses are written in order, so once this call's is written, those of signing in are too.
  await minutesIdle(script, 2.5)
  await script.call(readMe)
  await expect.poll(() => secondsSinceUse(script)).toBeLessThan(100)
  for (const one of [script, screen]) await minutesIdle(one, 2.5)
  expect((await script.call(readMe)).status).toBe(200)
  expect((await screen.call(readMe, {}, { headers: { [presenceHeader]: 'reported' } })).status).toBe(200)
  await screen.renewToken()
  await expect.poll(() => secondsSinceUse(script)).toBeLessThan(100)
  // All uses so far are written together, before the next check.
  expect(await secondsSinceUse(screen)).toBeGreaterThan(140)
  expect((await post(screen, 'active')).status).toBe(200)
  await expect.poll(() => secondsSinceUse(screen)).toBeLessThan(100)
  expect(stream.isOver).toBe(false)
})

test('where the hospital locks nothing, nothing is locked', async () => {
  await app.asOwner('update hospital set idle_lock_minutes = null')
  const away = await signUp(app)
  await minutesIdle(away, 60 * 24)
  // A check that began later has written this call's use.
  const other = await signUp(app)
  await minutesIdle(other, 5)
  expect((await other.call(readMe)).status).toBe(200)
  await expect.poll(() => secondsSinceUse(other)).toBeLessThan(100)
  expect(await isLocked(away)).toBe(false)
})
