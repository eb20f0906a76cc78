import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { editSettings, readMailState, readSettings } from '../../../../contract/hospital/settings.ts'
import {
  clientOf,
  type NewAccount,
  newAccount,
  offerRoles,
  sendSignIn,
  sendSignUp,
  signUp,
  startApp,
} from '../../../testing/app.ts'
import { ifMatch } from '../../../testing/client.ts'
import { storyClock } from '../../../testing/clock.ts'
import { givenInvitation } from '../../../testing/factories/invitations.ts'
import { openMailbox, tokenIn } from '../../../testing/mailbox.ts'
import { deleteOldSignUps } from './pending-sign-ups.ts'

const publicUrl = 'https://lantern.example.org'
const { clock, set } = storyClock('2026-06-11T20:00:00Z')
const mailbox = await openMailbox()
const mail = { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl }
const app = await startApp({ clock, mail })
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

const patience = { timeout: 20_000, interval: 20 }
const untilSent = () =>
  expect.poll(() => app.asOwner('select from mail where sent_at is null'), patience).toEqual([])
const lettersTo = (email: string) =>
  mailbox.letters.filter(({ to }) =>
    [to ?? []].flat().some(({ value }) => value.some(({ address }) => address === email)),
  )
const confirm = (token: string, password: string, at = app) =>
  at.visitor.send('POST', '/api/auth/confirmed-sign-up', { body: { token, password } })
const accountsOf = (email: string) =>
  app.asOwner('select email_verified from staff where email = $1', [email])
const waiting = (email: string) => app.asOwner('select from pending_sign_up where email = $1', [email])

/** Signs up, and waits for the letter: the token of its link. */
async function mailedTo(account: NewAccount): Promise<string> {
  const before = lettersTo(account.email).length
  expect((await sendSignUp(app, account)).body).toEqual({ isAsked: true })
  await expect.poll(() => lettersTo(account.email).length, patience).toBe(before + 1)
  return tokenIn(lettersTo(account.email).at(-1))
}

/** An account that is there already. */
async function given(account = newAccount()) {
  const made = await confirm(await mailedTo(account), account.password)
  return { account, ...(await clientOf(app, made)) }
}

async function tracesOf(act: () => Promise<unknown>) {
  await app.flushAudit()
  const [last] = await app.asOwner<{ id: string }>('select coalesce(max(id), 0) as id from audit_entry')
  await act()
  await app.flushAudit()
  return app.asOwner(
    'select action, staff_id, subject_id, outcome from audit_entry where id > $1 order by action, outcome, id',
    [last?.id],
  )
}

const closed = {
  status: 409,
  code: 'link_closed',
  detail: 'This link was used, or has expired. Sign in, or sign up again.',
}

describe('what is answered to a sign-up', () => {
  test('is the same whether its e-mail has an account or not, and the letter alone tells', async () => {
    const [known, gone, unknown] = [await given(), await given(), newAccount()]
    await admin.renewToken()
    await offerRoles(admin, gone.id, [], false)
    const staff = () => app.asOwner('select * from staff order by id')
    const sessions = () => app.asOwner('select id from session order by id')
    const before = [await staff(), await sessions()]
    const emails = [known.email, gone.email, unknown.email, unknown.email.toUpperCase()]
    const typed = { firstName: 'Visit evil.example', lastName: 'Now', password: 'somebody-elses-lamp' }
    const answers: string[] = []
    for (const email of emails) {
      const { status, text, headers } = await sendSignUp(app, { ...typed, email })
      const names = [...headers.keys()].filter((name) => name !== 'date').toSorted()
      answers.push(`${status} ${text} ${names.join(' ')}`)
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(new Set(answers).size, answers.join('\n')).toBe(1)
    expect(answers[0]).toContain('200 {"isAsked":true}')
    await untilSent()
    expect([await staff(), await sessions()]).toEqual(before)
    for (const { account } of [known, gone]) {
      const letter = lettersTo(account.email).at(-1)
      expect(letter?.subject).toMatch(/^You already have an account at /)
      expect(letter?.text).toContain(`Hello ${account.firstName},`)
      expect(letter?.text).toContain(`${publicUrl}/sign-in\n`)
      expect(letter?.text).toContain(`${publicUrl}/sign-in/forgot\n`)
      expect(tokenIn(letter)).toBe('')
    }
    expect(lettersTo(unknown.email)).toHaveLength(2)
    for (const letter of lettersTo(unknown.email)) {
      expect(letter.subject).toMatch(/^Finish signing up at /)
      expect(letter.text).toContain(`${publicUrl}/sign-up/confirm#${tokenIn(letter)}`)
      expect(letter.text).not.toContain('evil')
    }
    expect((await sendSignIn(app, { ...typed, email: unknown.email })).status).toBe(401)
    expect((await sendSignIn(app, known.account)).status).toBe(200)
  })

  test('is a password that is too easy, beside its field, for any e-mail', async () => {
    const { email } = await given()
    for (const account of [newAccount(), newAccount({ email })]) {
      const answer = await sendSignUp(app, { ...account, password: 'password123' })
      expect(answer.problem).toMatchObject({
        status: 422,
        errors: [{ path: 'password', message: 'This password is too common. Choose another.' }],
      })
    }
  })

  test('stays the same beyond five letters a day to one address', async () => {
    const account = newAccount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendSignUp(app, account)))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"isAsked":true}']))
    await untilSent()
    expect(lettersTo(account.email)).toHaveLength(5)
    expect(await waiting(account.email)).toHaveLength(5)
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 25 * 3_600_000))
    await mailedTo(account)
  })

  test('is to wait, after two hundred from one address in a day', async () => {
    await sendSignUp(app, newAccount())
    await app.asOwner(`update sign_in_count set failures = 199 where key like 'sign-up-mail:%'`)
    expect((await sendSignUp(app, newAccount())).status).toBe(200)
    expect((await sendSignUp(app, newAccount())).problem).toMatchObject({ status: 429, retryAfter: 1 })
  })
})

