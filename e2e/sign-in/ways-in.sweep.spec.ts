import { expect, type Page } from '@playwright/test'
import { type Mailbox, openMailbox } from '../../server/testing/mailbox.ts'
import { type OidcServer, openOidcServer } from '../../server/testing/oidc.ts'
import { leaveAlone } from '../account/newcomer.ts'
import { type NightHospital, openNightHospital } from '../own-hospital/night-hospital.ts'
import { type DemoAccount, dear, demoPassword, signInAnew, test } from '../people.ts'

/** The ways to sign in besides a password, with a real SMTP server and a real sign-on provider. */

const signOnName = 'St Mary’s sign-on'
const newPassword = 'another-turn-of-the-wick'
let hospital: NightHospital
let mailbox: Mailbox
let provider: OidcServer

test.beforeAll(async () => {
  test.setTimeout(120_000)
  mailbox = await openMailbox()
  hospital = await openNightHospital({
    async configured(origin) {
      const client = {
        clientId: 'lantern',
        clientSecret: 'between-the-two',
        redirectUri: `${origin}/sign-in/callback`,
      }
      provider = await openOidcServer(client)
      return {
        publicUrl: origin,
        mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl: origin },
        signOn: {
          ...client,
          name: signOnName,
          issuer: provider.issuer,
          scopes: 'openid profile email',
          rolesClaim: 'roles',
          roles: new Map([['front-desk', 'receptionist']]),
          publicUrl: origin,
        },
      }
    },
  })
})
test.afterAll(async () => {
  await hospital.close()
  await provider.stop()
  await mailbox.close()
})

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function choosePassword(page: Page) {
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('link', { name: /too common/ })).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
}

/** Waits for the newest mail, and returns its link. */
async function mailedLink(count: number): Promise<string> {
  await expect.poll(() => mailbox.letters.length).toBe(count)
  return /https?:\S+/.exec(mailbox.letters.at(-1)?.text ?? '')?.[0] ?? ''
}

test('an e-mail is confirmed by a link, and from then on another one leads to a new password', async ({
  browser,
}) => {
  dear('two mails, and four pages on the way in')
  const page = await browser.newPage({ baseURL: hospital.origin })
  await signInAnew(page.request, 'doctor')
  await page.goto('/settings')
  await expect(page.getByText('This e-mail address is not confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Send Confirmation Link' }).click()
  await expect(page.getByText('A confirmation link is on its way to doctor@demo.test')).toBeVisible()

  const elsewhere = await browser.newPage({ baseURL: hospital.origin })
  await elsewhere.goto(await mailedLink(1))
  await elsewhere.getByRole('button', { name: 'Confirm e-mail address' }).click()
  await expect(elsewhere.getByText('E-mail address confirmed')).toBeVisible()

  await elsewhere.getByRole('link', { name: 'Back to sign in' }).click()
  await elsewhere.getByRole('link', { name: 'Forgot password?' }).click()
  await elsewhere.getByLabel('E-mail').fill('doctor@demo.test')
  await elsewhere.getByRole('button', { name: 'Send link' }).click()
  await expect(elsewhere.getByRole('status').filter({ hasText: 'Check your e-mail' })).toBeFocused()
  const link = await mailedLink(2)
  const asked: string[] = []
  elsewhere.on('request', (request) => {
    asked.push(request.url(), request.headers()['referer'] ?? '')
  })
  await elsewhere.goto(link)
  await choosePassword(elsewhere)
  const [, token = ''] = link.split('#')
  expect(token).toHaveLength(43)
  expect(asked.filter((address) => address.includes(token))).toEqual([])
  await signIn(elsewhere, 'doctor@demo.test', newPassword)
  await expect(elsewhere).toHaveURL(/\/dashboard/)

  // The sessions on other devices have ended.
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was used, or has expired.')
})

