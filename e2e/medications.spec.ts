import { expect, type Page } from '@playwright/test'
import { call, dear, pageOf, test } from './people.ts'
import { hospitalDay, registered } from './queue-people.ts'

const current = (page: Page) => page.getByRole('region', { name: 'Current Medications' })
const dialog = (page: Page) => page.getByRole('dialog')

test('a medicine against an allergy is stopped, given with a reason, changed and stopped; reception sees the allergies alone', async ({
  browser,
}) => {
  dear('two people, and five dialogs about a medicine')
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk)
  const banner = desk.getByRole('region', { name: 'Patient', exact: true })
  await desk.goto(`/patients/${patient.id}`)
  await expect(banner).toContainText('Allergies not recorded')

  const doctor = await pageOf(browser, 'doctor')
  await doctor.addInitScript('window.print = () => {}')
  await doctor.goto(`/patients/${patient.id}?act=allergy`)
  await expect(dialog(doctor).getByLabel('Substance')).toBeFocused()
  await doctor.keyboard.type('Penicillin')
  await doctor.keyboard.press('Tab')
  await doctor.keyboard.type('sev')
  await doctor.keyboard.press('Tab')
  await doctor.keyboard.type('conf')
  await doctor.keyboard.press('Tab')
  await doctor.keyboard.type('Swollen face')
  await doctor.keyboard.press('Enter')
  await expect(doctor.getByRole('list', { name: 'Allergies' })).toContainText('Confirmed: Swollen face')
  await expect(banner).toContainText('Allergies: Penicillin (severe): Swollen face')

  await current(doctor).getByRole('button', { name: 'Prescribe' }).click()
  await dialog(doctor).getByLabel('Medicine').fill('Amoxicillin')
  // The store's medicines are suggested with the amount in stock.
  await expect(doctor.getByRole('option', { name: /^Amoxicillin 500 mg.*\d tablets/ })).toBeVisible()
  await dialog(doctor).getByLabel('Medicine').fill('Amoxicillin 500 mg')
  await expect(dialog(doctor).getByRole('alert')).toContainText('is one of the penicillins')
  await dialog(doctor).getByLabel('Dose').fill('1.0')
  await dialog(doctor).getByRole('button', { name: 'Write “1”' }).click()
  await expect(dialog(doctor).getByLabel('Dose')).toHaveValue('1')
  for (const [field, choice] of [
    ['Unit', 'tab'],
    ['Route', 'oral'],
    ['Frequency', 'every 8'],
  ] as const) {
    await dialog(doctor).getByRole('combobox', { name: field }).fill(choice)
    await doctor.keyboard.press('Tab')
  }
  await dialog(doctor).getByRole('button', { name: 'Prescribe' }).click()
  const why = dialog(doctor).getByLabel('Reason to prescribe it despite the allergy')
  await expect(why).toHaveAccessibleDescription(/Give a reason, or choose another medicine/)
  await why.fill('Tolerated it in May')
  await dialog(doctor).getByRole('button', { name: 'Prescribe' }).click()
  await expect(current(doctor)).toContainText('1 tablet, oral, every 8 hours, from')
  await expect(current(doctor)).toContainText('Given despite allergy to Penicillin: Tolerated it in May')

  await current(doctor).getByRole('button', { name: 'Print Prescription' }).click()
  const sheet = doctor.locator('[data-print-sheet]')
  const onPaper =
    /Allergies\s*Penicillin \(severe\).*Amoxicillin 500\smg.*Tolerated it in May.*1 tablet.*every 8 hours/s
  await expect(sheet).toContainText(onPaper)

  await current(doctor).getByRole('button', { name: 'Change Amoxicillin' }).click()
  await dialog(doctor).getByLabel('Dose').fill('2')
  await dialog(doctor).getByLabel('Reason for the change').fill('Fever is still high')
  await dialog(doctor).getByRole('button', { name: 'Change Medication' }).click()
  await expect(current(doctor)).toContainText('2 tablets, oral')
  await expect(current(doctor)).not.toContainText('1 tablet,')
  await current(doctor).getByRole('button', { name: 'Stop Amoxicillin' }).click()
  await dialog(doctor).getByLabel('Reason').fill('Course finished')
  await dialog(doctor).getByRole('button', { name: 'Stop medication' }).click()
  await expect(current(doctor)).toContainText('No current medications')
  await current(doctor).getByRole('button', { name: 'Show past medications' }).click()
  const past = doctor.getByRole('list', { name: 'Current Medications: past medications' })
  await expect(past.getByRole('listitem')).toHaveCount(2)
  await expect(past).toContainText('Fever is still high')

  // The reason for the medicine is recorded as a problem, and resolved.
  const problems = doctor.getByRole('region', { name: 'Problems' })
  await problems.getByRole('button', { name: 'Record Diagnosis' }).click()
  await dialog(doctor).getByLabel('Diagnosis').fill('Chest infection')
  await dialog(doctor).getByLabel('ICD-10 Code').fill('j22')
  await dialog(doctor).getByRole('button', { name: 'Record Diagnosis' }).click()
  await problems.getByRole('button', { name: 'Resolve Chest infection' }).click()
  await dialog(doctor).getByRole('button', { name: 'Resolve Problem' }).click()
  await expect(problems).toContainText('No active problems')

  // Reception sees the allergy, and nothing else.
  await expect(current(desk)).toHaveCount(0)
  await expect(desk.getByRole('region', { name: 'Problems' })).toHaveCount(0)
  await expect(desk.getByRole('list', { name: 'Allergies' })).toContainText('Confirmed: Swollen face')
})

