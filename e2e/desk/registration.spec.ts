import { expect, type Page } from '@playwright/test'
import { call, dear, pageOf, reloadOnceKept, test, unique } from '../people.ts'
import { card, doctorOf, hospitalDay } from '../queue-people.ts'

/** Counts clicks and keys from now on. */
async function countHands(page: Page) {
  await page.evaluate(`(() => {
    window.hands = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => window.hands.clicks++, true)
    addEventListener('keydown', () => window.hands.keys++, true)
  })()`)
  return () => page.evaluate('window.hands') as Promise<{ clicks: number; keys: number }>
}

/** Fills in the form from the date of birth on as a receptionist does, with the Tab key. */
async function typeTheRest(page: Page, doctor: { lastName: string }, born = '03021984') {
  const { keyboard } = page
  await expect(page.getByRole('textbox', { name: 'Passport' })).toBeVisible()
  const next = async (typed: string) => {
    await keyboard.type(typed)
    await keyboard.press('Tab')
  }
  await next(born)
  await next('f')
  await next('')
  // The hospital has two systems of identifiers.
  await next('')
  await next('')
  // No other patient has this number.
  await next(`555${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`)
  await next('')
  await next('1 Lamp St')
  await next('')
  await next('')
  await next(doctor.lastName.slice(0, 5))
  await expect(page.getByRole('combobox', { name: 'Doctor' })).toHaveValue(new RegExp(doctor.lastName))
}

test('who comes in is registered and queued with a few clicks, and the board shows the card', async ({
  browser,
}) => {
  dear('two people, and a long form')
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const lastName = unique()
  await desk.goto('/opd-queue')
  const hands = await countHands(desk)

  await desk.getByRole('link', { name: 'Patients', exact: true }).click()
  await desk.getByRole('link', { name: 'New Patient', exact: true }).click()
  await expect(desk.getByLabel('First Name')).toBeFocused()
  await desk.keyboard.type('Asha')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type(lastName)
  await desk.keyboard.press('Tab')
  await typeTheRest(desk, doctor)
  await desk.getByRole('button', { name: 'Save and add to today’s queue' }).click()

  await expect(desk.getByText(new RegExp(`^Number \\d+: Asha ${lastName}, MRN\\d+$`))).toBeVisible()
  const waiting = card(desk, 'In Queue', { id: '', firstName: 'Asha', lastName })
  await expect(waiting).toBeInViewport()
  await expect(waiting).toBeFocused()
  expect((await hands()).clicks).toBeLessThanOrEqual(8)
})

test('a search without a hit leads over the registration to a printed token by keyboard alone', async ({
  browser,
}) => {
  dear('a long form by keyboard, and a printed token')
  const desk = await pageOf(browser, 'receptionist')
  await desk.addInitScript('window.print = () => {}')
  const { doctor } = await doctorOf(browser)
  const lastName = unique()
  await desk.goto('/patients')
  await expect(desk.getByRole('link', { name: /^View / }).first()).toBeVisible()
  const hands = await countHands(desk)
  const { keyboard } = desk

  await keyboard.press('/')
  await keyboard.type(`asha ${lastName.toLowerCase()}`)
  const register = desk.getByRole('link', { name: `Register “Asha ${lastName}”` })
  await expect(register).toBeVisible()
  for (
    let presses = 0;
    presses < 12 && !(await register.evaluate((one) => one.matches(':focus')));
    presses++
  ) {
    await keyboard.press('Tab')
  }
  await keyboard.press('Enter')
  await expect(desk.getByLabel('Date of Birth')).toBeFocused()
  await expect(desk.getByLabel('First Name')).toHaveValue('Asha')
  await expect(desk.getByLabel('Last Name')).toHaveValue(lastName)
  await typeTheRest(desk, doctor)
  const save = desk.getByRole('button', { name: 'Save and add to today’s queue' })
  for (let presses = 0; presses < 4 && !(await save.evaluate((one) => one.matches(':focus'))); presses++) {
    await keyboard.press('Tab')
  }
  await keyboard.press('Enter')
  const waiting = card(desk, 'In Queue', { id: '', firstName: 'Asha', lastName })
  await expect(waiting).toBeFocused()
  const { clicks, keys } = await hands()
  expect(clicks).toBe(0)
  expect(keys).toBeLessThanOrEqual(90)

  await desk.getByRole('button', { name: 'Print token' }).click()
  await desk.emulateMedia({ media: 'print' })
  const token = desk.getByRole('region', { name: 'Queue token' })
  await expect(token).toContainText(`Nina ${doctor.lastName}`)
  await expect(token).toContainText(/MRN\d+/)
  await desk.evaluate(`window.dispatchEvent(new Event('afterprint'))`)
  await desk.emulateMedia({ media: 'screen' })
  await expect(desk).toHaveURL(/\/opd-queue$/)

  // The slip can be printed again from the card.
  await waiting.getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Print Token' }).click()
  await desk.emulateMedia({ media: 'print' })
  await expect(token).toBeVisible()
})

