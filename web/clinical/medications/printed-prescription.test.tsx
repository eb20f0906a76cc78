import { expect, test, vi } from 'vitest'
import { listFormulary } from '../../../contract/clinical/formulary/formulary.ts'
import { type Medication, readCurrentMedications } from '../../../contract/clinical/medications.ts'
import { readLatestVitals } from '../../../contract/clinical/vitals.ts'
import { readPatient } from '../../../contract/people/patients.ts'
import { medicationOf, paracetamol, weighed } from '../../testing/clinical.ts'
import { patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { PrintedPrescription } from './PrintedPrescription.tsx'

async function paper(medications: Medication[], { dateOfBirth = '1984-02-03', weight = 72 } = {}) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor('doctor')
  const patient = patientRecord({ dateOfBirth })
  hospital.answer(readPatient, patient)
  hospital.answer(
    readCurrentMedications,
    medications.map((one) => ({ ...one, matchesAllergy: false })),
  )
  hospital.answer(readLatestVitals, [weighed(weight)])
  hospital.answer(listFormulary, [paracetamol])
  await show(<PrintedPrescription id={patient.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const sheet = document.querySelector('[data-print-sheet]')
  return {
    text: sheet?.textContent ?? '',
    part: (label: string) => sheet?.querySelector(`[aria-label="${label}"]`),
  }
}

test('a prescription says for how long, how much, what for, and by whom', async () => {
  const { text } = await paper([
    medicationOf({
      name: 'Amoxicillin 500 mg',
      dose: 1,
      unit: 'CAPSULE',
      frequency: 'THREE_TIMES_DAILY',
      startsOn: '2026-11-20',
      endsOn: '2026-11-26',
      reason: 'Chest infection',
      instructions: 'With food',
      prescriberNumber: 'MCI 45784',
    }),
  ])
  for (const words of [
    '7 days',
    'from 20 Nov 2026to 26 Nov 2026',
    '21 capsules',
    'For Chest infection',
    'With food',
  ])
    expect(text).toContain(words)
  // Never 'Amoxicillin 500' on a line of its own.
  expect(text).toContain('Amoxicillin 500\u00a0mg')
  expect(text).toContain('Reg. no. MCI 45784')
  expect(text).not.toContain('Weight')
})

test('a child’s prescription has the weight and when it was measured', async () => {
  const { text } = await paper([medicationOf({ frequency: 'AS_NEEDED' })], {
    dateOfBirth: '2022-02-03',
    weight: 14.3,
  })
  expect(text).toContain('Weight: 14.3 kg, measured on 20 Nov 2026')
  expect(text).not.toContain('maximum')
})

test('what an adult takes as needed has the formulary’s daily maximum', async () => {
  const asNeeded = medicationOf({ frequency: 'AS_NEEDED' })
  expect((await paper([asNeeded])).text).toContain('Formulary maximum: 4000 mg in 24 hours')
})

test('inpatient medicines are apart from those to take home', async () => {
  const { part } = await paper([
    medicationOf({ name: 'Ceftriaxone 1 g', isInpatient: true }),
    medicationOf({ name: 'Metformin 500 mg' }),
  ])
  expect(part('Inpatient medicines')?.textContent).toContain('Ceftriaxone')
  expect(part('Inpatient medicines')?.textContent).not.toContain('Metformin')
  expect(part('Medicines to take home')?.textContent).toContain('Metformin')
})
