import { expect, type Page } from '@playwright/test'
import { daysAfter } from '../../contract/days.ts'
import { spokenDay } from '../../contract/spoken.ts'
import { call, choose, dear, test } from '../people.ts'
import { openNightHospital } from './night-hospital.ts'

// It needs a hospital of its own, which costs 4 s of a core, and sets it up by hand from the first account on.
test('the first hour of a hospital: from its first account to beds and colleagues', async ({ browser }) => {
  dear('a hospital of its own is set up from nothing')
  // On a busy computer, this takes longer than other stories may.
  test.setTimeout(180_000)
  const hospital = await openNightHospital({ isNew: true })
  try {
    // It is so late that in the east it is already the next day.
    await hospital.setClock(`${hospital.day}T20:00:00Z`)
    const nextDay = spokenDay(daysAfter(hospital.day, 1))
    const pageAt = () => browser.newPage({ baseURL: hospital.origin })
    const ada = await pageAt()
    await ada.goto('/')
    await expect(ada.getByText('You’re setting up Lantern')).toBeVisible()
    const ben = await pageAt()
    // Without an account, the address of sign-in leads to sign-up.
    await ben.goto('/sign-in')
    await expect(ben).toHaveURL(/\/sign-up/)
    await signUp(ada, 'Ada')
    await ben.getByRole('link', { name: 'Sign in' }).click()
    await expect(ben.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    // From now on the hospital's address is the public page, and redirects signed-in staff.
    await ben.goto('/')
    await expect(ben.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await ada.getByRole('radio', { name: 'Admin' }).check()
    await ada.getByRole('button', { name: 'Continue' }).click()

    // No step is done yet. A colleague who opens the invitation link is an administrator at once.
    await expect(step(ada, 'Colleagues')).toContainText('Later')
    await ada.getByRole('button', { name: 'Invite colleagues' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Invite colleagues' })
    await expect(dialog.getByLabel('Link for all colleagues')).toHaveValue(`${hospital.origin}/sign-up`)
    await dialog.getByRole('checkbox', { name: 'Admin', exact: true }).check()
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link: string = await ada.evaluate('navigator.clipboard.readText()')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await ben.goto(link)
    await expect(ben.getByText('You are invited to work as Admin.')).toBeVisible()
    await signUp(ben, 'Ben')
    await expect(ben.getByRole('radio', { name: 'Admin' })).toBeChecked()
    await ben.getByRole('button', { name: 'Continue' }).click()
    const late = await pageAt()
    await late.goto(link)
    await expect(late.getByText('This invitation can’t be used any more')).toBeVisible()
    for (const page of [ada, ben]) await expect(step(page, 'Colleagues')).toContainText('Done')

    // The actions of each show on the other's screen.
    await ada.getByRole('link', { name: 'Open settings' }).click()
    await ada.getByRole('textbox', { name: 'Hospital name' }).fill('Harbour Clinic')
    await ada.getByRole('combobox', { name: 'Time zone' }).fill('kolkata')
    await ada.keyboard.press('Enter')
    await expect(ada.getByText(`on ${nextDay}`)).toBeVisible()
    await expect(ben.getByText(nextDay)).toHaveCount(0)
    await ada.getByRole('switch', { name: 'Sign-up by invitation only' }).check()
    await ada.getByRole('button', { name: 'Save Settings' }).click()
    await expect(ben.getByRole('banner')).toContainText('Harbour Clinic')
    await expect(step(ben, 'Hospital name and time zone')).toContainText('Done')
    await late.goto('/sign-up')
    await expect(late.getByText('You need an invitation to sign up here.')).toBeVisible()
    await expect(late.getByLabel('E-mail')).toHaveCount(0)
    await expect(ben.getByText(new RegExp(`^\\w+, ${nextDay}$`))).toBeVisible()

    // Browsers in India call the zone Asia/Calcutta, which is the same zone.
    const storageState = await ada.context().storageState()
    const inIndia = await browser.newContext({
      baseURL: hospital.origin,
      timezoneId: 'Asia/Kolkata',
      storageState,
    })
    const device = await inIndia.newPage()
    await device.goto('/settings/hospital')
    await expect(device.getByText(`on ${nextDay}`)).toBeVisible()
    await expect(device.getByText('This device is in another zone')).toHaveCount(0)

    // Screens are read again for another zone, too, even if its day is the same.
    const { version } = await call(ada.request, 'GET', '/settings')
    const readAgain = ben.waitForRequest('**/api/appointments/queue')
    await call(ada.request, 'PUT', '/settings', { timeZone: 'Asia/Dhaka' }, { 'if-match': `"${version}"` })
    await readAgain
    await expect(device.getByText('This device is in another zone')).toBeVisible()
    await inIndia.close()

    await ada.getByRole('link', { name: 'Dashboard' }).click()
    await ada.getByRole('link', { name: 'Add beds' }).click()
    const numbers = ada.getByLabel('Bed numbers')
    await numbers.fill('A-130 to A-101')
    await choose(ada, 'Ward', 'General Ward')
    await ada.getByRole('button', { name: 'Add Beds' }).click()
    await expect(
      ada.getByRole('link', { name: 'A-130 to A-101 runs backwards: the lower number comes first.' }),
    ).toBeVisible()
    await call(ben.request, 'POST', '/beds', { bedNumber: 'a-103', ward: 'ICU' })
    await numbers.fill('A-101 to A-130')
    await expect(ada.getByText('29 beds: A-101 to A-102, A-104 to A-130')).toBeVisible()
    await expect(ada.getByText('A-103 exists already. It stays as it is.')).toBeVisible()
    await ada.getByRole('button', { name: 'Add 29 Beds' }).click()
    await expect(ada.getByRole('article', { name: /^Bed / })).toHaveCount(30)
    await expect(step(ben, 'Beds')).toContainText('Done')

    // A step that one of them puts off is put off for both, until somebody shows it again.
    await ben.getByRole('button', { name: 'Later: Stock' }).click()
    await ben.getByRole('button', { name: 'Later: Patients' }).click()
    await expect(setUp(ben)).toHaveCount(0)
    await ada.getByRole('link', { name: 'Dashboard' }).click()
    await expect(ada.getByRole('link', { name: /^Total Patients/ })).toBeVisible()
    for (const page of [ada, ben]) await expect(setUp(page)).toHaveCount(0)
    await ben.getByRole('button', { name: /your menu/ }).click()
    await ben.getByRole('menuitem', { name: 'Settings' }).click()
    await ben.getByRole('tab', { name: 'Hospital' }).click()
    await ben.getByRole('button', { name: 'Show on the dashboard again' }).click()
    await expect(step(ada, 'Stock')).toContainText('Later')
    // Sample data lets a newcomer look around, even while a colleague changes something.
    await step(ada, 'Patients').getByRole('button', { name: 'Add sample data' }).click()
    const sample = ada.getByRole('dialog', { name: 'Add sample data?' })
    await expect(sample).toBeVisible()
    await call(ben.request, 'POST', '/beds', { bedNumber: 'S-101', ward: 'GENERAL' })
    await call(ben.request, 'PUT', '/setup', { steps: ['stock', 'patients'], isPutOff: true })
    await expect(setUp(ada)).toHaveCount(0)
    await sample.getByRole('button', { name: 'Add sample data' }).click()
    await expect(sample).toHaveCount(0)
    await expect(ada.getByRole('link', { name: /^Total Patients 6/ })).toBeVisible()
    expect(await call(ada.request, 'GET', '/beds')).toHaveLength(40)
    await expect(setUp(ada)).toHaveCount(0)

    // The list of invitations is shortened, and says so.
    await hospital.asOwner(`
      insert into invitation (token_hash, offered_roles, made_by, expires_at)
      select 'many ' || n, '{doctor}', id, hospital_now() + interval '7 days'
      from staff, generate_series(1, 201) n where first_name = 'Ada'`)
    await ada.getByRole('link', { name: 'Staff' }).click()
    await ada.getByRole('button', { name: 'Invite Colleagues' }).click()
    await expect(dialog.getByText('Showing the newest 200 of 201.')).toBeVisible()
    await Promise.all([ada, ben, late].map((page) => page.close()))
  } finally {
    await hospital.close()
  }
})

async function signUp(page: Page, firstName: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('E-mail').fill(`${firstName.toLowerCase()}@hospital.test`)
  await page.getByLabel('Password', { exact: true }).fill('turn-the-wick-down')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Select your role' })).toBeVisible()
}

const setUp = (page: Page) => page.getByRole('region', { name: 'Set Up Your Hospital' })
const step = (page: Page, name: string) => setUp(page).getByRole('listitem').filter({ hasText: name })
