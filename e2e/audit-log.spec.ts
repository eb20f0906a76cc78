import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { dear, pageOf, test } from './people.ts'

test('another sees that the log is sealed, and takes the seals along', async ({ browser }) => {
  dear('it waits for a seal, and reads the whole log')
  const admin = await pageOf(browser, 'admin')
  await expect(async () => {
    await admin.goto('/audit')
    // Verifying the rows of a whole run takes more than a second on a busy machine.
    await expect(admin.getByText(/Last sealed .* Last 24 hours verified/)).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await admin.getByText('For IT support: verify the whole log').click()
  await expect(admin.getByLabel('Public key')).toHaveValue(/^MCow/)
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Download seals' }).click(),
  ])
  const [first = ''] = readFileSync(await file.path(), 'utf8').split('\n')
  expect(first).toMatch(/^\{"lantern":"audit seal 2","number":1,.*\} [\w+/=]{88}$/)
})
