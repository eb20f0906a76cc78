import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createStaff } from '../../testing/accounts.ts'
import { type NewAccount, newAccount, sendSignIn, sendSignUp, startApp } from '../../testing/app.ts'
import type { Answer } from '../../testing/client.ts'
import { network } from './attempt-origin.ts'

// Time stands still unless a story lets it pass: pauses are seconds, and so are slow machines.
const start = Date.now()
let secondsAhead = 0
const clock = () => new Date(start + secondsAhead * 1000)
// Everybody's address is what the proxy says.
const app = await startApp({ trustedProxy: '127.0.0.1', clock })
const other = await startApp({ on: app, trustedProxy: '127.0.0.1', clock })
afterAll(async () => {
  await other.close()
  await app.close()
})
await app.founder()
beforeEach(async () => {
  secondsAhead = 0
  await app.asOwner('delete from sign_in_count')
})

const home = '192.0.2.1'
const ward = '192.0.2.2'

const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie && { cookie }),
})
const signIn = (account: NewAccount, address: string, cookie?: string) =>
  sendSignIn(app, account, from(address, cookie))
const guess = (email: string, address: string, cookie?: string) =>
  sendSignIn(app, { email, password: `guess-${randomUUID()}` }, from(address, cookie))

/** An account that never signed in at any address of these stories. */
async function givenAccount(): Promise<NewAccount> {
  const account = newAccount()
  await sendSignUp(app, account)
  return account
}

/** The cookie by which a browser is known afterwards. */
function deviceOf(answer: Answer): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('lantern.device='))
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  return cookie?.split(';')[0] ?? ''
}

