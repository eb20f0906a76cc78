import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readMailState } from '../../../../contract/hospital/settings.ts'
import { askConfirmation, giveResetLink } from '../../../../contract/people/account-links.ts'
import { chooseRole, readMe, readStaffMember } from '../../../../contract/people/staff.ts'
import {
  type NewAccount,
  newAccount,
  offerRoles,
  type StaffClient,
  sendSignIn,
  signUp,
  startApp,
} from '../../../testing/app.ts'
import { storyClock } from '../../../testing/clock.ts'
import { givenInvitation } from '../../../testing/factories/invitations.ts'
import { openMailbox, tokenIn } from '../../../testing/mailbox.ts'
import { whileRefused } from '../../../testing/trouble/refused-entries.ts'

const publicUrl = 'https://lantern.example.org'
const { clock, set } = storyClock('2026-06-11T20:00:00Z')
const mailbox = await openMailbox()
const log: string[] = []
const stream = new Writable({
  write(line, _encoding, done) {
    log.push(String(line))
    done()
  },
})
const mail = { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl }
const app = await startApp({ clock, mail, logger: { level: 'trace', stream } })
afterAll(async () => {
  await app.close()
  await mailbox.close()
})
await set(app, clock())
const admin = await app.founder()
beforeEach(async () => {
  mailbox.be('open')
  await app.asOwner('delete from sign_in_count')
})

const ask = (email: string) => app.visitor.send('POST', '/api/auth/forgotten-password', { body: { email } })
const reset = (token: string, password = 'another-turn-of-the-wick') =>
  app.visitor.send('POST', '/api/auth/new-password', { body: { token, password } })
const confirm = (token: string) => app.visitor.send('POST', '/api/auth/confirmed-email', { body: { token } })
const lettersTo = (email: string, subject: RegExp) =>
  mailbox.letters.filter(({ to, ...letter }) => {
    const addressees = [to ?? []].flat().flatMap(({ value }) => value)
    return addressees.some(({ address }) => address === email) && subject.test(letter.subject ?? '')
  })
const resets = (email: string) => lettersTo(email, /new password/)
const confirmations = (email: string) => lettersTo(email, /^Confirm/)
const patience = { timeout: 20_000, interval: 20 }
const unsent = () => app.asOwner('select from mail where sent_at is null')

/** An invited person: the account exists at once, and the email is not confirmed. */
async function invited(account: NewAccount = newAccount()) {
  await admin.renewToken()
  const { token } = await givenInvitation(admin, ['doctor'])
  return signUp(app, { ...account, invitation: token })
}

/** A person with a confirmed email. */
async function confirmed(account: NewAccount = newAccount()) {
  const somebody = await invited(account)
  await app.asOwner('update staff set email_verified = true where id = $1', [somebody.id])
  return { ...somebody, account }
}

/** The token of a link that was emailed to them. */
async function mailedTo(email: string): Promise<string> {
  const before = resets(email).length
  expect((await ask(email)).body).toEqual({ isAsked: true })
  await expect.poll(() => resets(email).length, patience).toBe(before + 1)
  return tokenIn(resets(email).at(-1))
}

async function handedOut(by: StaffClient, id: string) {
  const token = randomBytes(32).toString('base64url')
  return { token, answer: await by.call(giveResetLink, { params: { id }, body: { token } }) }
}

async function tracesOf(act: () => Promise<unknown>) {
  await app.flushAudit()
  const [last] = await app.asOwner<{ id: string }>('select coalesce(max(id), 0) as id from audit_entry')
  await act()
  await app.flushAudit()
  // Ordered by action, because an entry that is written in a batch can get its number after a later transaction's.
  return app.asOwner(
    'select action, staff_id, subject_id, outcome from audit_entry where id > $1 order by action, id',
    [last?.id],
  )
}

async function expectClosed(token: string) {
  expect((await reset(token)).problem).toMatchObject({
    status: 409,
    code: 'link_closed',
    detail: 'This link was used, or has expired. Ask for another, or ask an administrator for one.',
  })
}

