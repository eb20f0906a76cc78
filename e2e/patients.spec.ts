import { expect, type Page } from '@playwright/test'
import { lostByReload, unsaid } from './every-screen/checks.ts'
import {
  call,
  choose,
  dear,
  endSessionUnder,
  pageOf,
  reloadOnceKept,
  signIn,
  signInAgain,
  signInAnew,
  test,
  unique,
  uniquePhone,
} from './people.ts'
import { registered } from './queue-people.ts'
import { openScreen } from './screens/open.ts'

/** The texts of one column of the list. */
const column = (page: Page, index: number) =>
  page.getByRole('table', { name: 'Patients' }).locator(`tbody tr td:nth-child(${index})`)

test('a receptionist registers a patient, is warned of a double, and finds the record again', async ({
  page,
}) => {
  dear('a long form is typed twice')
  await signIn(page, 'receptionist')
  const lastName = unique()
  const known = await registered(page, { firstName: 'José', lastName, dateOfBirth: '1980-11-21' })

  await page.goto('/patients')
  await page.getByRole('link', { name: 'New Patient', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New Patient' })).toBeVisible()
  await expect(page.getByText('Create a new patient record')).toBeVisible()
  const preview = page.getByRole('textbox', { name: 'MRN' })
  await expect(preview).toHaveValue(/^MRN\d{4,}$/)
  await expect(preview).not.toBeEditable()

  await page.getByLabel('First Name').fill('Jose')
  await page.getByLabel('Last Name').fill(lastName.toUpperCase())
  await page.getByLabel('Date of Birth').fill('21/11/1980')
  await expect(page.getByText(/^21 Nov 1980, \d\d years old$/).first()).toBeVisible()
  const panel = page.getByRole('region', { name: 'Possible duplicates' })
  await expect(panel).toContainText(known.mrn)
  await expect(panel).toContainText('Same name and date of birth')

  await choose(page, 'Gender', /^Male$/)
  await page.getByLabel('Contact Number').fill('+1 555 010 9999')
  await page.getByLabel('Address').fill('2 Lamp Street')
  await page.getByLabel('Allergies').fill('Penicillin')

  // A reload keeps everything that was typed.
  const typed = Object.fromEntries(
    ['First Name', 'Last Name', 'Date of Birth', 'Contact Number', 'Address', 'Allergies'].map((label) => [
      label,
      () => page.getByLabel(label).inputValue(),
    ]),
  )
  const reload = () => reloadOnceKept(page, 'Penicillin')
  expect(await lostByReload(page, typed, { reload })).toEqual([])
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Jose')
  await expect(page.getByLabel('Date of Birth')).toHaveValue('21 Nov 1980')

  await page.getByRole('button', { name: 'Save Patient' }).click()
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Not saved yet')
  await page.getByRole('button', { name: 'Save as a new patient' }).dblclick()
  await expect(page.getByText(`Patient Jose ${lastName.toUpperCase()} created successfully !`)).toBeVisible()
  await expect(page).toHaveURL(/\/patients\?search=MRN\d+$/)

  // The search ignores accents and capitals. Each patient is there once, in spite of double clicks.
  await page.getByRole('searchbox', { name: /Search patients/ }).fill(`jose ${lastName.toLowerCase()}`)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`search=jose\\+${lastName.toLowerCase()}|search=jose%20${lastName.toLowerCase()}`),
  )
  await page.getByRole('link', { name: known.mrn }).click()
  await expect(page.getByRole('heading', { name: `${lastName.toUpperCase()}, José` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText(`${lastName.toUpperCase()}, José`)
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText('21 Nov 1980')
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText('Allergies not recorded')

  // Back shows the same list, both the browser's and the record's. A patient's name opens the record, too.
  await page.goBack()
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await page.getByRole('link', { name: lastName, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText(`${lastName.toUpperCase()}, José`)
  await page.getByRole('main').getByRole('link', { name: 'Patients' }).click()
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()

  // Names that begin with the text come first, until an order is chosen.
  const before = `A${lastName.toLowerCase()}`
  await registered(page, { firstName: 'Jo', lastName: before })
  await page.getByRole('searchbox', { name: /Search patients/ }).fill(lastName.toLowerCase())
  await expect(column(page, 3)).toHaveText([lastName.toUpperCase(), lastName, before], { ignoreCase: true })
  await expect(page.locator('th[aria-sort="ascending"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Last Name' }).click()
  await expect(column(page, 3)).toHaveText([before, lastName.toUpperCase(), lastName], { ignoreCase: true })
})

test('the list sorts, filters and pages in its address', async ({ page }) => {
  await signIn(page, 'doctor')
  await page.goto('/patients')
  await expect(column(page, 1)).toHaveCount(20)
  const names = await column(page, 3).allTextContents()
  await expect(page.getByRole('columnheader', { name: 'Last Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^Showing 21 to 40 of \d+ results$/)).toBeVisible()
  await expect(column(page, 3)).not.toHaveText(names)

  await page.getByRole('button', { name: 'MRN' }).click()
  await expect(page).not.toHaveURL(/page=/)
  await expect(column(page, 1).first()).toContainText('MRN1000')
  await page.getByRole('button', { name: 'MRN' }).click()
  await expect(page.getByRole('columnheader', { name: 'MRN' })).toHaveAttribute('aria-sort', 'descending')
  await expect(column(page, 1).first()).not.toContainText('MRN1000')

  await page.getByRole('radiogroup', { name: 'Gender' }).getByText('Other').click()
  await expect(page).toHaveURL(/gender=OTHER/)
  await expect(column(page, 5).first()).toHaveText('Other')
  for (const gender of await column(page, 5).allTextContents()) expect(gender).toBe('Other')
  const rows = async () => (await column(page, 1).allTextContents()).join()
  const sorted = () => page.getByRole('columnheader', { name: 'MRN' }).getAttribute('aria-sort')
  expect(await lostByReload(page, { rows, sorted })).toEqual([])

  // Doctors can read the list, but only the desk can add to it.
  await expect(page.getByRole('link', { name: 'New Patient', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await page.goto('/patients/new')
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible()
})

test('each figure leads to the list that it counts', async ({ page }) => {
  await signIn(page, 'receptionist')
  await registered(page)
  await page.goto('/patients')
  const figure = page.getByRole('link', { name: /^New Patients \(30 days\)/ })
  await expect(figure).toContainText(/\d/)
  await figure.click()
  await expect(page).toHaveURL(/registeredSince=\d{4}-\d\d-\d\d/)
  // Others register patients at the same time, and both figures follow.
  await expect(async () => {
    const count = (await figure.textContent())?.match(/\(30 days\)([\d,]+)/)?.[1]?.replaceAll(',', '')
    await expect(page.getByText(new RegExp(`of ${count} results`))).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: /^Remove the filter: Registered since/ }).press('Enter')
  await expect(page).not.toHaveURL(/registeredSince/)
  await expect(page.getByRole('main')).toBeFocused()

  // The server counts pending appointments, and the figure links to the queue.
  const pending = page.getByRole('link', { name: /^Pending Appointments/ })
  await expect(pending).toContainText(/\d/)
  await pending.click()
  await expect(page).toHaveURL(/\/opd-queue\?status=SCHEDULED(%2C|,)IN_QUEUE/)
})

test('two people edit one record: the second sees both versions and loses nothing', async ({
  page,
  browser,
}) => {
  dear('two people, each with a long form')
  await signIn(page, 'receptionist')
  const patient = await registered(page, { allergies: 'Penicillin' })
  await page.goto(`/patients/${patient.id}`)
  await page.getByRole('link', { name: 'Edit Patient' }).click()
  await expect(page.getByText('Update patient information')).toBeVisible()
  await page.getByLabel('Contact Number').fill('+1 555 222 2222')
  await page.getByLabel('Medical History').fill('Asthma since childhood')

  const other = await pageOf(browser, 'admin')
  await other.goto(`/patients/edit/${patient.id}`)
  await other.getByLabel('Contact Number').fill('+1 555 111 1111')
  await other.getByLabel('Address').fill('9 Elm Road')
  await other.getByRole('button', { name: 'Update Patient' }).click()
  await expect(other.getByText(`Patient Asha ${patient.lastName} updated successfully !`)).toBeVisible()
  await expect(other).toHaveURL(`/patients/${patient.id}`)

  // The message appears before anything is sent.
  await expect(page.getByText(/^Someone else changed this record on/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Patient' }).click()
  const conflict = page.getByRole('region', { name: /changed this record on/ })
  await expect(conflict).toContainText('Grace Okafor')
  await expect(conflict).toBeFocused()
  await expect(conflict).toContainText('+1 555 111 1111')
  await expect(conflict).toContainText('+1 555 222 2222')
  // The colleague's changes are taken over. If both changed a field, the user's own text stays until one is chosen.
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('9 Elm Road')
  await expect(page.getByRole('textbox', { name: 'Contact Number' })).toHaveValue('+1 555 222 2222')
  await conflict
    .getByRole('radiogroup', { name: /^Contact number/ })
    .getByText('Use their changes')
    .click()
  await expect(page.getByRole('textbox', { name: 'Contact Number' })).toHaveValue('+1 555 111 1111')
  await conflict
    .getByRole('radiogroup', { name: /^Contact number/ })
    .getByText('Keep my changes')
    .click()
  await page.getByRole('button', { name: 'Update Patient' }).click()
  await expect(page.getByText(`Patient Asha ${patient.lastName} updated successfully !`)).toBeVisible()

  const saved = await call(page.request, 'GET', `/patients/${patient.id}`)
  expect(saved).toMatchObject({
    contactNumber: '+1 555 222 2222',
    address: '9 Elm Road',
    medicalHistory: 'Asthma since childhood',
    allergies: 'Penicillin',
    version: 3,
  })
  // The record that is open at the other desk is updated by itself.
  await expect(other.getByText('Asthma since childhood')).toBeVisible()
  await other.close()
})

test('a record with an open appointment is not deleted; without, it is', async ({ page }) => {
  await signIn(page, 'admin')
  const patient = await registered(page)
  const [doctor] = await call(page.request, 'GET', '/users/doctors')
  const appointment = await call(page.request, 'POST', '/appointments', {
    patientId: patient.id,
    doctorId: doctor.id,
    date: '2199-12-31',
    time: `10:${String(Math.floor(Math.random() * 60)).padStart(2, '0')}`,
    type: 'EMERGENCY',
  })

  await page.goto(`/patients?search=${patient.lastName}`)
  await page.getByRole('button', { name: `Delete Asha ${patient.lastName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await expect(dialog).toContainText('Do you really want to delete this patient record?')
  await expect(dialog).toContainText(patient.mrn)
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/appointment/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await call(page.request, 'DELETE', `/appointments/${appointment.id}`)
  await page.getByRole('button', { name: `Delete Asha ${patient.lastName}` }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Patient deleted successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/patients(\?|$)/)
  await expect(page.getByText('No patient matches')).toBeVisible()

  await openScreen(page, `/patients/${patient.id}`)
  await expect(page.getByRole('heading', { name: 'Patient Not Found', level: 1 })).toBeVisible()
})

test('a lost answer and a lost session make no second patient, and lose nothing typed', async ({ page }) => {
  await signInAnew(page.request, 'receptionist')
  const lastName = unique()
  await page.goto('/patients/new')
  await page.getByLabel('First Name').fill('Mira')
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Date of Birth').fill('2 Mar 1999')
  await choose(page, 'Gender', 'Female')
  await page.getByLabel('Contact Number').fill(uniquePhone())
  await page.getByLabel('Address').fill(`7 ${lastName} Street`)

  // The server saves, but its answer never arrives.
  await page.route('**/api/patients', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save Patient' }).click()
  await expect(page.getByText('Submission failed')).toBeVisible()
  await expect(page.getByText(/Your entries are kept/)).toBeVisible()
  await page.unroute('**/api/patients')

  // The session ends during the second try, too, and signing in again happens on the same screen.
  await endSessionUnder(page, '**/api/patients')
  await page.getByRole('button', { name: 'Save Patient' }).click()
  await signInAgain(page)

  await expect(page.getByText(`Patient Mira ${lastName} created successfully !`)).toBeVisible()
  const { items } = await call(page.request, 'GET', `/patients?search=${lastName}`)
  // Names that are alike are found too.
  expect(items.filter((one: { lastName: string }) => one.lastName === lastName)).toHaveLength(1)
})

test('an incomplete form says what is missing, beside the field and in a summary that leads there', async ({
  page,
}) => {
  await signIn(page, 'receptionist')
  await page.goto('/patients/new')
  await page.getByRole('button', { name: 'Save Patient' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'fields need attention' })
  await expect(summary).toBeFocused()
  expect(
    await unsaid(page, [
      [page.getByLabel('First Name'), 'First name is required'],
      [page.getByLabel('Last Name'), 'Last name is required'],
      [page.getByLabel('Date of Birth'), 'Date of birth is required'],
      [page.getByRole('combobox', { name: 'Gender' }), 'Gender is required'],
      [page.getByLabel('Contact Number'), 'Contact number is required'],
      [page.getByLabel('Address'), 'Address is required'],
    ]),
  ).toEqual([])

  await page.getByLabel('E-mail').fill('not an address')
  await page.getByLabel('Date of Birth').fill('31 Feb 1980')
  await page.getByRole('button', { name: 'Save Patient' }).click()
  await expect(page.getByText('Invalid email address')).toHaveCount(2)
  await expect(page.getByText('Enter a valid date, e.g. 21 Nov 1980')).toHaveCount(2)
  await expect(page).toHaveURL(/\/patients\/new$/)
})

test('a patient who is not there is not found, and a failed load is no such thing', async ({ page }) => {
  await signIn(page, 'doctor')
  await page.goto('/patients/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Patient Not Found', level: 1 })).toBeVisible()
  await expect(
    page.getByText("The patient you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to Patients' }).click()
  await expect(page).toHaveURL(/\/patients$/)

  await page.route('**/api/patients/*', (route) => route.abort())
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click()
  await expect(page.getByText('This patient’s record could not be loaded')).toBeVisible()
  await expect(page.getByText('Patient Not Found')).toHaveCount(0)
  await page.unroute('**/api/patients/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Patient' })).toBeVisible()
})