test('someone signs up, confirms it by the link in an e-mail, and is inside; an address with an account is answered alike', async ({
  browser,
}) => {
  dear('two mails, and three pages on the way in')
  const page = await browser.newPage({ baseURL: hospital.origin })
  const askFor = async (email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Sign up' }).click()
    const answer = page.getByRole('status').filter({ hasText: 'Check your e-mail' })
    await expect(answer).toBeFocused()
    return (await answer.innerText()).replace(email, '…')
  }
  const { length } = mailbox.letters
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('Adeyemi')
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  const known = await askFor('doctor@demo.test')
  await page.getByRole('button', { name: 'Change details' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Nia')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newPassword)
  expect(await askFor('nia@e2e.test')).toBe(known)
  const link = await mailedLink(length + 2)
  expect(mailbox.letters.at(-2)?.subject).toContain('You already have an account')

  await page.goto(link)
  const password = page.getByLabel('Password', { exact: true })
  const create = page.getByRole('button', { name: 'Create account' })
  await password.fill('guessed')
  await create.click()
  await expect(page.getByRole('link', { name: /not the password of this sign-up/ })).toBeVisible()
  await password.fill(newPassword)
  await create.click()
  await expect(page.getByText('An administrator must grant you access')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign out first' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await password.fill(newPassword)
  await create.click()
  await expect(page.getByRole('alert')).toContainText('This link was used, or has expired.')
})

test('an e-mail that was typed to sign in need not be typed again for a link, even while that form is on its way', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: hospital.origin })
  const sent = Promise.withResolvers<void>()
  await page.route(/\/assets\/ways-.*\.js/, async (route) => {
    await sent.promise
    await route.continue()
  })
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in form is still there, and has a field with the same name.
  await page.getByLabel('E-mail').pressSequentially('nobody')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  sent.resolve()
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await page.keyboard.type('@demo.test')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check your e-mail' })).toContainText(
    'nobody@demo.test',
  )
})

// One provider and two people who sign in with it, on ten screens: about 10 s of a core.
test('a colleague signs in by the hospital’s own sign-on, once it is back, and links an account that was there before', async ({
  browser,
}) => {
  dear('a provider of its own, and seven pages on the way in')
  const person = { email_verified: true, given_name: 'Grace', family_name: 'Okafor', roles: ['front-desk'] }
  provider.people.set('grace', { ...person, email: 'grace@example.org' })
  provider.people.set('desk', { ...person, email: 'receptionist@demo.test' })
  const page = await browser.newPage({ baseURL: hospital.origin })
  await provider.stop()
  await page.goto('/patients')
  const button = page.getByRole('button', { name: `Sign in with ${signOnName}` })
  await button.click()
  await expect(page.getByRole('alert')).toContainText(`${signOnName} can’t be reached right now.`)
  await expect(page.getByLabel('Password', { exact: true })).toBeEditable()
  await provider.start()

  // A colleague who returns while Lantern is not available sees a message, and reaches the page later.
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.evaluate(() => sessionStorage.setItem('lantern.sign-on-from', '/patients'))
  await page.goto('/sign-in/callback?state=made-up')
  await expect(page.getByRole('alert')).toContainText('Lantern can’t reach the hospital’s server.')
  await page.unroute('**/api/auth/**')
  await button.click()
  await page.getByLabel('Login').fill('grace')
  await page.getByRole('button', { name: 'Continue' }).click()
  // It names the only role on offer. The requested page comes next.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/patients$/)
  await expect(page.getByRole('heading', { name: 'Patient Management' })).toBeVisible()

  // The account has no password, so neither the lock nor the settings ask for one.
  await leaveAlone(page, 16)
  const lock = page.getByRole('dialog', { name: 'Locked' })
  await expect(lock.getByRole('button', { name: `Sign in with ${signOnName}` })).toBeFocused()
  await expect(lock.getByRole('textbox')).toHaveCount(0)
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in\/locked/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await button.click()
  await expect(page).toHaveURL(/\/patients$/)
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Password' })).toContainText(
    `You sign in with ${signOnName}.`,
  )
  for (const name of ['Change Password', 'Turn on', 'Add Passkey', 'Unlink'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)

  const desk = await browser.newPage({ baseURL: hospital.origin })
  await desk.goto('/sign-in')
  const signOn = async () => {
    await desk.getByRole('button', { name: `Sign in with ${signOnName}` }).click()
    await desk.getByLabel('Login').fill('desk')
    await desk.getByRole('button', { name: 'Continue' }).click()
  }
  await signOn()
  await expect(desk.getByRole('alert')).toContainText('receptionist@demo.test already has an account here.')
  await desk.getByRole('link', { name: 'Back to sign in' }).click()
  await signIn(desk, 'receptionist@demo.test', demoPassword)
  await expect(desk).toHaveURL(/\/dashboard/)
  await desk.goto('/settings')
  // The provider still has this person's session.
  await desk.getByRole('button', { name: `Link to ${signOnName}` }).click()
  const linking = desk.getByRole('dialog', { name: `Link your account to ${signOnName}` })
  await linking.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await linking.getByRole('button', { name: `Continue to ${signOnName}` }).click()
  await expect(desk.getByRole('button', { name: 'Unlink' })).toBeVisible()
  await desk.goto('/sign-out')
  await desk.getByRole('button', { name: 'Sign out' }).click()
  await desk.getByRole('button', { name: `Sign in with ${signOnName}` }).click()
  await expect(desk).toHaveURL(/\/dashboard/)

  // A colleague without a password unlocks the screen in the same way, and is back on the same page.
  await desk.goto('/patients?search=okafor')
  const table = desk.getByRole('table', { name: 'Patients' })
  await expect(table.getByRole('row')).not.toHaveCount(0)
  await leaveAlone(desk, 16)
  const cover = desk.getByRole('dialog', { name: 'Locked' })
  await cover.getByRole('button', { name: `Sign in with ${signOnName}` }).click()
  await expect(table.getByRole('row')).not.toHaveCount(0)
  await expect(cover).toHaveCount(0)
  await expect(desk).toHaveURL(/\/patients\?search=okafor$/)
})

