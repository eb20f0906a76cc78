import { expect, type Page } from '@playwright/test'
import { type Mailbox, openMailbox } from '../../server/testing/mailbox.ts'
import { type NightHospital, openNightHospital } from '../own-hospital/night-hospital.ts'
import { type DemoAccount, dear, signInAnew, test } from '../people.ts'

let hospital: NightHospital
let mailbox: Mailbox

test.beforeAll(async () => {
  test.setTimeout(120_000)
  mailbox = await openMailbox()
  hospital = await openNightHospital({
    configured: async (origin) => ({
      publicUrl: origin,
      mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl: origin },
    }),
  })
})
test.afterAll(async () => {
  await hospital.close()
  await mailbox.close()
})

test('a visitor books from home on a phone, and reception registers the patient and books the place', async ({
  browser,
}) => {
  dear('a hospital of its own with mail, a visitor, an administrator and reception')
  const open = async (by: DemoAccount, path: string): Promise<Page> => {
    const page = await browser.newPage({ baseURL: hospital.origin })
    await signInAnew(page.request, by)
    await page.goto(path)
    return page
  }
  const visitor = await browser.newPage({ baseURL: hospital.origin, viewport: { width: 390, height: 800 } })
  expect((await visitor.goto('/book'))?.status()).toBe(404)

  const admin = await open('admin', '/settings/hospital')
  await admin.getByRole('switch', { name: 'Let people book from home' }).check({ force: true })
  await admin.getByRole('button', { name: 'Save Settings' }).click()
  await expect.poll(async () => (await visitor.request.get('/api/public/clinics')).status()).toBe(200)
  await hospital.asOwner(
    'update clinic set books_from_home = true where id = (select clinic_id from practice_session order by id limit 1)',
  )
  await admin.close()
  const reception = await open('receptionist', '/online-bookings')
  await expect(reception.getByText('No bookings to answer')).toBeVisible()

  await visitor.goto('/book')
  const time = visitor.locator('.times button').first()
  await time.click()
  await expect(visitor.getByRole('heading', { name: 'Who is the appointment for?' })).toBeFocused()
  await visitor.getByLabel('First name').fill('Ines')
  await visitor.getByLabel('Last name').fill('Quenneville')
  await visitor.getByLabel('Date of birth').fill('1988-04-02')
  await visitor.getByLabel('Phone').fill('0171 555 0142')
  await visitor.getByRole('button', { name: 'Send Me the Code' }).click()
  await expect(visitor.getByText('E-mail is required')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByLabel('Last name')).toHaveValue('Quenneville')
  await visitor.getByLabel('E-mail').fill('ines@example.org')
  await visitor.getByRole('button', { name: 'Send Me the Code' }).click()
  await expect(visitor.getByLabel('Code')).toBeVisible()
  await expect.poll(() => mailbox.letters.length).toBe(1)
  const code = /Your code is (\d{6})/.exec(mailbox.letters[0]?.text ?? '')?.[1] ?? ''
  await visitor.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await expect(visitor.getByText('This code is wrong. You can try 4 more times.')).toBeVisible()
  await visitor.getByLabel('Code').fill(code)
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await expect(visitor.getByRole('heading', { name: 'We hold this time for you' })).toBeVisible()

  // Reception sees it without a reload.
  await expect(reception.getByText('Ines Quenneville').first()).toBeVisible()
  await reception.getByRole('button', { name: 'Find the patient for Ines Quenneville' }).click()
  const dialog = reception.getByRole('dialog', { name: 'Find the patient for Ines Quenneville' })
  await expect(dialog.getByText(/born 2 Apr 1988/)).toBeVisible()
  await dialog.getByRole('link', { name: 'Register as a new patient' }).click()
  await expect(reception.getByLabel('Last name').first()).toHaveValue('Quenneville')
  await expect(reception.getByLabel('Contact number').first()).toHaveValue('0171 555 0142')
  await expect(reception.getByLabel('E-mail').first()).toHaveValue('ines@example.org')
  await reception.getByLabel('Gender').first().click()
  await reception.getByRole('option', { name: 'Female' }).click()
  await reception.getByLabel('Address').first().fill('1 Lamp Street')
  await reception.getByRole('button', { name: 'Save Patient' }).click()
  await dialog.getByRole('button', { name: 'Book the appointment' }).click()
  await expect(reception.getByText('Ines Quenneville is booked')).toBeVisible()
  await expect(reception.getByText('No bookings to answer')).toBeVisible()
  await reception.getByRole('link', { name: 'Answered' }).click()
  await reception.getByRole('link', { name: 'Show the appointment' }).click()
  await expect(reception.getByText(/Quenneville/).first()).toBeVisible()
  await expect.poll(() => mailbox.letters.map(({ subject }) => subject).at(-1)).toMatch(/is booked$/)
})
