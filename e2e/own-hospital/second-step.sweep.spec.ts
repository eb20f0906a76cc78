import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { fillSignIn } from '../account/newcomer.ts'
import { choose, dear, demoPassword, signInAnew, test } from '../people.ts'
import { openNightHospital } from './night-hospital.ts'

/** Sets up an authenticator app and confirms the recovery codes. Returns the app, which makes the codes. */
async function setUp(page: Page, where: ReturnType<Page['locator']>): Promise<TOTP> {
  const key = (await where.getByLabel('Or enter this key in the app').inputValue()).replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await where.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await where.getByLabel(/^2\. Code/).fill('000000')
  await where.getByRole('button', { name: 'Set up and continue' }).click()
  await expect(where.getByRole('link', { name: /doesn’t match/ })).toBeVisible()
  await where.getByLabel(/^2\. Code/).fill(app.generate())
  await where.getByRole('button', { name: 'Set up and continue' }).click()
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await kept.getByRole('button', { name: 'I Have Saved Them' }).click()
  return app
}

// It needs a hospital of its own, which costs 4 s of a core, and three people at work.
test('a hospital asks for a second step: a doctor in the middle of work sets it up, and goes on with what was typed', async ({
  browser,
}) => {
  dear('three people in a hospital of its own set up a second step')
  const hospital = await openNightHospital()
  try {
    const [admin, doctor, desk] = (await Promise.all(
      (['admin', 'doctor', 'receptionist'] as const).map(async (account) => {
        const page = await browser.newPage({ baseURL: hospital.origin })
        await signInAnew(page.request, account)
        return page
      }),
    )) as [Page, Page, Page]
    await doctor.goto('/opd-queue/new')
    await doctor.getByLabel('Notes').fill('Walks with a stick')
    await desk.goto('/patients')
    await expect(desk.getByRole('table', { name: 'Patients' })).toBeVisible()

    // Everybody sees the deadline before it comes.
    await admin.goto('/settings/hospital')
    await choose(admin, 'Ask for a second step when signing in', 'Everyone')
    await choose(admin, 'Time to set it up', '14 days')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(doctor.getByText('asks for a second step when you sign in. You have until')).toBeVisible()
    await expect(doctor.getByLabel('Notes')).toHaveValue('Walks with a stick')

    // Without any time, everybody is led to it at once, from any screen, including the administrator.
    await choose(admin, 'Time to set it up', 'None: at once')
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    const cover = (page: Page) => page.getByRole('dialog', { name: 'Set up a second step' })
    for (const page of [admin, doctor, desk]) await expect(cover(page)).toBeVisible()
    await expect(desk.getByRole('table')).toHaveCount(0)
    for (let times = 0; times < 3; times++) await doctor.keyboard.press('Escape')
    await expect(cover(doctor)).toBeVisible()
    const app = await setUp(doctor, cover(doctor))
    await expect(cover(doctor)).toHaveCount(0)
    await expect(doctor.getByLabel('Notes')).toHaveValue('Walks with a stick')
    await expect(doctor.getByText('asks for a second step')).toHaveCount(0)

    // A reload leads there, too, and then back.
    await desk.reload()
    await expect(desk).toHaveURL(/\/sign-in\/second-step\?from=/)
    await expect(desk.getByRole('heading', { level: 1, name: 'Set up a second step' })).toBeVisible()
    await expect(desk.getByRole('main').getByLabel(/^2\. Code/)).toBeFocused()
    await setUp(desk, desk.getByRole('main'))
    await expect(desk).toHaveURL('/patients')
    await expect(desk.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)

    // From now on, the doctor signs in with a code, and can't remove the last second step.
    await doctor.goto('/settings')
    const section = doctor.getByRole('region', { name: 'Two-Factor Authentication' })
    await section.getByRole('button', { name: 'Turn Off' }).click()
    const off = doctor.getByRole('dialog', { name: 'Turn two-factor authentication off' })
    await off.getByLabel('Your password', { exact: true }).fill(demoPassword)
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expect(off.getByRole('alert')).toContainText('Set up another first')
    const there = await (await browser.newContext({ baseURL: hospital.origin })).newPage()
    await there.goto('/sign-in')
    await fillSignIn(there, { email: 'doctor@demo.test', password: demoPassword })
    await there.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await there.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(there).toHaveURL('/dashboard')
  } finally {
    await hospital.close()
  }
})
