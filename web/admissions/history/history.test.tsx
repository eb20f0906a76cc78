import { expect, test } from 'vitest'
import { listPatientAdmissions, listStays } from '../../../contract/admissions.ts'
import { admissionIn, occupiedBed, patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
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
  },
)