test('whoever forgot the password has a link mailed, chooses another, and is signed out everywhere else', async () => {
  const { account, id, ...somebody } = await confirmed()
  const traces = await tracesOf(async () => {
    const token = await mailedTo(account.email.toUpperCase().toLowerCase())
    const [letter] = resets(account.email)
    expect(letter?.from?.text).toBe('"Lantern" <lantern@example.org>')
    expect(letter?.text).toContain(`Hello ${account.firstName},`)
    expect(letter?.text).toContain(`${publicUrl}/sign-in/reset#${token}`)
    expect((await reset(token)).body).toEqual({ isReset: true })
  })
  await expect.poll(async () => (await somebody.call(readMe)).status, patience).toBe(401)
  expect(await app.asOwner('select from session where staff_id = $1', [id])).toEqual([])
  expect((await sendSignIn(app, account)).status).toBe(401)
  expect((await sendSignIn(app, { ...account, password: 'another-turn-of-the-wick' })).status).toBe(200)
  expect(traces).toEqual([
    { action: 'askForReset', staff_id: null, subject_id: id, outcome: 'done' },
    { action: 'resetPassword', staff_id: id, subject_id: id, outcome: 'done' },
  ])
})

test('what is answered never tells whether there is such an account, and only its owner is written to', async () => {
  const [unconfirmed, gone, elsewhere] = [newAccount(), await confirmed(), await confirmed()]
  await invited(unconfirmed)
  await offerRoles(admin, gone.id, [], false)
  // Signs on with the hospital's provider, and has no password here.
  await app.asOwner('delete from account where staff_id = $1', [elsewhere.id])
  const known = await confirmed()
  const emails = [unconfirmed.email, gone.email, elsewhere.email, 'nobody@hospital.test', known.email]
  const answers = await Promise.all(emails.map(ask))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['200 {"isAsked":true}']),
  )
  await expect.poll(() => resets(known.email).length, patience).toBe(1)
  await expect.poll(unsent, patience).toEqual([])
  for (const email of emails.slice(0, -1)) expect(resets(email), email).toEqual([])
})

describe('a link to a new password', () => {
  test('is used once, also by ten at once, and takes the others that were mailed with it', async () => {
    const { email } = await confirmed()
    const [first, second] = [await mailedTo(email), await mailedTo(email)]
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(first)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    await expectClosed(first)
    await expectClosed(second)
  })

  test('is kept from a second use by the database itself', async () => {
    const { email, id } = await confirmed()
    await reset(await mailedTo(email))
    await expect(
      app.asOwner(`update account_link set used_at = now() where staff_id = $1 and kind = 'reset'`, [id]),
    ).rejects.toMatchObject({ constraint: 'account_link_once' })
  })

  test('ends after an hour', async () => {
    const { email } = await confirmed()
    const token = await mailedTo(email)
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 60 * 60_000))
    await expectClosed(token)
    await set(app, new Date(start.getTime() + 59 * 60_000))
    expect((await reset(token)).status).toBe(200)
  })

  test('ends with the account, and with the address that it was sent to', async () => {
    const [leaving, moving] = [await confirmed(), await confirmed()]
    const tokens = [await mailedTo(leaving.email), await mailedTo(moving.email)]
    await offerRoles(admin, leaving.id, [], false)
    await app.asOwner(`update staff set email = 'moved-' || email where id = $1`, [moving.id])
    for (const token of tokens) await expectClosed(token)
  })

  test('is not used up by a password that is refused', async () => {
    const { account, email, id } = await confirmed()
    const token = await mailedTo(email)
    for (const [password, message] of [
      ['password123', 'This password is too common. Choose another.'],
      [
        `${email.split('@')[0]}!1`,
        'This password is too close to a name or a hospital word. Choose another.',
      ],
      [
        `${account.lastName}-${account.firstName}`,
        'This password is too close to a name or a hospital word. Choose another.',
      ],
      ['short', 'At least 8 characters'],
      ['x'.repeat(129), 'At most 128 characters'],
    ] as const) {
      expect((await reset(token, password)).problem).toMatchObject({
        status: 422,
        code: 'invalid_input',
        errors: [{ path: 'password', message }],
      })
    }
    expect((await reset(token)).status).toBe(200)
    expect(await app.asOwner('select from account where staff_id = $1', [id])).toHaveLength(1)
  })

  test('that does not hold is on record with the account that it was for, and guesses are paused', async () => {
    const { email, id } = await confirmed()
    const token = await mailedTo(email)
    await reset(token)
    const traces = await tracesOf(async () => {
      await expectClosed(token)
      await expectClosed('a'.repeat(43))
    })
    const trace = { action: 'resetPassword', staff_id: null, outcome: 'link_closed' }
    expect(traces).toEqual([
      { ...trace, subject_id: id },
      { ...trace, subject_id: null },
    ])
    while ((await reset('b'.repeat(43))).status === 409);
    expect((await reset('b'.repeat(43))).problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  test('that holds is not paused by who makes links up at the same address, nor is asking for one', async () => {
    const { email } = await confirmed()
    const token = await mailedTo(email)
    for (const tryOne of [reset, confirm]) {
      while ((await tryOne('b'.repeat(43))).status === 409);
      expect((await tryOne('b'.repeat(43))).problem.status).toBe(429)
    }
    const newcomer = await invited()
    await expect.poll(() => confirmations(newcomer.email).length, patience).toBe(1)
    expect((await confirm(tokenIn(confirmations(newcomer.email)[0]))).status).toBe(200)
    const another = await mailedTo(email)
    expect(another).not.toBe(token)
    expect((await reset(token)).status).toBe(200)
  })

  test('stands in no table, and in no line of the log', async () => {
    const { email, id } = await confirmed()
    const mailed = await mailedTo(email)
    const { token } = await handedOut(admin, id)
    await reset(mailed)
    await expectClosed(token)
    await app.flushAudit()
    const tables = await app.asOwner<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
    )
    for (const secret of [mailed, token, 'another-turn-of-the-wick']) {
      for (const { name } of tables) {
        const found = await app.asOwner(`select from ${name} as kept where kept::text like $1`, [
          `%${secret}%`,
        ])
        expect(found, name).toEqual([])
      }
      expect(log.join('')).not.toContain(secret)
    }
  })
})

