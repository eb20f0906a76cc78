import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listFormulary } from '../../../contract/clinical/formulary/formulary.ts'
import {
  changeMedication,
  type Medication,
  prescribeMedication,
} from '../../../contract/clinical/medications.ts'
import { readLatestVitals } from '../../../contract/clinical/vitals.ts'
import { listPrescribableMedicines } from '../../../contract/store/items.ts'
import { medicationOf, paracetamol, weighed } from '../../testing/clinical.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId, patientRecord } from '../../testing/records.ts'
import { choose, hospitalFor, show } from '../../testing/show.tsx'
import { MedicationDialog } from './MedicationDialog.tsx'

const stored = (name: string, usable: number, firstExpiry: string | null = null) => ({
  id: newId(),
  name,
  unit: 'tablets' as const,
  usable,
  firstExpiry,
})
async function dialog({
  dateOfBirth = '1984-02-03',
  weight,
  changed,
}: {
  dateOfBirth?: string
  weight?: number
  changed?: Medication
} = {}) {
  const hospital = hospitalFor('doctor')
  const patient = patientRecord({ dateOfBirth })
  hospital.answer(listFormulary, [paracetamol])
  hospital.answer(readLatestVitals, weight === undefined ? [] : [weighed(weight)])
  hospital.answer(listPrescribableMedicines, ({ query }) =>
    'paracetamol'.startsWith(String(query['search']).toLowerCase().split(' ', 1).join())
      ? [stored('Paracetamol 1 g', 0), stored('Paracetamol 500 mg', 480, '2027-11-30')]
      : [],
  )
  hospital.answer(prescribeMedication, medicationOf())
  hospital.answer(changeMedication, medicationOf())
  const done: string[] = []
  const screen = await show(
    <MedicationDialog
      isOpen
      patient={patient}
      changed={changed}
      onSaved={() => done.push('saved')}
      onClose={() => done.push('closed')}
    />,
    hospital,
  )
  const medicine = screen.getByRole('combobox', { name: 'Medicine' })
  await expect.element(medicine).toBeVisible()
  return {
    hospital,
    screen,
    done,
    medicine,
    dose: screen.getByRole('textbox', { name: 'Dose', exact: true }),
    unit: screen.getByRole('combobox', { name: 'Unit' }),
    why: screen.getByRole('textbox', { name: 'Reason for this dose' }),
    send: screen.getByRole('button', { name: 'Prescribe' }),
  }
}
type Dialog = Awaited<ReturnType<typeof dialog>>

async function order({ screen, medicine, dose, unit }: Dialog, name: string, amount: string, inUnit = 'mg') {
  await medicine.fill(name)
  await dose.fill(amount)
  await choose(unit, inUnit)
  await choose(screen.getByRole('combobox', { name: 'Route' }), 'oral')
  await choose(screen.getByRole('combobox', { name: 'Frequency' }), 'once daily')
}

