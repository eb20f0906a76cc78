import { expect, type Page } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from './bed-people.ts'
import { call, choose, dear, pageOf, reloadOnceKept, test } from './people.ts'
import { registered } from './queue-people.ts'

const recent = (page: Page) => page.getByRole('region', { name: 'Recent Vital Signs' })
const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name })
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Record Vital Signs' }).click()

test('at a visit a doctor records vital signs by keyboard, is asked about one, and strikes a wrong set through', async ({
  browser,
}) => {
  dear('three people, and a long form by keyboard')
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const doctor = await pageOf(browser, 'doctor')
  const admin = await pageOf(browser, 'admin')
  await admin.goto(`/patients/${patient.id}`)
  await expect(recent(admin)).toContainText('No vital signs yet')
  await expect(recent(admin).getByRole('button')).toHaveCount(0)

  await doctor.goto(`/patients/${patient.id}`)
  await recent(doctor).getByRole('button', { name: 'Record Vital Signs' }).click()
  await expect(field(doctor, 'Temperature')).toBeFocused()
  const typed = ['38,4', '210', '22', '118', '76', '95']
  for (const value of typed) {
    await doctor.keyboard.type(value)
    await doctor.keyboard.press('Tab')
  }
  await doctor.keyboard.type('air')
  await doctor.keyboard.press('Tab')
  await expect(doctor.getByRole('dialog')).toContainText('NEWS2 needs: consciousness')
  await doctor.getByRole('combobox', { name: 'Consciousness' }).fill('alert')
  await doctor.keyboard.press('Tab')
  await expect(doctor.getByRole('dialog')).toContainText('NEWS2 7: High')
  await reloadOnceKept(doctor, '38,4')
  await expect(field(doctor, 'Temperature')).toHaveValue('38,4')
  await save(doctor)
  const question = doctor.getByRole('region', { name: 'Check before saving' })
  await expect(question).toBeFocused()
  await expect(question).toContainText('A pulse of 210 is unlikely. Save it as typed?')
  await field(doctor, 'Pulse').fill('112')
  await expect(question).toBeHidden()
  await save(doctor)

  await expect(doctor.getByRole('status').filter({ hasText: 'Vital signs recorded' })).toBeVisible()
  for (const page of [doctor, admin]) {
    await expect(recent(page)).toContainText('38.4 °C')
    await expect(recent(page)).toContainText('118/76 mmHg')
    await expect(recent(page)).toContainText('95 % on air')
    await expect(recent(page)).toContainText('NEWS2 6: Medium')
    await expect(recent(page).getByText('High')).toHaveCount(3)
    for (const age of await recent(page).locator('time').all())
      await expect(age).toHaveText(/^(just now|\d min ago)$/)
    await expect(recent(page).locator('time')).not.toHaveCount(0)
  }

  await recent(doctor).getByRole('button', { name: 'Show History' }).click()
  const sheet = doctor.getByRole('table', { name: 'Vital signs, newest first' })
  const chart = recent(doctor).getByRole('img', { name: / over time\. / })
  await expect(chart).toHaveAccessibleName(
    'Temperature over time. 1 reading of 38.4 °C, 1 outside the usual range.',
  )
  await expect(recent(doctor)).toContainText('Usual range 36.1–38 °C')
  await choose(doctor, 'Sign', 'Blood Pressure')
  await expect(chart).toHaveAccessibleName(
    /^Blood Pressure over time\. 2 readings between 76 and 118 mmHg, none/,
  )
  await expect(recent(doctor)).toContainText('Usual range 111–139 and 60–89 mmHg')
  await sheet.getByRole('button', { name: /^Mark as entered in error/ }).click()
  await doctor.getByLabel('Reason').fill('Of the patient before')
  await doctor.getByRole('button', { name: 'Mark vital signs as entered in error' }).click()
  await expect(sheet).toContainText('Entered in error: Of the patient before')
  await expect(chart).toHaveCount(0)
  await expect(sheet.getByText('38.4')).toHaveCSS('text-decoration-line', 'line-through')
  await expect(recent(admin)).toContainText('No vital signs yet')

  // Reception can't see vital signs.
  await desk.goto(`/patients/${patient.id}`)
  await expect(desk.getByRole('region', { name: 'Current Admission' })).toContainText('No current admission')
  await expect(recent(desk)).toHaveCount(0)
})