function pauseOf({ problem, headers }: Answer): number {
  expect(problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  const { retryAfter = 0 } = problem
  expect(headers.get('retry-after')).toBe(String(retryAfter))
  const [, amount = '', unit = ''] =
    /^Too many attempts\. Try again in (\d+) (second|minute)s?\.$/.exec(problem.detail) ?? []
  expect(Number(amount)).toBe(unit === 'minute' ? Math.ceil(retryAfter / 60) : retryAfter)
  return retryAfter
}

/** Guesses until it is paused, waits, and guesses again; answers the pauses. */
async function pausesOf(guessAgain: () => Promise<Answer>, count: number): Promise<number[]> {
  const pauses: number[] = []
  while (pauses.length < count) {
    const answer = await guessAgain()
    if (answer.status === 401) continue
    pauses.push(pauseOf(answer))
    secondsAhead += pauses.at(-1) ?? 0
  }
  return pauses
}

describe('who guesses at one account', () => {
  test('is paused for longer after each failure, up to some minutes', async () => {
    const { email } = await givenAccount()
    expect(await pausesOf(() => guess(email, home), 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
  })

  test('gets no further with all guesses at once, also where they reach several servers', async () => {
    const { email } = await givenAccount()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        sendSignIn(index % 2 ? app : other, { email, password: `guess-${index}` }, from(home)),
      ),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(5)
    for (const answer of answers.filter(({ status }) => status !== 401)) pauseOf(answer)
  })

  test('is paused with the right password too, and then let in: what failed before is forgotten', async () => {
    const account = await givenAccount()
    for (let failures = 0; failures < 5; failures++) await guess(account.email, home)
    secondsAhead += pauseOf(await signIn(account, home))
    expect((await signIn(account, home)).status).toBe(200)
    for (let failures = 0; failures < 4; failures++)
      expect((await guess(account.email, home)).status).toBe(401)
    expect((await signIn(account, home)).status).toBe(200)
  })

  test('learns from no pause whether there is such an account', async () => {
    const { email } = await givenAccount()
    const nobody = 'nobody@hospital.test'
    const answers = (who: string, address: string) =>
      Promise.all(Array.from({ length: 12 }, () => guess(who, address)))
    const texts = (list: Answer[]) => list.map(({ text }) => text).sort()
    expect(texts(await answers(nobody, home))).toEqual(texts(await answers(email, ward)))
    const elsewhere = ['198.51.100.1', '198.51.100.2']
    for (const address of elsewhere) {
      expect(texts(await answers(nobody, address))).toEqual(texts(await answers(email, address)))
    }
  })

  test('from ever new addresses is paused as well', async () => {
    const { email } = await givenAccount()
    let address = 0
    const pauses = await pausesOf(() => guess(email, `198.51.100.${address++ % 250}`), 12)
    expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
  })

  test('from ever new addresses of one IPv6 network guesses from one place', async () => {
    expect(network('2001:db8:1:2:3:4:5:6')).toBe(network('2001:DB8:1:2::9'))
    expect(network('2001:db8:1:2::1')).not.toBe(network('2001:db8:1:3::1'))
    expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1')
    const { email } = await givenAccount()
    let host = 0
    expect(await pausesOf(() => guess(email, `2001:db8:1:2::${(host++).toString(16)}`), 3)).toEqual([1, 2, 4])
  })
})

describe('the owner', () => {
  test('is not kept out by who guesses from elsewhere, wherever they signed in before', async () => {
    const account = await givenAccount()
    expect((await signIn(account, ward)).status).toBe(200)
    for (let times = 0; times < 30; times++) await guess(account.email, `198.51.100.${times}`)
    pauseOf(await guess(account.email, '198.51.100.200'))
    expect((await signIn(account, ward)).status).toBe(200)
  })

  test('is not kept out by who guesses at the same address, in the browser where they signed in before', async () => {
    const account = await givenAccount()
    const browser = deviceOf(await signIn(account, ward))
    for (let times = 0; times < 10; times++) await guess(account.email, ward)
    pauseOf(await signIn(account, ward))
    expect((await signIn(account, ward, browser)).status).toBe(200)
    // The cookie helps its owner alone.
    const guesser = await givenAccount()
    const theirs = deviceOf(await signIn(guesser, ward))
    pauseOf(await guess(account.email, ward, theirs))
    await guess(account.email, ward)
    pauseOf(await guess(account.email, ward))
  })

  test('may mistype in their own browser no more often than elsewhere', async () => {
    const account = await givenAccount()
    const browser = deviceOf(await signIn(account, ward))
    expect(await pausesOf(() => guess(account.email, ward, browser), 3)).toEqual([1, 2, 4])
  })

  test('of an account that nobody else knows shares their browser on the ward', async () => {
    const [first, second] = [await givenAccount(), await givenAccount()]
    const browser = deviceOf(await signIn(first, ward))
    expect(deviceOf(await signIn(second, ward, browser))).toBe(browser)
    for (let times = 0; times < 10; times++) await guess(first.email, ward)
    expect((await signIn(first, ward, browser)).status).toBe(200)
    expect((await signIn(second, ward, browser)).status).toBe(200)
  })

  test('is a stranger again where they have not been for eight weeks', async () => {
    const account = await givenAccount()
    await signIn(account, ward)
    for (let times = 0; times < 20; times++) await guess(account.email, `198.51.100.${times}`)
    expect((await signIn(account, ward)).status).toBe(200)
    await app.asOwner(`update sign_in_place set last_at = last_at - interval '57 days'`)
    pauseOf(await signIn(account, ward))
  })
})

describe('who tries one guess at each of many accounts', () => {
  const spray = async (count: number, address: string) => {
    for (let times = 0; times < count; times++) await guess(`${randomUUID()}@hospital.test`, address)
  }

  test('waits before each, a minute at most; who is known there does not', async () => {
    const known = await givenAccount()
    await signIn(known, ward)
    const browser = deviceOf(await signIn(known, ward))
    await spray(20, ward)
    expect(pauseOf(await guess('next@hospital.test', ward))).toBe(1)
    expect((await signIn(known, ward)).status).toBe(200)
    await app.asOwner(`update sign_in_count set failures = 1000 where key like 'address:%'`)
    expect(pauseOf(await guess('another@hospital.test', ward))).toBe(60)
    expect((await signIn(known, ward, browser)).status).toBe(200)
    expect((await guess('elsewhere@hospital.test', home)).status).toBe(401)
  })

  test('keeps nobody out who signs in there for the first time: they wait once, and are heard', async () => {
    const account = await givenAccount()
    await spray(20, ward)
    secondsAhead += pauseOf(await signIn(account, ward))
    await spray(20, ward)
    expect((await signIn(account, ward)).status).toBe(200)
    expect((await signIn(account, ward)).status).toBe(200)
  })

  test('makes nobody wait twice whose own failure there is over, and not deleted yet', async () => {
    const account = await givenAccount()
    await guess(account.email, ward)
    secondsAhead += 25 * 3600
    await spray(20, ward)
    secondsAhead += pauseOf(await signIn(account, ward))
    expect((await signIn(account, ward)).status).toBe(200)
  })
})

describe('many at once', { timeout: 120_000 }, () => {
  const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status)

  test('two hundred who come on duty behind one address are all let in, whoever guesses meanwhile', async () => {
    const staff = await createStaff(app, 200)
    const aimedAt = staff.slice(0, 20)
    // On the days before, they signed in here: some in the browser that they have now.
    const browsers = new Map<string, string>()
    for (const account of aimedAt) browsers.set(account.email, deviceOf(await signIn(account, ward)))
    await app.asOwner(
      `insert into sign_in_place (staff_id, place, last_at) select id, 'address:' || $1, $2 from staff where email = any ($3)
       on conflict do nothing`,
      [ward, clock(), staff.map(({ email }) => email)],
    )
    const guesses = Array.from({ length: 300 }, (_, index) => {
      const { email } = aimedAt[index % 20] ?? newAccount()
      return guess(index % 2 ? email : `nobody${index}@hospital.test`, index % 3 ? ward : home)
    })
    const shift = staff.map((account) => signIn(account, ward, browsers.get(account.email)))
    expect(statusesOf(await Promise.all(shift))).toEqual(staff.map(() => 200))
    const failed = new Set(statusesOf(await Promise.all(guesses)))
    expect([...failed].sort()).toEqual([401, 429])
  })

  test('sixty-one who sign in for the first time, where nobody ever did, are all let in', async () => {
    const staff = await createStaff(app, 61)
    const shift = await Promise.all(staff.map((account) => signIn(account, '203.0.113.5')))
    expect(statusesOf(shift)).toEqual(staff.map(() => 200))
  })

  test('sixty-one who sign up behind one address all get their account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => sendSignUp(app, newAccount(), from(ward))),
    )
    expect(statusesOf(answers)).toEqual(answers.map(() => 200))
  })
})