test('what the store has stands beside each medicine while it is chosen, and its strength goes into dose and unit', async () => {
  const { screen, medicine, dose, unit } = await dialog()
  await medicine.fill('parac')
  await expect.element(medicine).toHaveAttribute('aria-expanded', 'true')
  const options = screen.getByRole('option')
  await expect.element(options.nth(0)).toMatchTextContent(/Paracetamol 1 g.*0 tablets/)
  await expect.element(options.nth(1)).toMatchTextContent(/480 tablets, first expiry 30 Nov 2027/)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(medicine).toHaveAttribute('aria-activedescendant', options.nth(1).element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(medicine).toHaveValue('Paracetamol 500 mg')
  await expect.element(dose).toHaveValue('500')
  await expect.element(unit).toHaveValue('mg')
  await expect.element(screen.getByText('In the store: 480 tablets, first expiry 30 Nov 2027')).toBeVisible()
  // Another choice fills in its own strength, but never replaces what someone typed.
  await medicine.fill('parac')
  await options.nth(0).click()
  await expect.element(dose).toHaveValue('1000')
  await expect.element(screen.getByText('In the store: 0 tablets')).toBeVisible()
  await dose.fill('650')
  await medicine.fill('parac')
  await options.nth(1).click()
  await expect.element(medicine).toHaveValue('Paracetamol 500 mg')
  await expect.element(dose).toHaveValue('650')
})

test('what the store has not is prescribed as it was typed: Escape closes the list alone, and Enter takes nothing unmarked', async () => {
  const form = await dialog()
  const { screen, medicine, done, hospital } = form
  await medicine.fill('Parac')
  await expect.element(screen.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('option').first()).not.toBeInTheDocument()
  await expect.element(medicine).toHaveValue('Parac')
  expect(done).toEqual([])
  await medicine.fill('Colchicine')
  await expect.element(screen.getByText('Not in the store. You can prescribe it as typed.')).toBeVisible()
  await order(form, 'Parac', '1')
  await form.send.click()
  await expect.poll(() => hospital.sent(prescribeMedication)).toHaveLength(1)
  expect(hospital.sent(prescribeMedication)[0]?.body).toMatchObject({ name: 'Parac', dose: '1' })
})

test('a dose beyond the formulary is asked about before it is sent, and its reason goes with it', async () => {
  const form = await dialog()
  await order(form, 'Panadol', '1000')
  await expect.element(form.why).not.toBeInTheDocument()
  await form.dose.fill('1500')
  const panel = form.screen.getByRole('region', { name: 'Check the dose' })
  await expect
    .element(panel)
    .toMatchTextContent(/Panadol is read as Paracetamol. 1500 mg is more than the formulary’s single maximum/)
  const message = 'Too much. Give a reason, or change the dose.'
  form.hospital.answer(prescribeMedication, ({ body }) =>
    (body as { doseReason: string | null }).doseReason
      ? medicationOf()
      : refuse(409, 'dose_unlikely', message, { errors: [{ path: 'doseReason', message }] }),
  )
  await form.send.click()
  await expect.element(form.why).toHaveAccessibleDescription(expect.stringContaining(message))
  await form.why.fill('Loading dose')
  await form.send.click()
  await expect.poll(() => form.done).toEqual(['saved'])
  expect(form.hospital.sent(prescribeMedication).at(-1)?.body).toMatchObject({ doseReason: 'Loading dose' })
})

test('a child’s dose is said per kilogram with the weight, and gets no adult’s strength filled in', async () => {
  const { screen, medicine, dose, unit, why } = await dialog({ dateOfBirth: '2022-02-03', weight: 14.3 })
  await expect.element(screen.getByText('Dose by weight: 14.3 kg on 20 Nov 2026')).toBeVisible()
  await medicine.fill('parac')
  await screen.getByRole('option').nth(1).click()
  await expect.element(unit).toHaveValue('mg')
  await expect.element(dose).toHaveValue('')
  await dose.fill('210')
  await expect.element(screen.getByText('14.7 mg/kg at 14.3 kg, weighed on 20 Nov 2026')).toBeVisible()
  await expect.element(why).not.toBeInTheDocument()
  await dose.fill('500')
  await expect.element(why).toBeVisible()
  await expect
    .element(screen.getByRole('alert').filter({ hasText: '35 mg/kg' }))
    .toMatchTextContent('15 mg/kg (214.5 mg at 14.3 kg)')
})

test('a child who was not weighed is asked about', async () => {
  const form = await dialog({ dateOfBirth: '2022-02-03' })
  await order(form, 'Paracetamol', '100')
  await expect
    .element(form.screen.getByText('A child’s dose goes by weight, and no weight is recorded.'))
    .toBeVisible()
  await expect.element(form.why).toBeVisible()
})

test('a child’s medicine that the formulary has not is asked about, once it has a route that goes by weight', async () => {
  const form = await dialog({ dateOfBirth: '2022-02-03', weight: 14.3 })
  await form.medicine.fill('Morphine')
  await form.dose.fill('5')
  await choose(form.unit, 'mg')
  await expect.element(form.screen.getByText('0.35 mg/kg at 14.3 kg, weighed on 20 Nov 2026')).toBeVisible()
  await expect.element(form.why).not.toBeInTheDocument()
  const route = form.screen.getByRole('combobox', { name: 'Route' })
  await choose(route, 'oral')
  const asked = 'The formulary has no dose by weight for Morphine. The patient weighs 14.3 kg.'
  await expect.element(form.screen.getByText(asked)).toBeVisible()
  await expect.element(form.why).toBeVisible()
  await choose(route, 'on the skin')
  await expect.element(form.why).not.toBeInTheDocument()
})

test('a child’s dose in a unit that the formulary has not is asked about, and said once', async () => {
  const form = await dialog({ dateOfBirth: '2022-02-03', weight: 14.3 })
  await order(form, 'Paracetamol', '2', 'tablets')
  await expect.element(form.why).toBeVisible()
  await expect.element(form.screen.getByText(/2 tablets can’t be compared with it/)).toHaveLength(1)
})

test('a change keeps the reason for the dose while the same is asked, and asks anew for another dose', async () => {
  const changed = medicationOf({
    dose: 1500,
    doseQuestion: '1500 mg is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    doseReason: 'Loading dose',
  })
  const { dose, why } = await dialog({ changed })
  await expect.element(why).toHaveValue('Loading dose')
  await dose.fill('1600')
  await expect.element(why).toHaveValue('')
})