describe('a link to confirm a sign-up', () => {
  test('and the password make the account, with its e-mail confirmed, and sign it in', async () => {
    const account = newAccount({ email: 'Mixed.Case@Confirmed.test', firstName: 'Ada', lastName: 'Okafor' })
    const email = account.email.toLowerCase()
    let id = ''
    const traces = await tracesOf(async () => {
      const before = lettersTo(email).length
      await sendSignUp(app, account)
      await expect.poll(() => lettersTo(email).length, patience).toBe(before + 1)
      expect(await accountsOf(email)).toEqual([])
      const made = await confirm(tokenIn(lettersTo(email).at(-1)), account.password)
      expect(made.status, made.text).toBe(200)
      expect(made.headers.getSetCookie().join()).toMatch(/lantern\.session_token=.*lantern\.device=/)
      expect(made.text).not.toContain('"token"')
      const somebody = await clientOf(app, made)
      ;({ id } = somebody)
      expect(await somebody.me()).toMatchObject({
        email,
        firstName: 'Ada',
        lastName: 'Okafor',
        emailVerified: true,
        offeredRoles: [],
      })
    })
    expect(traces).toEqual([
      { action: 'askToSignUp', staff_id: null, subject_id: null, outcome: 'done' },
      { action: 'signUp', staff_id: id, subject_id: null, outcome: 'done' },
    ])
    expect(await waiting(email)).toEqual([])
    expect((await sendSignIn(app, account)).status).toBe(200)
    // No other letter asks to confirm the address.
    await untilSent()
    expect(lettersTo(email)).toHaveLength(1)
  })

  test('is used once, also by ten at once', async () => {
    const account = newAccount()
    const token = await mailedTo(account)
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token, account.password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject(closed)
    expect(await accountsOf(account.email)).toEqual([{ email_verified: true }])
    const sessions = await app.asOwner(
      'select from session join staff on staff.id = staff_id where email = $1',
      [account.email],
    )
    expect(sessions).toHaveLength(1)
    expect((await confirm(token, account.password)).problem).toMatchObject(closed)
  })

  test('takes no other password, is slowed, and is good afterwards', async () => {
    const account = newAccount()
    const token = await mailedTo(account)
    const traces = await tracesOf(async () => {
      const wrong = await confirm(token, 'not-the-one')
      expect(wrong.problem).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'password',
            message: 'This is not the password of this sign-up. Forgotten it? Sign up again.',
          },
        ],
      })
    })
    expect(traces).toEqual([
      { action: 'signUp', staff_id: null, subject_id: null, outcome: 'wrong_password' },
    ])
    for (let times = 0; times < 4; times++) await confirm(token, 'not-the-one')
    expect((await confirm(token, account.password)).problem).toMatchObject({ status: 429 })
    expect(await accountsOf(account.email)).toEqual([])
    const start = clock()
    onTestFinished(() => set(app, start))
    await set(app, new Date(start.getTime() + 2000))
    expect((await confirm(token, account.password)).status).toBe(200)
  })

  test('of somebody who signed up with another’s address is nothing to its owner, whose own is good', async () => {
    const owner = newAccount()
    const strangers = await mailedTo({ ...owner, firstName: 'Some', password: 'a-strangers-own-lamp' })
    const own = await mailedTo(owner)
    expect((await confirm(strangers, owner.password)).status).toBe(422)
    expect((await confirm(own, owner.password)).status).toBe(200)
    expect((await confirm(strangers, 'a-strangers-own-lamp')).problem).toMatchObject(closed)
    expect((await sendSignIn(app, { ...owner, password: 'a-strangers-own-lamp' })).status).toBe(401)
    expect((await sendSignIn(app, owner)).status).toBe(200)
  })

  test('ends after a day, and what was typed is deleted a day later', async () => {
    const account = newAccount()
    const token = await mailedTo(account)
    const start = clock()
    onTestFinished(() => set(app, start))
    const traces = await tracesOf(async () => {
      await set(app, new Date(start.getTime() + 24 * 3_600_000))
      expect((await confirm(token, account.password)).problem).toMatchObject(closed)
    })
    expect(traces).toEqual([{ action: 'signUp', staff_id: null, subject_id: null, outcome: 'link_closed' }])
    const clean = () =>
      deleteOldSignUps.run({ db: app.app.lantern.db, clock, signal: new AbortController().signal })
    await clean()
    expect(await waiting(account.email)).toHaveLength(1)
    await set(app, new Date(start.getTime() + 23 * 3_600_000))
    expect((await confirm(token, 'not-the-one')).status).toBe(422)
    await set(app, new Date(start.getTime() + 49 * 3_600_000))
    await clean()
    expect(await waiting(account.email)).toEqual([])
  })

  test('ends when the address has an account meanwhile, and where the hospital wants invitations', async () => {
    const [invited, late] = [newAccount(), newAccount()]
    const tokens = { invited: await mailedTo(invited), late: await mailedTo(late) }
    await admin.renewToken()
    const { token: invitation } = await givenInvitation(admin, ['doctor'])
    await signUp(app, { ...invited, invitation })
    expect((await confirm(tokens.invited, invited.password)).problem).toMatchObject(closed)
    expect(await waiting(invited.email)).toEqual([])

    const wantInvitations = async (invitationOnly: boolean) => {
      const settings = (await admin.call(readSettings)).body
      await admin.call(editSettings, { body: { invitationOnly } }, ifMatch(settings))
    }
    await wantInvitations(true)
    const needed = { status: 403, code: 'invitation_needed' }
    await expect
      .poll(async () => (await confirm(tokens.late, late.password)).problem, patience)
      .toMatchObject(needed)
    for (const { email } of [newAccount(), invited]) {
      expect((await sendSignUp(app, newAccount({ email }))).problem).toMatchObject(needed)
    }
    await wantInvitations(false)
    await expect.poll(async () => (await confirm(tokens.late, late.password)).status, patience).toBe(200)
  })

  test('comes when the mail server takes it again, and administrators hear that it waits', async () => {
    await app.asOwner('delete from mail')
    mailbox.be('full')
    const account = newAccount()
    const start = clock()
    onTestFinished(() => set(app, start))
    await sendSignUp(app, account)
    const tries = async () => (await app.asOwner<{ tries: number }>('select tries from mail'))[0]?.tries
    await expect.poll(tries, patience).toBe(1)
    await set(app, new Date(start.getTime() + 6 * 60_000))
    await admin.renewToken()
    expect((await admin.call(readMailState)).body).toMatchObject({ waiting: 1 })
    mailbox.be('open')
    app.app.lantern.outbox.hurry()
    await expect.poll(() => lettersTo(account.email).length, patience).toBe(1)
    const token = tokenIn(lettersTo(account.email)[0])
    expect((await confirm(token, account.password)).status).toBe(200)
  })
})

