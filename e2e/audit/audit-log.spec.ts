import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { call, choose, pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'

test('an administrator answers who changed a patient’s phone number and what it was, and takes it along', async ({
  browser,
}) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const patient = await registered(desk, { contactNumber: '+1 200 555 0101' })
  const change = (contactNumber: string, version: number) =>
    call(desk.request, 'PUT', `/patients/${patient.id}`, { contactNumber }, { 'if-match': `"${version}"` })
  await change('+1 200 555 0202', 1)

  await admin.goto('/dashboard')
  await admin.getByRole('navigation').getByRole('link', { name: 'Audit Log' }).click()
  await admin.getByRole('textbox', { name: 'Patient' }).fill(patient.mrn)
  await admin.getByRole('option', { name: new RegExp(patient.mrn) }).click()
  await choose(admin, 'Kind', 'Changed')
  const entries = admin.getByRole('list', { name: 'Entries, newest first' }).locator('> li')
  await expect(entries.first()).toContainText(/Edited the record.*Contact Number.*0101.*0202/s)
  await expect(entries).toHaveCount(2)
  await expect(admin).toHaveURL(new RegExp(`patient=${patient.id}.*kind=changed`))

  // What comes meanwhile is told, and moves nothing.
  await change('+1 200 555 0303', 2)
  await admin.getByRole('button', { name: '1 new entry: Show' }).click()
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText(/0202.*0303/s)
  await entries.first().getByText('Details').click()
  await expect(entries.first()).toContainText(/Address.*127\.0\.0\.1.*Request.*editPatient/s)

  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(file.suggestedFilename()).toBe('audit-log.csv')
  expect(csv).toContain('Contact Number: from')
  expect(csv.trim().split('\r\n')).toHaveLength(4)

  await choose(admin, 'Kind', 'Printed')
  // What is pressed is gone afterwards: the keyboard goes on at the screen's own beginning.
  const content = admin.locator('#content')
  await admin.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(entries.filter({ hasText: 'Exported in a list' }).first()).toBeVisible()
  await expect(content).toBeFocused()
  await entries.first().getByRole('button').first().press('Enter')
  await expect(admin).toHaveURL(/person=/)
  await expect(content).toBeFocused()
})

test('another sees that the log is sealed, and takes the seals along', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  await expect(async () => {
    await admin.goto('/audit')
    await expect(admin.getByText(/Last sealed .* Last 24 hours verified/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await admin.getByText('How to verify the whole log').click()
  await expect(admin.getByLabel('Public key')).toHaveValue(/^MCow/)
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Download seals' }).click(),
  ])
  const [first = ''] = readFileSync(await file.path(), 'utf8').split('\n')
  expect(first).toMatch(/^\{"lantern":"audit seal 1","number":1,.*\} [\w+/=]{88}$/)
})
