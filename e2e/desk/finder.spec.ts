import { expect, type Page } from '@playwright/test'
import { bedIn } from '../bed-people.ts'
import { scan } from '../labels/printed.ts'
import { dear, pageOf, signInAnew, test, unique } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

/** Opens the search with Ctrl K, and types. */
async function seek(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search Lantern' })
  await expect(box).toBeFocused()
  await page.keyboard.type(text)
  return box
}

const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')

test('everything is opened by its name with the keyboard alone, the last ones first', async ({ browser }) => {
  dear('four roles open screens from the palette')
  const desk = await (await browser.newContext()).newPage()
  await signInAnew(desk.request, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const { labelMark } = await (await desk.request.get('/api/site')).json()
  await booked(desk, patient, doctor, { time: '10:00', date: await hospitalDay(desk, 1) })
  const bedNumber = `${unique().toUpperCase()}-7`
  await bedIn(await pageOf(browser, 'admin'), 'ICU', { bedNumber })
  await desk.goto('/dashboard')
  await expect(desk.getByRole('button', { name: 'Search' })).toBeVisible()

  // Screens and actions that the role may use are listed before any response arrives.
  await seek(desk, 'book app')
  await expect(options(desk, 'Screens and actions')).toHaveText(['Book Appointment'])
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/\/opd-queue\/new$/)
  const box = await seek(desk, 'new')
  await expect(options(desk, 'Screens and actions').filter({ hasText: 'Order' })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await expect(box).toHaveCount(0)

  // Patients are distinguished by more than a name, and Enter waits for the answer to the typed text.
  await seek(desk, patient.lastName)
  const [found, appointment] = [options(desk, 'Patients'), options(desk, 'Appointments')]
  for (const one of [found, appointment]) {
    await expect(one).toHaveCount(1)
    for (const fact of [patient.lastName.toUpperCase(), patient.mrn, '3 Feb 1984']) {
      await expect(one).toContainText(fact)
    }
  }
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await desk.keyboard.press('ArrowDown')
  await expect(appointment).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await appointment.getAttribute('id')) ?? '')
  await desk.keyboard.press('ArrowUp')
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/patients/${patient.id}`))
  await expect(desk.getByRole('region', { name: 'Patient', exact: true })).toContainText(patient.mrn)

  await seek(desk, bedNumber)
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/\/beds\?/)
  await seek(desk, doctor.lastName)
  await expect(options(desk, 'Staff')).toHaveText([new RegExp(`Nina ${doctor.lastName}`)])
  await desk.keyboard.press('Escape')

  // The latest ones come first. The browser stores no names of them.
  await seek(desk, '')
  await expect(options(desk, 'Recent')).toHaveText([new RegExp(patient.mrn)])
  const kept = await desk.evaluate(`JSON.stringify({ ...localStorage })`)
  expect(kept).toContain(patient.id)
  for (const name of [patient.lastName, patient.lastName.toUpperCase(), patient.mrn])
    expect(kept).not.toContain(name)

  // A scanned label opens its patient's record, and the Enter of the scanner presses nothing.
  const code = `LTN${labelMark}${patient.id.replaceAll('-', '').toUpperCase()}`
  await scan(desk.getByRole('combobox', { name: 'Search Lantern' }), code)
  await expect(desk).toHaveURL(new RegExp(`/patients/${patient.id}`))
  await expect(desk.getByRole('dialog')).toHaveCount(0)
})

test('a store keeper finds items, and is asked for and told nothing of patients', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const patient = await registered(admin, { lastName: unique() })
  const store = await pageOf(browser, 'inventory')
  const asked: string[] = []
  store.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await store.goto('/inventory')
  await store.getByRole('button', { name: 'Search' }).click()
  await expect(store.getByRole('combobox', { name: 'Search Lantern' })).toBeFocused()
  await store.keyboard.type('para')
  await expect(options(store, 'Items').first()).toContainText('Paracetamol')
  await store.getByRole('combobox', { name: 'Search Lantern' }).fill(patient.lastName)
  await expect(store.getByRole('dialog').getByRole('status').last()).toHaveText(/^No results/)
  expect(asked.filter((path) => /patients|appointments|beds|staff/.test(path))).toEqual([])
})

test('Enter opens whom the whole of what was typed finds, and never another one than was marked', async ({
  browser,
}) => {
  dear('the palette opens several records')
  const desk = await pageOf(browser, 'receptionist')
  const name = unique()
  const [first, second] = [
    await registered(desk, { lastName: `${name}a`, email: `${name}@e2e.test`.toLowerCase() }),
    // The names are unlike enough that the search for one doesn't find the other.
    await registered(desk, { lastName: `${name}berger`, email: `${name}.b@e2e.test`.toLowerCase() }),
  ]
  const ready = desk.getByRole('button', { name: 'Search' })
  await desk.goto('/dashboard')
  await expect(ready).toBeVisible()
  await seek(desk, `${name}.b@e2e.test`.toLowerCase())
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/patients/${second.id}`))

  // A selected hit of an earlier text disappears with the next response, even while other lists are still being read.
  await openScreen(desk, '/dashboard')
  await expect(ready).toBeVisible()
  await seek(desk, name)
  const found = options(desk, 'Patients')
  await expect(found).toHaveCount(2)
  await expect(found.first()).toContainText(first.mrn)
  const [patients, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await desk.route(/api\/patients\?/, async (route) => {
    await patients.promise
    await route.continue()
  })
  await desk.route(/api\/appointments\?/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await desk.keyboard.type('a')
  // The second hit of the earlier response is selected; it stays until the next response.
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true')
  patients.resolve()
  await expect(found).toHaveCount(1)
  await desk.keyboard.press('Enter')
  answered.resolve()
  await expect(found).toHaveAttribute('aria-selected', 'false')
  await expect(desk.getByRole('dialog').getByRole('status').last()).toHaveText(/^1 result/)
  await expect(desk).toHaveURL(/\/dashboard$/)
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/patients/${first.id}`))
})

test('a screen that comes late leaves the keys to the search that was opened meanwhile', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const asked = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await desk.route(/\/assets\/NewAppointment-.*\.js/, async (route) => {
    asked.resolve()
    await sent.promise
    await route.continue()
  })
  await desk.goto('/dashboard')
  await expect(desk.getByRole('button', { name: 'Search' })).toBeVisible()
  await seek(desk, 'book app')
  await desk.keyboard.press('Enter')
  await asked.promise
  const box = await seek(desk, 'oka')
  sent.resolve()
  await expect(desk.getByLabel('Notes')).toBeAttached()
  await desk.keyboard.type('for')
  await expect(box).toHaveValue('okafor')
  await expect(box).toBeFocused()
})

test('what is typed while the search is still on its way is searched for, and acts on nothing behind', async ({
  browser,
}) => {
  dear('the palette is loaded anew for each way to open it')
  const desk = await pageOf(browser, 'receptionist')
  const [patient, other] = [await registered(desk), await registered(desk)]
  const { labelMark } = await (await desk.request.get('/api/site')).json()
  const code = `LTN${labelMark}${patient.id.replaceAll('-', '').toUpperCase()}`
  const box = desk.getByRole('combobox', { name: 'Search Lantern' })
  const banner = desk.getByRole('region', { name: 'Patient', exact: true })

  /** Opens a screen on which the search is slow to load. The focus is on a button, which Enter would press. */
  async function withSearchHeld(): Promise<() => Promise<void>> {
    const asked = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    await desk.unrouteAll({ behavior: 'wait' })
    await desk.route(/\/assets\/FinderDialog-.*\.js/, async (route) => {
      asked.resolve()
      await sent.promise
      await route.continue()
    })
    await desk.goto(`/patients/${other.id}`)
    await expect(banner).toContainText(other.mrn)
    await desk.getByRole('button', { name: 'Search' }).focus()
    return async () => {
      await asked.promise
      await expect(box).toHaveCount(0)
      sent.resolve()
    }
  }

  let arrive = await withSearchHeld()
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type(patient.mrn)
  await arrive()
  await expect(box).toHaveValue(patient.mrn)
  await expect(box).toBeFocused()
  await desk.keyboard.type('x')
  await expect(box).toHaveValue(`${patient.mrn}x`)
  await desk.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'Search' })).toBeFocused()

  // Enter opens the hit once it has arrived.
  arrive = await withSearchHeld()
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type(patient.mrn)
  await desk.keyboard.press('Enter')
  await arrive()
  await expect(banner).toContainText(patient.mrn)
  await expect(desk.getByRole('dialog')).toHaveCount(0)

  // A scanner types faster than anybody, and ends with Enter.
  arrive = await withSearchHeld()
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type(code)
  await desk.keyboard.press('Enter')
  await expect(banner).toContainText(other.mrn)
  await arrive()
  await expect(banner).toContainText(patient.mrn)
  await expect(desk.getByRole('dialog')).toHaveCount(0)

  // Escape cancels the search before it appears.
  arrive = await withSearchHeld()
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type('a')
  await desk.keyboard.press('Escape')
  await arrive()
  await expect(desk.getByRole('button', { name: 'Search' })).toBeFocused()
  await expect(box).toHaveCount(0)
})
