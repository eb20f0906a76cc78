import { expect, test, vi } from 'vitest'
import { listAdmissions } from '../../../contract/admissions.ts'
import { listBeds } from '../../../contract/beds.ts'
import {
  admissionIn,
  bedRecord,
  mehta,
  occupiedBed,
  patientRecord,
  reportedAllergy,
} from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { PrintedWardList } from './PrintedWardList.tsx'

const asha = occupiedBed(patientRecord({ lastName: 'Rao', allergens: [reportedAllergy('Penicillin')] }), {
  bedNumber: 'A-101',
  expectedDischargeDate: '2026-11-25',
})
const inIntensiveCare = occupiedBed(patientRecord({ lastName: 'Stone' }), { bedNumber: 'ICU-1', ward: 'ICU' })
const beds = [bedRecord({ bedNumber: 'A-102' }), asha, inIntensiveCare]

async function paper(search: Parameters<typeof PrintedWardList>[0]['search'], shown = beds) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor('doctor')
  hospital.answer(listBeds, shown)
  const items = [asha, inIntensiveCare].map((bed) => admissionIn(bed))
  hospital.answer(listAdmissions, { items, total: items.length, nextCursor: null })
  const onDone = vi.fn<() => void>()
  const screen = await show(<PrintedWardList search={search} onDone={onDone} />, hospital)
  const words = () => document.querySelector('[data-print-sheet]')?.textContent ?? ''
  return { screen, hospital, print, onDone, words }
}

test('a ward list says who is in which bed, why, since when, and their allergies', async () => {
  const { print, words } = await paper({ ward: 'GENERAL' })
  await expect.poll(() => print.mock.calls.length).toBe(1)
  for (const said of [
    '1 inpatient: General Ward.',
    'A-101',
    'RAO, Asha',
    'Penicillin',
    'Pneumonia',
    'Dr Anika Mehta',
  ])
    expect(words()).toContain(said)
  expect(words()).toContain('Day 2')
  expect(words()).toContain('Expected discharge 25 Nov 2026')
  expect(words()).not.toContain('A-102')
  expect(words()).not.toContain('STONE')
})

test('a doctor’s own inpatients are those of all wards', async () => {
  const { print, words, hospital } = await paper({ doctor: mehta.id })
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(words()).toContain('2 inpatients: under Dr Anika Mehta.')
  expect(hospital.sent(listAdmissions)[0]?.query['doctorId']).toBe(mehta.id)
})

test('without inpatients nothing is printed', async () => {
  const { screen, print, onDone } = await paper({ ward: 'MATERNITY' })
  await expect.element(screen.getByText('No inpatients to print')).toBeVisible()
  expect(print).not.toHaveBeenCalled()
  expect(onDone).toHaveBeenCalled()
})
