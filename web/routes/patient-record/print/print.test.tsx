import { expect, test, vi } from 'vitest'
import { listPatientAdmissions, listStays } from '../../../../contract/admissions.ts'
import { listPatientAppointments } from '../../../../contract/appointments.ts'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { readPatient } from '../../../../contract/patients.ts'
import { admissionIn, newId, occupiedBed, patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PrintedRecord } from './PrintedRecord.tsx'

test('a printed record holds the notes of an admission and every bed of it', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const hospital = hospitalFor('receptionist')
  const patient = patientRecord()
  const admission = admissionIn(occupiedBed(patient, { bedNumber: 'A-2' }), { notes: 'Needs an interpreter' })
  const none = { items: [], total: 0, nextCursor: null }
  hospital.answer(readPatient, patient)
  hospital.answer(listPatientAppointments, none)
  hospital.answer(listAllergies, none)
  hospital.answer(listPatientAdmissions, { ...none, items: [admission], total: 1 })
  const stay = { id: newId(), bedId: newId(), from: admission.admissionDate, until: null, reason: null }
  hospital.answer(listStays, [
    { ...stay, bedNumber: 'ICU-1', ward: 'ICU', until: '2026-11-22T10:00:00.000Z' },
    { ...stay, id: newId(), bedNumber: 'A-2', ward: 'GENERAL', reason: 'Stable for a day' },
  ])
  await show(<PrintedRecord id={patient.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const paper = document.querySelector('[data-print-sheet]')?.textContent ?? ''
  for (const words of ['ICU-1, ICU', 'A-2, General Ward', 'Stable for a day', 'Needs an interpreter'])
    expect(paper).toContain(words)
})
