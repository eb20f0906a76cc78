import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { dear, signInAnew, test } from '../people.ts'
import { type NightHospital, openNightHospital } from './night-hospital.ts'

const place = mkdtempSync(join(tmpdir(), 'lantern-backups-'))
const directory = join(place, 'not-mounted')
const data = join(place, 'data')
let hospital: NightHospital
test.beforeAll(async () => {
  test.setTimeout(120_000)
  hospital = await openNightHospital({
    data,
    configured: async () => ({
      runsJobs: true,
      backups: {
        directory,
        hour: 2,
        keep: 14,
        passphraseFile: undefined,
        auditKeyFile: join(data, 'audit-key.pem'),
        databaseUrl: null,
        dataDirectory: data,
        lookEvery: 500,
      },
    }),
  })
})
test.afterAll(async () => {
  await hospital.close()
  rmSync(place, { recursive: true, force: true })
})

test('an administrator is told that the backup failed, makes one, and another sees it being made', async ({
  browser,
}) => {
  dear('a hospital of its own makes two backups')
  const [admin, other] = [await pageAt(browser), await pageAt(browser)]
  await other.goto('/dashboard')
  const warning = other.getByRole('alert').filter({ hasText: 'There is no backup yet' })
  await expect(warning).toContainText(`There is no directory ${directory}; make it, or name another place.`)
  await warning.getByRole('link', { name: 'Open backups' }).click()
  await expect(other).toHaveURL(/settings\/hospital#backups$/)
  await expect(section(other).getByRole('heading', { name: 'Backups' })).toBeInViewport()
  await expect(section(other)).toContainText('None yet')

  await admin.goto('/settings/hospital')
  await expect(section(admin).getByRole('alert')).toContainText('There is no directory')
  mkdirSync(directory)
  // A lock holds up the backup, so that its progress can be seen.
  await hospital.asOwner('begin; lock table supplier in access exclusive mode')
  await section(admin).getByRole('button', { name: 'Back Up Now' }).click()
  for (const page of [admin, other]) {
    await expect(section(page).getByRole('status')).toHaveText('Making the backup')
    await expect(section(page).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0%')
    await expect(section(page).getByRole('button', { name: 'Backing Up…' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
  }
  await hospital.asOwner('rollback')
  for (const page of [admin, other]) {
    await expect(section(page).getByRole('button', { name: 'Back Up Now' })).toBeVisible()
    await expect(section(page).getByRole('alert')).toHaveCount(0)
    await expect(section(page)).toContainText(/Last backup\d+\s\w{3}\s\d{4}, \d+:\d\d\s[AP]M, \d+\skB/)
  }
  const [file = ''] = readdirSync(directory)
  expect(readdirSync(directory)).toHaveLength(1)
  await expect(section(other)).toContainText(join(directory, file))

  rmSync(directory, { recursive: true })
  await section(other).getByRole('button', { name: 'Back Up Now' }).click()
  await expect(section(admin).getByRole('alert')).toContainText('The last backup failed')

  // No process makes the next backup.
  await hospital.stop()
  await hospital.startAgain({ runsJobs: false })
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(other.getByText(/No backup since/)).toHaveCount(0)
  await hospital.setClock(new Date(Date.now() + 27 * 3_600_000).toISOString())
  const nextDay = await pageAt(browser)
  await nextDay.goto('/dashboard')
  await expect(nextDay.getByRole('alert').filter({ hasText: 'No backup since' })).toContainText(
    `There is no directory ${directory}`,
  )
})

async function pageAt(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ baseURL: hospital.origin })
  await signInAnew(page.request, 'admin')
  return page
}

function section(page: Page) {
  return page.getByRole('region', { name: 'Backups' })
}
