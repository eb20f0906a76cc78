import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { call, dear, signInAnew, test } from '../people.ts'
import { openNightHospital } from './night-hospital.ts'
import { otherBuild } from './other-build.ts'

// It needs a hospital of its own, which costs 4 s of a core, and its server starts three times.
test('screens that were open during an upgrade say so, and a reload brings the new version with what was typed', async ({
  browser,
}) => {
  dear('five screens live through an upgrade of the server')
  const hospital = await openNightHospital()
  const next = otherBuild()
  try {
    const baseURL = hospital.origin
    const reception = await browser.newContext({ baseURL })
    const [desk, other] = [await reception.newPage(), await reception.newPage()]
    await signInAnew(desk.request, 'receptionist')
    const admin = await browser.newPage({ baseURL })
    await signInAnew(admin.request, 'admin')
    const secret = randomBytes(32).toString('base64url')
    await call(admin.request, 'POST', '/displays', { name: 'Hall', secret })
    const television = await browser.newPage({ baseURL })
    await Promise.all([
      desk.goto('/patients/new'),
      other.goto('/patients'),
      television.goto(`/display#${secret}`),
    ])
    const lastName = desk.getByLabel('Last Name')
    await lastName.fill('Okonjo')
    await expect(television.getByRole('region', { name: 'Now serving' })).toBeVisible()
    await expect(other.getByRole('table', { name: 'Patients' })).toBeVisible()

    const isBack = () => desk.waitForResponse(/\/api\/live/)
    const notice = desk.getByText('Lantern was updated')
    const buildOf = (page: Page) => page.evaluate('document.documentElement.dataset.build')
    // Nothing can be read from a page while it reloads.
    const isNew = (page: Page) =>
      expect(async () => expect(await buildOf(page)).toBe('another vers')).toPass({ timeout: 15_000 })
    const before = await buildOf(desk)
    expect(before).toMatch(/^[0-9a-f]{12}$/)

    // A restart of the same version is no upgrade.
    await hospital.stop()
    const returned = isBack()
    await hospital.startAgain()
    await returned
    await expect(notice).toHaveCount(0)

    await hospital.stop()
    await hospital.startAgain({ webDirectory: next.directory })
    await expect(notice).toBeVisible()
    await expect(lastName).toHaveValue('Okonjo')
    // If the old version's files are gone, the next screen is the new version's.
    await other.getByRole('navigation').getByRole('link', { name: 'OPD Queue' }).click()
    await expect(other.getByRole('heading', { name: 'OPD Queue Management' })).toBeVisible()
    await isNew(other)

    await desk.getByRole('button', { name: 'Reload' }).click()
    await isNew(desk)
    await expect(lastName).toHaveValue('Okonjo')
    await expect(notice).toHaveCount(0)
    // A waiting-room display has no unsaved work, so it reloads without asking.
    await isNew(television)
    await expect(television.getByRole('region', { name: 'Now serving' })).toBeVisible()
  } finally {
    await hospital.close()
    next.remove()
  }
})
