import { chromium, expect } from '@playwright/test'
import { launchOptions } from '../testbed/chromium.ts'
import { choose, demoPassword, test, unique, uniquePhone } from './people.ts'

test('a hospital’s own network without TLS is enough to register a patient', async ({ baseURL }) => {
  // A name other than localhost, because browsers offer some features only at secure addresses.
  const { args = [], ...options } = launchOptions('stories')
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--host-resolver-rules=MAP lantern.hospital 127.0.0.1'],
  })
  try {
    const page = await browser.newPage({
      ...(baseURL && { baseURL: baseURL.replace('127.0.0.1', 'lantern.hospital') }),
    })
    await page.goto('/patients/new')
    expect(await page.evaluate('[isSecureContext, "randomUUID" in crypto]')).toEqual([false, false])
    await page.getByLabel('E-mail').fill('receptionist@demo.test')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const lastName = unique()
    await page.getByLabel('First Name').fill('Asha')
    await page.getByLabel('Last Name').fill(lastName)
    await page.getByLabel('Date of Birth').fill('12 Mar 1984')
    await choose(page, 'Gender', 'Female')
    await page.getByLabel('Contact Number').fill(uniquePhone())
    await page.getByLabel('Address').fill('1 Harbour Street')
    await page.getByRole('button', { name: 'Save Patient' }).click()
    await expect(page.getByText(`Patient Asha ${lastName} created successfully !`)).toBeVisible()
  } finally {
    await browser.close()
  }
})