test('no password is set and no e-mail confirmed by a link without an entry', async () => {
  const { account, id } = await confirmed()
  const { token } = await handedOut(admin, id)
  await whileRefused(app, 'resetPassword', async () => {
    expect((await reset(token)).problem.status).toBe(500)
  })
  expect((await sendSignIn(app, account)).status).toBe(200)
  expect((await reset(token)).status).toBe(200)

  const other = newAccount()
  const somebody = await invited(other)
  await expect.poll(() => confirmations(other.email).length, patience).toBe(1)
  const confirming = tokenIn(confirmations(other.email)[0])
  await whileRefused(app, 'confirmEmail', async () => {
    expect((await confirm(confirming)).problem.status).toBe(500)
  })
  expect(await somebody.me()).toMatchObject({ emailVerified: false })
  expect((await confirm(confirming)).status).toBe(200)
})

describe('asking', () => {
  test('is answered while the SMTP server is silent, and the mail comes when it speaks again', async () => {
    const { email } = await confirmed()
    mailbox.be('silent')
    const server = await startApp({ on: app, clock, mail })
    const { calls } = mailbox
    const asked = await server.visitor.send('POST', '/api/auth/forgotten-password', { body: { email } })
    expect(asked.body).toEqual({ isAsked: true })
    await expect.poll(() => mailbox.calls, patience).toBeGreaterThan(calls)
    // The server stops without sending the mail; another sends it when it is due again.
    await server.close()
    expect(resets(email)).toEqual([])
    mailbox.be('open')
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 2 * 60_000))
    const other = await startApp({ on: app, clock, mail, runsJobs: true })
    onTestFinished(() => other.close())
    await expect.poll(() => resets(email).length, patience).toBe(1)
    expect((await reset(tokenIn(resets(email)[0]))).status).toBe(200)
  })

  test('survives an SMTP server that refuses: it is tried again, later each time, and given up after a day', async () => {
    const { email, id } = await confirmed()
    mailbox.be('full')
    await ask(email)
    const row = async () =>
      (
        await app.asOwner<{ tries: number; wait: number | null }>(
          'select tries, extract(epoch from try_at - $2)::int as wait from mail where staff_id = $1 and kind = $3',
          [id, clock(), 'reset'],
        )
      )[0]
    await expect.poll(row, patience).toEqual({ tries: 1, wait: 60 })
    const start = clock()
    onTestFinished(() => set(app, start))
    const waits: (number | null | undefined)[] = []
    for (const [tries, minutes] of [2, 10, 60, 25 * 60].entries()) {
      await set(app, new Date(start.getTime() + minutes * 60_000))
      app.app.lantern.outbox.hurry()
      await expect.poll(async () => (await row())?.tries, patience).toBe(tries + 2)
      waits.push((await row())?.wait)
    }
    expect(waits).toEqual([120, 240, 480, null])
    expect(resets(email)).toEqual([])
    expect(log.filter((line) => line.includes('A mail could not be sent')).join('')).not.toContain(email)
  })

  test('is void once its owner chose another password: what still waits is not sent, and what is asked then is', async () => {
    await app.asOwner('delete from mail')
    const account = newAccount()
    const { email, cookie } = await confirmed(account)
    await expect.poll(unsent, patience).toEqual([])
    mailbox.be('full')
    const refusals = () => log.filter((line) => line.includes('A mail could not be sent')).length
    const before = refusals()
    await ask(email)
    await expect.poll(refusals, patience).toBeGreaterThan(before)
    const changed = await app.visitor.send('POST', '/api/auth/change-password', {
      body: { password: account.password, newPassword: 'trim-the-lamp-at-dusk' },
      headers: { cookie },
    })
    expect(changed.status).toBe(200)
    mailbox.be('open')
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 2 * 60_000))
    await ask(email)
    await expect.poll(unsent, patience).toEqual([])
    expect(resets(email)).toHaveLength(1)
    expect((await reset(tokenIn(resets(email)[0]))).status).toBe(200)
  })

  test('tells administrators since when mails wait, once it is longer than they should, until one is taken again', async () => {
    await app.asOwner('delete from mail')
    const { email, id } = await confirmed()
    const trouble = async () => {
      await admin.renewToken()
      return (await admin.call(readMailState)).body
    }
    const none = { waiting: 0, since: null }
    await expect.poll(unsent, patience).toEqual([])
    expect(await trouble()).toEqual(none)
    mailbox.be('full')
    const start = clock()
    onTestFinished(() => set(app, start))
    await ask(email)
    await ask('nobody-at-all@hospital.test')
    await set(app, new Date(start.getTime() + 4 * 60_000))
    expect(await trouble()).toEqual(none)
    await set(app, new Date(start.getTime() + 6 * 60_000))
    const waiting = { waiting: 1, since: start.toISOString() }
    expect(await trouble()).toEqual(waiting)
    // Giving up a mail after a day does not mean that the SMTP server accepts mails.
    await app.asOwner('update mail set try_at = null where staff_id = $1', [id])
    expect(await trouble()).toEqual(waiting)
    mailbox.be('open')
    await mailedTo((await confirmed()).email)
    await expect.poll(trouble, patience).toEqual(none)
    // One refused address does not mean that email is in trouble.
    await app.asOwner(
      `update mail set sent_at = null, try_at = now() + interval '1 day' where staff_id = $1`,
      [id],
    )
    expect(await trouble()).toEqual(none)
    await app.asOwner('delete from mail where staff_id = $1', [id])
  })

  test('is no sign that mails are taken again where one is void, or was taken before', async () => {
    await app.asOwner('delete from mail')
    const [waiting, leaver] = [await confirmed(), newAccount()]
    await expect.poll(unsent, patience).toEqual([])
    mailbox.be('full')
    const start = clock()
    onTestFinished(() => set(app, start))
    await ask(waiting.email)
    await set(app, new Date(start.getTime() + 60_000))
    const { id } = await invited(leaver)
    await offerRoles(admin, id, [], false)
    // This mail was on its way when the SMTP server stopped accepting any.
    await app.asOwner(
      `insert into mail (kind, staff_id, asked_at, sent_at) values ('reset', $1, $2::timestamptz - interval '1 minute', $2)`,
      [admin.id, new Date(start.getTime() + 1000)],
    )
    await set(app, new Date(start.getTime() + 10 * 60_000))
    app.app.lantern.outbox.hurry()
    await expect.poll(() => app.asOwner('select from mail where staff_id = $1', [id]), patience).toEqual([])
    await admin.renewToken()
    expect((await admin.call(readMailState)).body).toEqual({ waiting: 1, since: start.toISOString() })
    await app.asOwner('delete from mail')
  })

  test('waits for no process whose SMTP server is silent, and comes once', async () => {
    await app.asOwner('delete from mail')
    const people = [await confirmed(), await confirmed(), await confirmed()]
    await expect.poll(unsent, patience).toEqual([])
    const slow = await startApp({ on: app, clock, mail })
    mailbox.be('silent')
    const { calls } = mailbox
    const { db, outbox } = slow.app.lantern
    for (const { email } of people) await outbox.ask(db, 'reset', email)
    outbox.hurry()
    await expect.poll(() => mailbox.calls, patience).toBe(calls + 1)
    mailbox.be('open')
    app.app.lantern.outbox.hurry()
    // The timeout is below the ten seconds that a process waits for a silent SMTP server.
    await expect.poll(unsent, { ...patience, timeout: 8000 }).toHaveLength(1)
    await slow.close()
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 61_000))
    app.app.lantern.outbox.hurry()
    await expect.poll(unsent, patience).toEqual([])
    for (const { email } of people) expect(resets(email)).toHaveLength(1)
  })

  test('again and again fills nobody’s letter box, and takes no link from its owner', async () => {
    const { account, email } = await confirmed()
    const first = await mailedTo(email)
    await Promise.all(Array.from({ length: 8 }, () => ask(email)))
    await expect.poll(() => resets(email).length, patience).toBe(3)
    await expect.poll(() => app.asOwner('select from mail where try_at is not null'), patience).toEqual([])
    expect(resets(email)).toHaveLength(3)
    // The owner signs in as always, and can use what came first.
    expect((await sendSignIn(app, account)).status).toBe(200)
    expect((await reset(first)).status).toBe(200)
  })

  const nobody = (number: number) => `nobody${number}@hospital.test`

  test('is paused by address, after twenty; a browser where somebody signed in counts by itself', async () => {
    const account = newAccount()
    await invited(account)
    const entered = await sendSignIn(app, account)
    const cookie = entered.headers.getSetCookie().find((line) => line.includes('lantern.device='))
    const answers: number[] = []
    for (let times = 0; times < 22; times++) answers.push((await ask(nobody(times))).status)
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(answers.slice(20)).toContain(429)
    const headers = { cookie: cookie?.split(';')[0] ?? '' }
    const body = { email: nobody(23) }
    const known = await app.visitor.send('POST', '/api/auth/forgotten-password', { body, headers })
    expect(known.body).toEqual({ isAsked: true })
  })

  test('costs nothing twenty times a day, where somebody asks all day too', async () => {
    const start = clock()
    onTestFinished(() => set(app, start))
    for (const hours of [0, 20, 30, 50]) {
      await set(app, new Date(start.getTime() + hours * 3_600_000))
      for (let times = 0; times < 10; times++) expect((await ask(nobody(times))).status).toBe(200)
    }
  })

  test('where Lantern sends no mail says who has a link', async () => {
    const without = await startApp({ on: app, clock })
    onTestFinished(() => without.close())
    const refused = await without.visitor.send('POST', '/api/auth/forgotten-password', {
      body: { email: 'ada@hospital.test' },
    })
    expect(refused.problem).toMatchObject({
      status: 404,
      detail: 'Lantern sends no e-mail here. Ask an administrator for a reset link.',
    })
  })
})

