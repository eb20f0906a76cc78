import { expect } from '@playwright/test'
import { load, pageOf, test } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'

test('a doctor copies the address of their calendar, a calendar reads it without signing in, and it is dead once withdrawn', async ({
  browser,
  playwright,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const visit = await booked(desk, patient, doctor, { time: '09:20', date: await hospitalDay(desk, 1) })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  async function copied(): Promise<string> {
    await page.getByRole('dialog').getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const address: string = await page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Done' }).click()
    return address
  }
  const calendar = await playwright.request.newContext()
  await load(page, '/settings')
  await page.getByRole('button', { name: 'Create Address' }).click()
  await page.getByRole('button', { name: 'Create address', exact: true }).click()
  const address = await copied()
  const read = await calendar.get(address)
  expect(read.headers()['content-type']).toContain('text/calendar')
  expect(await read.text()).toContain(`UID:${visit.id}`)
  expect(await read.text()).not.toContain(patient.lastName)

  await page.getByRole('button', { name: 'Replace Address' }).click()
  await page.getByRole('button', { name: 'Replace address', exact: true }).click()
  const another = await copied()
  expect((await calendar.get(address)).status()).toBe(404)
  expect((await calendar.get(another)).status()).toBe(200)

  await page.getByRole('button', { name: 'Withdraw the calendar address' }).click()
  await page.getByRole('button', { name: 'Withdraw address' }).click()
  await expect(page.getByText(/No address yet/)).toBeVisible()
  expect((await calendar.get(another)).status()).toBe(404)
  await calendar.dispose()
})