test('administrators hear that e-mail waits for longer than it should, and hand out a link meanwhile', async ({
  browser,
}) => {
  dear('a hospital of its own whose mail server is away')
  const as = async (account: DemoAccount) => {
    const page = await browser.newPage({ baseURL: hospital.origin })
    await signInAnew(page.request, account)
    return page
  }
  const sendConfirmation = async (page: Page, account: DemoAccount) => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Send Confirmation Link' }).click()
    await expect(page.getByText(`A confirmation link is on its way to ${account}@demo.test`)).toBeVisible()
  }
  mailbox.be('full')
  await sendConfirmation(await as('receptionist'), 'receptionist')
  const admin = await as('admin')
  const trouble = admin.getByRole('alert').filter({ hasText: 'E-mail has not been sent since' })
  await admin.goto('/settings/hospital')
  await expect(admin.getByLabel('Hospital name')).toBeVisible()
  await expect(trouble).toHaveCount(0)

  await hospital.setClock(new Date(Date.now() + 6 * 60_000).toISOString())
  for (const path of ['/settings/hospital', '/dashboard']) {
    await admin.goto(path)
    await expect(trouble).toContainText('1 e-mail could not be sent: the mail server can’t be reached')
  }
  await trouble.getByRole('link', { name: 'Staff page' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  await admin.getByLabel('Search staff by name or e-mail').fill('inventory@demo.test')
  await expect(admin.getByRole('row')).toHaveCount(2)
  await expect(admin.getByRole('row').last()).toContainText('(not confirmed)')
  await admin.getByRole('button', { name: /^Edit/ }).click()
  await admin.getByRole('button', { name: 'Reset Password Link' }).click()
  const dialog = admin.getByRole('dialog', { name: /^Reset password link for/ })
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  // The story of the mailed link tests what such a link opens.
  const begins = `${hospital.origin}/sign-in/reset#`
  await expect.poll(() => dialog.getByLabel(/^Reset link for/).inputValue()).toMatch(begins)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const { length } = mailbox.letters
  mailbox.be('open')
  await sendConfirmation(admin, 'admin')
  await expect.poll(() => mailbox.letters.length).toBe(length + 2)
  await admin.goto('/dashboard')
  await expect(admin.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(trouble).toHaveCount(0)
})

test('who mistypes again and again waits as long as the button says, and can then try again', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: hospital.origin })
  await page.clock.install()
  await page.goto('/sign-in')
  await signIn(page, 'inventory@demo.test', 'mistyped')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  // Further attempts from the same browser; the clocks are moved forward instead of waiting out the limit.
  const headers = { origin: hospital.origin }
  const data = { email: 'inventory@demo.test', password: 'mistyped' }
  let ahead = 10 * 60_000
  const wait = (seconds: number) => {
    ahead += seconds * 1000
    return hospital.setClock(new Date(Date.now() + ahead).toISOString())
  }
  for (let pause = 0; pause < 60; ) {
    const answer = await page.request.post('/api/auth/sign-in/email', { data, headers })
    if (answer.status() === 401) continue
    expect(answer.status()).toBe(429)
    pause = (await answer.json()).retryAfter
    if (pause < 60) await wait(pause)
  }
  await signIn(page, 'inventory@demo.test', demoPassword)
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 2 minutes.')
  await expect(page.getByRole('button', { name: /^Try again in 1:\d\d min$/ })).toBeDisabled()
  await page.clock.fastForward(64_000)
  await expect(page.getByText('You can try again now.')).toBeAttached()
  await wait(64)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