test('what was typed of one who was looked for is not in the form of another', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto('/patients/new?called=Asha%20Rao')
  await expect(desk.getByLabel('First Name')).toHaveValue('Asha')
  await desk.getByLabel('Address').fill('2 Lamp Street')
  await desk.keyboard.press('Control+k')
  await desk.getByRole('option', { name: 'Register Patient' }).click()
  await expect(desk).toHaveURL('/patients/new')
  await expect(desk.getByLabel('First Name')).toHaveValue('')
  await expect(desk.getByLabel('Address')).toHaveValue('')
  await desk.goBack()
  await expect(desk.getByLabel('Address')).toHaveValue('2 Lamp Street')
})

test('half of it done is told, and the next press does the rest once', async ({ browser }) => {
  dear('two people, and a long form')
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const lastName = unique()
  await desk.goto(`/patients/new?called=Asha%20${lastName}`)
  await expect(desk.getByLabel('Date of Birth')).toBeFocused()
  await typeTheRest(desk, doctor)

  // The appointment is booked, but its answer never arrives.
  await desk.route(
    '**/api/appointments',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const save = desk.getByRole('button', { name: 'Save and add to today’s queue' })
  await save.click()
  await expect(
    desk
      .getByText(new RegExp(`Asha ${lastName} is registered as MRN\\d+, but isn’t in today’s queue`))
      .first(),
  ).toBeVisible()

  // Typed text is still there after a reload, and saves the same patient.
  await reloadOnceKept(desk, lastName)
  await expect(desk.getByLabel('Address')).toHaveValue('1 Lamp St')
  await save.click()
  const again = desk.getByRole('button', { name: 'Save as a new patient' })
  const waiting = card(desk, 'In Queue', { id: '', firstName: 'Asha', lastName })
  await expect(again.or(waiting)).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(waiting).toBeVisible()

  const patients = await call(desk.request, 'GET', `/patients?search=${lastName}`)
  expect(patients.total).toBe(1)
  const day = await call(desk.request, 'GET', `/appointments/days/${await hospitalDay(desk)}`)
  expect(day.filter((one: { patientId: string }) => one.patientId === patients.items[0].id)).toHaveLength(1)
})

test('after saving, the list shows the record, and the message leads to booking', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const lastName = unique()
  await desk.goto('/opd-queue/new')
  const box = desk.getByRole('textbox', { name: 'Patient' })
  await box.fill(`Asha ${lastName}`)
  await expect(desk.getByText(/^No patient matches/)).toBeVisible()
  await box.press('Enter')
  await expect(desk).toHaveURL(/\/patients\/new\?called=/)
  await expect(desk.getByLabel('Date of Birth')).toBeFocused()
  await typeTheRest(desk, doctor, 'about 42')
  await desk.getByRole('button', { name: 'Save Patient' }).click()

  await expect(desk.getByRole('table', { name: 'Patients' }).locator('tbody tr')).toHaveCount(1)
  await expect(desk.getByRole('table', { name: 'Patients' })).toContainText(lastName)
  await expect(desk.getByRole('table', { name: 'Patients' })).toContainText(/\b19\d\d \(about 42 years\)/)
  await desk.getByRole('button', { name: 'Book' }).click()
  await expect(desk).toHaveURL(/\/opd-queue\/new\?patientId=/)
  await expect(desk.getByRole('textbox', { name: 'Patient' })).toHaveValue(new RegExp(lastName, 'i'))
})