test('who signs in while the disk is full is told so, and is let in at once when there is room again', async () => {
  const account = await givenAccount()
  await app.asOwner(`create function disk_is_full() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
  await app.asOwner(
    `create trigger fault_of_session before insert on session for each row execute function disk_is_full()`,
  )
  const again = () => signIn(account, ward)
  for (let times = 0; times < 8; times++) expect((await again()).status).toBe(503)
  // Wrong guesses are still counted.
  expect(await pausesOf(() => guess('nobody@hospital.test', home), 2)).toEqual([1, 2])
  // The counts can't be taken back either.
  await app.asOwner(
    `create trigger fault_of_count before delete on sign_in_count for each row execute function disk_is_full()`,
  )
  await app.asOwner(`create trigger fault_of_forgiving before update on sign_in_count for each row
    when (new.failures < old.failures) execute function disk_is_full()`)
  for (let times = 0; times < 8; times++) expect((await again()).status).toBe(503)
  await app.asOwner('drop function disk_is_full cascade')
  expect((await again()).status).toBe(200)
})

test('who asks by signing up which e-mails have an account is paused after five answers a day', async () => {
  const accounts = await Promise.all(Array.from({ length: 7 }, givenAccount))
  await app.asOwner('delete from sign_in_count')
  const ask = ({ email }: NewAccount, address = home) => sendSignUp(app, newAccount({ email }), from(address))
  const told: number[] = []
  for (const account of accounts.slice(0, 5)) told.push((await ask(account)).status)
  expect(told).toEqual(Array(5).fill(422))
  expect(pauseOf(await ask(accounts[5] ?? newAccount()))).toBe(1)
  // Nor does a pause tell that an account is new.
  expect(pauseOf(await ask(newAccount()))).toBe(1)
  secondsAhead += 1
  expect((await ask(accounts[6] ?? newAccount())).status).toBe(422)
  expect(pauseOf(await ask(newAccount()))).toBe(2)
  expect((await ask(newAccount(), ward)).status).toBe(200)
})

test('who fails to sign up again and again is paused too; who succeeds is not, for a thousand accounts', async () => {
  const taken = await givenAccount()
  const tryAgain = () => sendSignUp(app, { ...taken, password: 'qwertyuiop' }, from(ward))
  for (let failures = 0; failures < 20; failures++) expect((await tryAgain()).status).toBe(422)
  expect(pauseOf(await tryAgain())).toBe(1)
  secondsAhead += 1
  expect((await tryAgain()).status).toBe(422)
  expect(pauseOf(await tryAgain())).toBe(2)
  const signUpAt = (address: string) => sendSignUp(app, newAccount(), from(address))
  expect((await signUpAt(home)).status).toBe(200)
  await app.asOwner(`update sign_in_count set failures = 999 where key like 'signed-up:%' and address = $1`, [
    home,
  ])
  expect((await signUpAt(home)).status).toBe(200)
  pauseOf(await signUpAt(home))
})

test('what fails at an address is forgotten after a day, where people fail every hour too', async () => {
  const taken = await givenAccount()
  for (let hours = 0; hours < 48; hours++) {
    secondsAhead = hours * 3600
    const refused = await sendSignUp(app, { ...taken, password: 'qwertyuiop' }, from(ward))
    // No pause is as long as an hour.
    expect(refused.status).toBe(422)
  }
  const [count] = await app.asOwner(
    `select failures from sign_in_count where key like 'sign-up:%' and address = $1`,
    [ward],
  )
  expect(count).toEqual({ failures: 24 })
})

test('whoever claims to be somewhere else is where they are, unless a proxy that is trusted says so', async () => {
  const direct = await startApp({ on: app, clock })
  try {
    const { email } = await givenAccount()
    let number = 0
    const pauses = await pausesOf(() => {
      const elsewhere = `10.0.0.${number++}`
      return sendSignIn(
        direct,
        { email, password: 'wrong-one' },
        {
          'x-forwarded-for': elsewhere,
          'x-real-ip': elsewhere,
          'x-lantern-address': elsewhere,
          forwarded: `for=${elsewhere}`,
        },
      )
    }, 3)
    expect(pauses).toEqual([1, 2, 4])
  } finally {
    await direct.close()
  }
})
