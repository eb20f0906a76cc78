import { expect, test, vi } from 'vitest'
import { listMedications } from '../../../../contract/clinical/medications.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import { listPatientAdmissions, listStays, readAdmission } from '../../../../contract/wards/admissions.ts'
import { admissionIn, newId, occupiedBed, patientRecord, reportedAllergy } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { AdmissionHistory } from './AdmissionHistory.tsx'

const patient = patientRecord({ lastName: 'Rao' })
const ended = {
  status: 'discharged',
  destination: 'HOME',
  dischargeDate: '2026-11-23T04:00:00.000Z',
} as const

test.each([
  ['receptionist', []],
  ['doctor', ['Discharge Summary']],
] as const)(
  'the details of an admission name a summary to those who may read it: %s',
  async (role, named) => {
    const hospital = hospitalFor(role)
    const admission = admissionIn(occupiedBed(patient), ended)
    hospital.answer(listPatientAdmissions, { items: [admission], total: 1, nextCursor: null })
    hospital.answer(listStays, [])
    const screen = await show(
      <AdmissionHistory patient={patient} page={undefined} onPage={() => {}} />,
      hospital,
    )
    await screen.getByRole('button', { name: /^Details of the admission/ }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Discharge Date')).toBeVisible()
    const terms = [...dialog.element().querySelectorAll('dt')].map(({ textContent }) => textContent)
    expect(terms.filter((term) => term === 'Discharge Summary')).toEqual(named)
    expect(dialog.getByRole('button', { name: /Discharge Summary/ }).elements()).toHaveLength(
      role === 'doctor' ? 2 : 0,
    )
  },
)

test('a discharge summary is printed from the record with all that it has to say', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const hospital = hospitalFor('doctor')
  const bed = occupiedBed(patientRecord({ ...patient, allergens: [reportedAllergy('Latex')] }), {
    bedNumber: 'A-2',
  })
  const admission = admissionIn(bed, {
    ...ended,
    summary: 'Recovered on oral antibiotics',
    followUp: 'X-ray in six weeks',
    summarySigned: { at: '2026-11-23T04:00:00.000Z', by: 'Anika Mehta' },
  })
  hospital.answer(listPatientAdmissions, { items: [admission], total: 1, nextCursor: null })
  hospital.answer(readAdmission, admission)
  hospital.answer(readPatient, patientRecord({ ...patient, allergens: [reportedAllergy('Latex')] }))
  hospital.answer(listStays, [
    {
      id: newId(),
      bedId: newId(),
      bedNumber: 'ICU-1',
      ward: 'ICU',
      unitName: 'ICU',
      from: admission.admissionDate,
      until: '2026-11-22T10:00:00.000Z',
      reason: null,
      sexRuleReason: null,
    },
    {
      id: newId(),
      bedId: bed.id,
      bedNumber: 'A-2',
      ward: 'GENERAL',
      unitName: 'General Ward',
      from: '2026-11-22T10:00:00.000Z',
      until: '2026-11-23T04:00:00.000Z',
      reason: 'Stable for a day',
      sexRuleReason: null,
    },
  ])
  const medication = {
    id: newId(),
    patientId: patient.id,
    recordedAt: admission.admissionDate,
    recordedBy: 'Anika Mehta',
    struck: null,
    dose: 500,
    unit: 'MG',
    route: 'ORAL',
    frequency: 'TWICE_DAILY',
    instructions: null,
    startsOn: '2026-11-22',
    endsOn: null,
    reason: null,
    allergy: null,
    allergyReason: null,
    weight: null,
    doseQuestion: null,
    doseReason: null,
    countersignedBy: null,
    prescriberNumber: null,
    isInpatient: true,
    replacesId: null,
    isCurrent: true,
  } as const
  const stopped = { at: '2026-11-22T10:00:00.000Z', by: 'Kiran Bose', reason: 'Drinks again' }
  hospital.answer(listMedications, {
    items: [
      { ...medication, name: 'Amoxicillin', stopped: null },
      { ...medication, id: newId(), name: 'Saline', isCurrent: false, stopped },
    ],
    total: 2,
    nextCursor: null,
  })
  const screen = await show(
    <AdmissionHistory patient={patient} page={undefined} onPage={() => {}} />,
    hospital,
  )
  await screen.getByRole('button', { name: /^Details of the admission/ }).click()
  await screen.getByRole('button', { name: 'Print Discharge Summary' }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const paper = document.querySelector('[data-print-sheet]')?.textContent ?? ''
  for (const words of [
    'DiagnosisPneumonia',
    'DoctorDr Anika Mehta',
    'Discharged toHome',
    'ICU-1, ICU',
    'A-2, General Ward',
    'Stable for a day',
    'Recovered on oral antibiotics',
    'X-ray in six weeks',
    'Signed by Dr Anika Mehta on 23 Nov 2026',
  ])
    expect(paper).toContain(words)
  // They are those of today, and not of the signing.
  expect(paper).toMatch(/Allergies as of\s\d+\s\w+\s20\d\d,\s\d+:\d\d\s[AP]MLatex/)
  const [, goesOn = '', over = ''] = paper.split(/Medicines to continue|Medicines stopped or finished/)
  expect(goesOn).toContain('Amoxicillin')
  expect(goesOn).not.toContain('Saline')
  expect(over).toContain('Saline')
  expect(over).toContain('Kiran Bose: Drinks again')
})
