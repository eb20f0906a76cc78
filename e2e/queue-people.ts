import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { call, choose, contextOf, load, unique, uniquePhone } from './people.ts'
import { openScreen } from './screens/open.ts'

/** People for the queue's stories: doctors with calendars of their own, and patients of no other story. */

export interface Person {
  id: string
  firstName: string
  lastName: string
}
export interface Patient extends Person {
  mrn: string
  version: number
}

/** A new doctor, signed in at a computer of their own. */
export async function doctorOf(browser: Browser): Promise<{ page: Page; doctor: Person }> {
  const page = await (await browser.newContext()).newPage()
  const lastName = unique()
  const email = `${lastName.toLowerCase()}@hospital.test`
  const account = { email, password: 'a lamp above each bed', firstName: 'Nina', lastName }
  const signedUp = await page.request.post('/api/auth/sign-up/email', {
    data: { ...account, name: `Nina ${lastName}` },
  })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)

  const admin = await contextOf(browser, 'admin')
  const staff: (Person & { email: string; version: number })[] = await call(
    admin.request,
    'GET',
    `/staff?search=${email}`,
  )
  const member = staff.find((one) => one.email === email)
  if (!member) throw new Error(`${email} is not among the staff`)
  await call(
    admin.request,
    'PUT',
    `/staff/${member.id}`,
    { offeredRoles: ['doctor'], active: true },
    { 'if-match': `"${member.version}"` },
  )
  await admin.close()
  await call(page.request, 'PUT', '/me/role', { role: 'doctor' })
  return { page, doctor: member }
}

export async function registered(page: Page, fields: Record<string, unknown> = {}): Promise<Patient> {
  return call(page.request, 'POST', '/patients', {
    firstName: 'Asha',
    lastName: unique(),
    dateOfBirth: '1984-02-03',
    gender: 'FEMALE',
    contactNumber: uniquePhone(),
    address: '1 Lamp Street',
    ...fields,
  })
}

/** The hospital's day, or the day `daysLater` days later, as yyyy-mm-dd. */
export async function hospitalDay(page: Page, daysLater = 0): Promise<string> {
  const { timeZone } = await (await page.request.get('/api/site')).json()
  const today = new Date().toLocaleDateString('en-CA', { timeZone })
  const day = new Date(`${today}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + daysLater)
  return day.toISOString().slice(0, 10)
}

export interface Booking {
  id: string
  date: string
  time: string
  queueNumber: number
}

export async function booked(
  page: Page,
  patient: Person,
  doctor: Person,
  { time, date, ...others }: { time: string; date?: string; type?: string },
): Promise<Booking> {
  return call(page.request, 'POST', '/appointments', {
    patientId: patient.id,
    doctorId: doctor.id,
    date: date ?? (await hospitalDay(page)),
    time,
    type: 'GENERAL',
    // Stories use fixed times, which may have passed.
    evenIfPassed: true,
    ...others,
  })
}

/** Puts a booked patient into the queue. */
export async function queued(page: Page, booking: Pick<Booking, 'id'>): Promise<void> {
  await call(page.request, 'PUT', `/appointments/${booking.id}`, { status: 'IN_QUEUE' })
}

/** Cancels the demo hospital's emergencies in the queue, which would be called before anybody else. */
export async function withoutEmergencies(page: Page): Promise<void> {
  const queue: { id: string; status: string; type: string }[] = await call(
    page.request,
    'GET',
    '/appointments/queue',
  )
  for (const { id, status, type } of queue) {
    if (status === 'IN_QUEUE' && type === 'EMERGENCY') {
      await call(page.request, 'DELETE', `/appointments/${id}`)
    }
  }
}

/** Shows the queue of one patient only, because the demo hospital's day has many others. */
export async function openQueue(page: Page, search: string, others = ''): Promise<void> {
  await openScreen(page, `/opd-queue?search=${search}${others}`)
  await expect(page.getByRole('heading', { name: 'OPD Queue Management' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'In Queue' }).locator('[aria-busy="true"]')).toHaveCount(0)
}

/** A column of the board, by its heading. */
export function column(page: Page, heading: string): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

/** A patient's card in a column. */
export function card(page: Page, heading: string, patient: Person): Locator {
  return column(page, heading).getByRole('listitem').filter({ hasText: patient.lastName.toUpperCase() })
}

/** A patient's row in the table. */
export function row(page: Page, patient: Person): Locator {
  return page
    .getByRole('table', { name: 'All Appointments' })
    .getByRole('row')
    .filter({ hasText: patient.lastName.toUpperCase() })
}

/** Registers a new patient by the form, who waits for the doctor today without an appointment. */
export async function registerWalkIn(desk: Page, lastName: string, doctor: Person): Promise<void> {
  await load(desk, '/patients/new')
  for (const [name, typed] of [
    ['First name', 'Asha'],
    ['Last name', lastName],
    ['Date of birth', '3/2/1984'],
    ['Contact number', uniquePhone()],
    ['Address', '1 Lamp Street'],
  ] as const)
    await desk.getByRole('textbox', { name, exact: true }).fill(typed)
  await choose(desk, 'Gender', 'Female')
  await desk.getByRole('combobox', { name: 'Doctor' }).fill(doctor.lastName)
  await desk.keyboard.press('Enter')
  await desk.getByRole('button', { name: 'Save and add to today’s queue' }).click()
}