describe('an account is made at once', () => {
  test('by an invitation that holds; one that does not tells nobody who has an account', async () => {
    const [account, known] = [newAccount(), await given()]
    await admin.renewToken()
    const { token: invitation } = await givenInvitation(admin, ['doctor'])
    for (const email of [account.email, known.email]) {
      const answer = await sendSignUp(app, newAccount({ email, invitation: 'x'.repeat(43) }))
      expect(answer.problem).toMatchObject({ status: 409, code: 'invitation_closed' })
    }
    const somebody = await signUp(app, { ...account, invitation })
    expect(await somebody.me()).toMatchObject({ offeredRoles: ['doctor'], emailVerified: false })
    await untilSent()
    expect(lettersTo(account.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Confirm your e-mail address/),
    ])
  })

  test('as the first of a hospital', async () => {
    const hospital = await startApp({ clock, mail, template: 'empty' })
    onTestFinished(() => hospital.close())
    const first = await signUp(hospital)
    expect((await first.me()).offeredRoles).toContain('admin')
    expect((await sendSignUp(hospital, newAccount())).body).toEqual({ isAsked: true })
  })

  test('where Lantern sends no mail, and an e-mail that has an account is refused', async () => {
    const without = await startApp({ on: app, clock })
    onTestFinished(() => without.close())
    const account = newAccount()
    const somebody = await signUp(without, account)
    expect(await somebody.me()).toMatchObject({ emailVerified: false })
    expect((await sendSignUp(without, account)).problem).toMatchObject({ status: 422 })
    expect(await waiting(account.email)).toEqual([])
  })
})
