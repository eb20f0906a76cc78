import { type Browser, expect, type Page } from '@playwright/test'
import type { Bed } from './bed-people.ts'
import { type NightHospital, openNightHospital } from './own-hospital/night-hospital.ts'
import { call, signInAnew, test } from './people.ts'

/** A hospital of 1,000 beds, on a server of its own because other stories count their beds. */

let hospital: NightHospital

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  hospital = await openNightHospital({ filled: { patients: 300 } })
  await hospital.asOwner(`
    insert into bed (bed_number, ward, notes)
    select 'L-' || 1000 + place, (enum_range(null::ward))[1 + place % 6], 'By the window'
    from generate_series(0, 999 - (select count(*) from bed)::integer) place`)
  // Admits a patient to as many beds as possible.
  await hospital.asOwner(`
    with admitted as (
      insert into admission (patient_id, doctor_id, diagnosis, admitted_at)
      select id, (select id from staff where email = 'doctor@demo.test'), 'Fever', hospital_now()
      from patient where admittable_id is not null
        and not exists (select from admission where active_patient_id = patient.id)
      returning id
    ),
    someone as (select id, row_number() over () as place from admitted),
    free as (select id, row_number() over (order by bed_number) as place from bed where bed_number like 'L-%')
    insert into stay (admission_id, bed_id, started_at)
    select someone.id, free.id, hospital_now() from someone join free using (place)`)
})
test.afterAll(() => hospital.close())

test('1,000 beds are filtered, searched and followed', async ({ browser }) => {
  const page = await boardPage(browser)
  const beds: Bed[] = await call(page.request, 'GET', '/beds')
  const overview = page.getByRole('heading', { name: 'Bed Overview' }).locator('..')
  const drawn = page.getByRole('article')
  async function expectBeds(wanted: Bed[]) {
    await expect(overview).toContainText(`${wanted.length.toLocaleString('en')} beds`)
    const names = new Set(wanted.map(({ bedNumber }) => `Bed ${bedNumber}`))
    const shown = await drawn.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
    expect(shown.length).toBeGreaterThan(0)
    // All beds are in the list, but only a few are drawn.
    expect(shown.length).toBeLessThan(80)
    expect(shown.filter((name) => !names.has(name ?? ''))).toEqual([])
  }
  await expect(page.getByRole('link', { name: 'Total Beds' })).toContainText('1,000')
  await expectBeds(beds)
  const statuses = page.getByRole('radiogroup', { name: 'Status' })
  for (const [label, status] of [
    ['Occupied', 'OCCUPIED'],
    ['Available', 'AVAILABLE'],
  ] as const) {
    await statuses.getByText(label, { exact: true }).click()
    await expectBeds(beds.filter((bed) => bed.status === status))
  }
  await statuses.getByText('All', { exact: true }).click()
  await expectBeds(beds)
  for (const typed of ['l-1', 'l-15', '']) {
    await page.getByRole('searchbox').fill(typed)
    await expectBeds(beds.filter(({ bedNumber }) => bedNumber.toLowerCase().includes(typed)))
  }

  const figure = page.getByRole('link', { name: 'Under Maintenance' })
  const before = beds.filter(({ status }) => status === 'MAINTENANCE').length
  const free = beds.find(({ bedNumber }) => bedNumber === 'L-1967')
  for (const [status, count] of [
    ['MAINTENANCE', before + 1],
    ['AVAILABLE', before],
  ] as const) {
    await call(page.request, 'PUT', `/beds/${free?.id}`, { status })
    await expect(figure).toContainText(String(count))
  }
})

test('the whole board is reached by scrolling and by keyboard', async ({ browser }) => {
  const page = await boardPage(browser)
  const board = page.getByRole('region', { name: '1,000 beds by ward' })
  await board.focus()
  await page.keyboard.press('End')
  await expect(board.getByRole('heading', { name: 'Psychiatric' })).toBeVisible()
  await expect(board.getByRole('article', { name: 'Bed Y-403' })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Showing 21 to 40 of 1,000 beds')).toBeVisible()
})

async function boardPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: hospital.origin })
  await signInAnew(context.request, 'admin')
  const page = await context.newPage()
  await page.goto('/beds')
  return page
}