describe('a link that an administrator hands out', () => {
  test('opens the account of a colleague whose e-mail nobody confirmed, once, and is on record', async () => {
    const account = newAccount()
    const somebody = await invited(account)
    let token = ''
    const traces = await tracesOf(async () => {
      const given = await handedOut(admin, somebody.id)
      token = given.token
      expect(given.answer.body).toEqual({
        id: expect.any(String),
        expiresAt: new Date(clock().getTime() + 3_600_000).toISOString(),
      })
      expect((await reset(token)).status).toBe(200)
    })
    expect(traces).toEqual([
      { action: 'giveResetLink', staff_id: admin.id, subject_id: somebody.id, outcome: 'done' },
      { action: 'resetPassword', staff_id: somebody.id, subject_id: somebody.id, outcome: 'done' },
    ])
    expect((await sendSignIn(app, { ...account, password: 'another-turn-of-the-wick' })).status).toBe(200)
    await expectClosed(token)
  })

  test('ends with the rights of whoever handed it out', async () => {
    const [other, somebody] = [await invited(), await invited()]
    await offerRoles(admin, other.id, ['admin'])
    await other.call(chooseRole, { body: { role: 'admin' } })
    const { token } = await handedOut(other, somebody.id)
    await offerRoles(admin, other.id, ['doctor'])
    await expectClosed(token)
  })

  test('is made for no account that is shut, or that is none', async () => {
    const { id } = await invited()
    await offerRoles(admin, id, [], false)
    expect((await handedOut(admin, id)).answer.problem).toMatchObject({
      status: 403,
      code: 'account_deactivated',
      detail: 'This account is deactivated. Reactivate it first.',
    })
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await handedOut(admin, nobody)).answer.problem.status).toBe(404)
  })

  test('is made for no one by themselves: an open screen does not become another’s way in', async () => {
    const { token, answer } = await handedOut(admin, admin.id)
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'own_account',
      detail: 'Change your own password under Settings.',
    })
    await expectClosed(token)
  })

  test('ends with a new password that its owner chose, and with a deactivation', async () => {
    const account = newAccount()
    const somebody = await invited(account)
    const beforeChange = (await handedOut(admin, somebody.id)).token
    const changed = await app.visitor.send('POST', '/api/auth/change-password', {
      body: { password: account.password, newPassword: 'trim-the-lamp-at-dusk' },
      headers: { cookie: somebody.cookie },
    })
    expect(changed.status).toBe(200)
    await expectClosed(beforeChange)

    const beforeDeactivation = (await handedOut(admin, somebody.id)).token
    await offerRoles(admin, somebody.id, [], false)
    await offerRoles(admin, somebody.id, [], true)
    await expectClosed(beforeDeactivation)
    expect((await reset((await handedOut(admin, somebody.id)).token)).status).toBe(200)
  })

  test('gives a first password to who has none', async () => {
    const { id, email } = await invited()
    await app.asOwner('delete from account where staff_id = $1', [id])
    expect((await reset((await handedOut(admin, id)).token)).status).toBe(200)
    expect((await sendSignIn(app, { email, password: 'another-turn-of-the-wick' })).status).toBe(200)
  })
})

