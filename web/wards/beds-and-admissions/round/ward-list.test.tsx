import { expect, test, vi } from 'vitest'
import { listEarlyWarnings } from '../../../../contract/clinical/warnings/early-warning.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { listAdmissions } from '../../../../contract/wards/admissions.ts'
import { listBeds } from '../../../../contract/wards/beds.ts'
import { warningOf } from '../../../testing/clinical.ts'
import { type Hospital, refuse } from '../../../testing/hospital.ts'
import {
  admissionIn,
  bedRecord,
  mehta,
  occupiedBed,
  patientRecord,
  reportedAllergy,
} from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PrintedWardList } from './PrintedWardList.tsx'

const asha = occupiedBed(patientRecord({ lastName: 'Rao', allergens: [reportedAllergy('Penicillin')] }), {
  bedNumber: 'A-101',
  expectedDischargeDate: '2026-11-25',
})
const inIntensiveCare = occupiedBed(patientRecord({ lastName: 'Stone' }), { bedNumber: 'ICU-1', ward: 'ICU' })
const beds = [bedRecord({ bedNumber: 'A-102' }), asha, inIntensiveCare]

async function paper(
  search: Parameters<typeof PrintedWardList>[0]['search'],
  {
    shown = beds,
    role = 'doctor',
    also,
  }: { shown?: typeof beds; role?: Role; also?: (hospital: Hospital) => void } = {},
) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor(role)
  hospital.answer(listBeds, shown)
  also?.(hospital)
  const items = [asha, inIntensiveCare].map((bed) => admissionIn(bed))
  hospital.answer(listAdmissions, { items, total: items.length, nextCursor: null })
  const onDone = vi.fn<() => void>()
  const screen = await show(<PrintedWardList search={search} onDone={onDone} />, hospital)
  const words = () => (document.querySelector('[data-print-sheet]')?.textContent ?? '').replace(/\s/g, ' ')
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

const ofGeneral = { ward: 'GENERAL' } as const
const wordsAbout = (bed: { patientId: string | null }, fields?: Parameters<typeof warningOf>[1]) => {
  const also = (hospital: Hospital) =>
    hospital.answer(listEarlyWarnings, [warningOf({ id: bed.patientId ?? '' }, fields)])
  return paper(ofGeneral, { also })
}

test.each([
  [{}, 'NEWS2 9: High', 'Not acknowledged'],
  [{ score: 3, band: 'Low–medium', alert: null }, 'NEWS2 3: Low–medium', ''],
  [{ score: 0, band: 'Low', alert: null }, 'NEWS2 0: Low', ''],
] as const)('a ward list says the last NEWS2 with its age: %o', async (fields, score, acknowledged) => {
  const { print, words } = await wordsAbout(asha, fields)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(words()).toContain(`${score}20 min ago, 23 Nov 2026, 9:40 AM`)
  const badge = [...document.querySelectorAll('[data-print-sheet] td span')].find(
    ({ textContent }) => textContent === score,
  )
  expect(badge?.querySelector('svg')).not.toBeNull()
  expect(words().includes('Not acknowledged')).toBe(acknowledged !== '')
})

test('a ward list says that an adult has no score, and nothing of a child’s', async () => {
  const child = occupiedBed(patientRecord({ lastName: 'Child', dateOfBirth: '2019-01-01' }))
  const { print, words } = await paper(ofGeneral, { shown: [asha, child] })
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(words()).toContain('CHILD, Asha')
  expect(words().match(/NEWS2[a-z ]*/g)).toEqual(['NEWS2 not recorded'])
})

test('a ward list says so where the scores can’t be loaded', async () => {
  const fails = (hospital: Hospital) =>
    hospital.answer(listEarlyWarnings, () => refuse(503, 'unavailable', 'The database is away.'))
  const { print, words } = await paper(ofGeneral, { also: fails })
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(words()).toContain('NEWS2 not loaded')
})

test('a receptionist’s ward list has no scores, and asks for none', async () => {
  const { print, words, hospital } = await paper(ofGeneral, { role: 'receptionist' })
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(words()).toContain('RAO, Asha')
  expect(words()).not.toContain('NEWS2')
  expect(hospital.sent(listEarlyWarnings)).toEqual([])
})