test('a round of three beds is recorded from the board without leaving it', async ({ browser }) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  // No other story's bed comes between these or after them: their names begin with one Z and letters at random.
  const row = `ZZZZZZZ${String(Date.now()).slice(-10)}`
  const beds = await Promise.all(
    [1, 2, 3].map((place) => bedIn(admin, 'PSYCHIATRIC', { bedNumber: `${row}-${place}` })),
  )
  const patients = await Promise.all(beds.map(() => registered(desk)))
  for (const [place, bed] of beds.entries()) {
    const patient = patients[place]
    if (patient) await admitted(desk, bed, patient)
  }
  const doctor = await pageOf(browser, 'doctor')
  await openBeds(doctor, '?ward=PSYCHIATRIC')
  const [first] = beds
  if (!first) throw new Error('no bed')
  await bedCard(doctor, first).getByRole('button', { name: 'More for' }).click()
  await doctor.getByRole('menuitem', { name: 'Record Vital Signs' }).click()
  for (const [place, bed] of beds.entries()) {
    const dialog = doctor.getByRole('dialog', { name: /^Record vital signs of/ })
    await expect(dialog).toContainText(`Current bed: ${bed.bedNumber}`)
    await expect(field(doctor, 'Temperature')).toBeFocused()
    await doctor.keyboard.type('36.8')
    await doctor.keyboard.press('Tab')
    await doctor.keyboard.type(String(70 + place))
    await doctor.keyboard.press('Enter')
    const done = doctor.getByRole('dialog', { name: 'Vital signs recorded' })
    await expect(done).toContainText(patients[place]?.mrn ?? '')
    const following = beds[place + 1]
    if (!following) break
    const next = done.getByRole('button', { name: `Next: ${following.bedNumber}` })
    await expect(next).toBeFocused()
    await doctor.keyboard.press('Enter')
  }
  await expect(doctor.getByRole('button', { name: 'End round' })).toBeFocused()
  await doctor.keyboard.press('Enter')
  await expect(bedCard(doctor, first).getByRole('button', { name: 'More for' })).toBeFocused()
  await expect(doctor).toHaveURL(/\/beds\?ward=PSYCHIATRIC$/)
  for (const [place, patient] of patients.entries()) {
    const sets = await call(doctor.request, 'GET', `/patients/${patient.id}/vitals/latest`)
    expect(sets.map(({ pulse }: { pulse: number }) => pulse)).toEqual([70 + place])
  }
})

test('vital signs that were typed two hours ago are restored as taken then', async ({ browser }) => {
  dear('a long form, and a reload')
  const patient = await registered(await pageOf(browser, 'receptionist'))
  const doctor = await pageOf(browser, 'doctor')
  await doctor.goto(`/patients/${patient.id}`)
  await recent(doctor).getByRole('button', { name: 'Record Vital Signs' }).click()
  await field(doctor, 'Pulse').fill('72')
  await reloadOnceKept(doctor, '"pulse":"72"')
  const earlier = doctor.getByRole('dialog').getByRole('checkbox', { name: 'Taken earlier' })
  await expect(field(doctor, 'Pulse')).toHaveValue('72')
  await expect(earlier).not.toBeChecked()

  const typedAt = await doctor.evaluate(() => {
    const key = Object.keys(sessionStorage).find((one) => one.includes(':vitals:')) ?? ''
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '')
    draft.draftTypedAt -= 2 * 3_600_000
    sessionStorage.setItem(key, JSON.stringify(draft))
    return draft.draftTypedAt as number
  })
  await doctor.reload()
  await expect(earlier).toBeChecked()
  await expect(field(doctor, 'Pulse')).toHaveValue('72')
  await save(doctor)
  await expect(recent(doctor)).toContainText('72 /min')
  const [set] = await call(doctor.request, 'GET', `/patients/${patient.id}/vitals/latest`)
  expect(Date.parse(set.takenAt)).toBe(Math.floor(typedAt / 60_000) * 60_000)
})

test('a last set that can’t be loaded keeps the saturation that is aimed at', async ({ browser }) => {
  const patient = await registered(await pageOf(browser, 'receptionist'), { dateOfBirth: '1950-03-02' })
  const doctor = await pageOf(browser, 'doctor')
  const vitals = `/patients/${patient.id}/vitals`
  await call(doctor.request, 'POST', vitals, { oxygenSaturation: 90, oxygen: 'OXYGEN', usesScale2: true })
  await doctor.route(`**/patients/${patient.id}/early-warning`, (route) => route.abort())
  await doctor.goto(`/patients/${patient.id}?act=vitals`)
  const target = doctor.getByRole('dialog').getByRole('checkbox', { name: /^Target saturation/ })
  await expect(target).toHaveAccessibleDescription(/vital signs could not be loaded/)
  await expect(target).toBeChecked({ indeterminate: true })
  await field(doctor, 'Oxygen Saturation').fill('91')
  await expect(doctor.getByRole('dialog')).not.toContainText('NEWS2')
  await save(doctor)
  await expect(doctor.getByRole('dialog')).toHaveCount(0)
  const [set] = await call(doctor.request, 'GET', `${vitals}/latest`)
  expect(set).toMatchObject({ oxygenSaturation: 91, usesScale2: true })
})