test('an allergy that is recorded later marks a medication that was given despite another, and asks for a reason again', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const doctor = await pageOf(browser, 'doctor')
  await call(doctor.request, 'POST', `/patients/${patient.id}/medications`, {
    name: 'Amoxicillin 500 mg',
    dose: '1',
    unit: 'CAPSULE',
    route: 'ORAL',
    frequency: 'EVERY_8_HOURS',
    startsOn: await hospitalDay(desk),
    allergyReason: 'Tolerated it in May',
  })
  await doctor.goto(`/patients/${patient.id}`)
  await expect(current(doctor)).toContainText('Given despite allergy to Penicillin: Tolerated it in May')
  await expect(current(doctor)).not.toContainText('Matches an allergy')

  const change = current(doctor).getByRole('button', { name: 'Change Amoxicillin' })
  const why = dialog(doctor).getByLabel('Reason to prescribe it despite the allergy')
  await change.click()
  await expect(why).toHaveValue('Tolerated it in May')
  await call(doctor.request, 'POST', `/patients/${patient.id}/allergies`, {
    substance: 'Amoxicillin',
    severity: 'SEVERE',
    certainty: 'CONFIRMED',
  })
  await expect(dialog(doctor).getByRole('alert')).toContainText('Amoxicillin; Penicillin')
  await expect(why).toHaveValue('')
  await dialog(doctor).getByRole('button', { name: 'Cancel' }).click()

  await expect(current(doctor)).toContainText('Matches an allergy')
  await change.click()
  await expect(why).toHaveValue('')
  await dialog(doctor).getByLabel('Reason for the change').fill('A rash was recorded')
  await dialog(doctor).getByRole('button', { name: 'Change Medication' }).click()
  await expect(why).toHaveAccessibleDescription(/Give a reason, or choose another medicine/)
  await why.fill('Under observation')
  await dialog(doctor).getByRole('button', { name: 'Change Medication' }).click()
  await expect(current(doctor)).toContainText(
    'Given despite allergy to Amoxicillin; Penicillin: Under observation',
  )
  await expect(current(doctor)).not.toContainText('Matches an allergy')
})

test('a dialog about one patient’s entry is gone when another patient’s record is shown', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const [before, patient] = [await registered(desk), await registered(desk)]
  const doctor = await pageOf(browser, 'doctor')
  const startsOn = await hospitalDay(desk)
  const order = {
    name: 'Paracetamol',
    dose: '500',
    unit: 'MG',
    route: 'ORAL',
    frequency: 'TWICE_DAILY',
    startsOn,
  }
  await call(doctor.request, 'POST', `/patients/${patient.id}/medications`, order)

  await doctor.goto(`/patients/${before.id}`)
  await expect(current(doctor)).toContainText('No current medications')
  await doctor.keyboard.press('Control+k')
  await doctor.keyboard.type(patient.mrn)
  await expect(doctor.getByRole('option')).toContainText([patient.mrn])
  await doctor.keyboard.press('Enter')
  await current(doctor).getByRole('button', { name: 'Stop Paracetamol' }).click()
  await dialog(doctor).getByLabel('Reason').fill('Course finished')

  await doctor.goBack()
  const banner = doctor.getByRole('region', { name: 'Patient', exact: true })
  await expect(banner).toContainText(before.mrn)
  await expect(current(doctor)).toContainText('No current medications')
  await expect(dialog(doctor)).toHaveCount(0)
  await doctor.goForward()
  await expect(banner).toContainText(patient.mrn)
  await expect(current(doctor)).toContainText('Paracetamol')
  await expect(dialog(doctor)).toHaveCount(0)
})