describe('the e-mail of an account', () => {
  test('is confirmed by a link that is mailed as the account of an invitation is made, once', async () => {
    const account = newAccount()
    const somebody = await invited(account)
    expect(await somebody.me()).toMatchObject({ emailVerified: false })
    await expect.poll(() => confirmations(account.email).length, patience).toBe(1)
    const [letter] = confirmations(account.email)
    const token = tokenIn(letter)
    expect(letter?.text).toContain(`${publicUrl}/sign-in/confirm#${token}`)
    // It opens nothing else.
    await expectClosed(token)
    const traces = await tracesOf(async () => {
      expect((await confirm(token)).body).toEqual({ isConfirmed: true })
      expect((await confirm(token)).problem).toMatchObject({
        code: 'link_closed',
        detail: 'This link was used, or has expired. Sign in to have another sent, under Settings.',
      })
    })
    const trace = { action: 'confirmEmail', subject_id: somebody.id }
    expect(traces).toEqual([
      { ...trace, staff_id: somebody.id, outcome: 'done' },
      { ...trace, staff_id: null, outcome: 'link_closed' },
    ])
    expect(await somebody.me()).toMatchObject({ emailVerified: true })
    const shown = await admin.call(readStaffMember, { params: { id: somebody.id } })
    expect(shown.body.emailVerified).toBe(true)
  })

  test('a name with a line end is refused, and writes to nobody', async () => {
    const account = newAccount({
      firstName: 'Ada\r\nBcc: <other@elsewhere.example>',
      lastName: 'Okafor\nSubject: x',
    })
    await expect(signUp(app, account)).rejects.toThrow('Must be on one line')
    expect(confirmations(account.email)).toEqual([])
    expect(lettersTo('other@elsewhere.example', /./)).toEqual([])
  })

  test('is asked for again by its owner, three times an hour at most, and not once it is confirmed', async () => {
    const somebody = await invited()
    const again = async () => {
      const asked = await somebody.call(askConfirmation, { body: { email: somebody.email } })
      return asked.body.isOnItsWay
    }
    expect([await again(), await again(), await again()]).toEqual([true, true, false])
    await expect.poll(() => confirmations(somebody.email).length, patience).toBe(3)
    await confirm(tokenIn(confirmations(somebody.email)[0]))
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 2 * 3_600_000))
    await somebody.renewToken()
    expect(await again()).toBe(false)
    const another = await somebody.call(askConfirmation, { body: { email: admin.email } })
    expect(another.problem).toMatchObject({ status: 422, errors: [{ path: 'email' }] })
  })
})
