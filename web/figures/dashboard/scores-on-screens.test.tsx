import { expect, test } from 'vitest'
import { listEarlyWarnings } from '../../../contract/clinical/warnings/early-warning.ts'
import {
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
} from '../../../contract/front-desk/appointments.ts'
import type { Role } from '../../../contract/permissions.ts'
import { listAdmissions } from '../../../contract/wards/admissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { warningOf } from '../../testing/clinical.ts'
import { admissionIn, appointmentOf, occupiedBed, patientRecord } from '../../testing/records.ts'
import { hospitalFor, openScreen, show } from '../../testing/show.tsx'
import { MyInpatients } from './MyInpatients.tsx'

const ill = patientRecord({ lastName: 'Ill' })
const bed = occupiedBed(ill, { bedNumber: 'A-1' })
const said = 'NEWS2 9 High · 20 min ago, Not acknowledged, ILL, Asha'

function hospitalOf(role: Role) {
  const hospital = hospitalFor(role)
  const none = { items: [], total: 0, nextCursor: null }
  const visit = appointmentOf(ill, { status: 'IN_QUEUE', queuedAt: '2026-11-23T04:00:00.000Z' })
  hospital.answer(listQueue, [visit])
  hospital.answer(listAppointmentsOfDay, [visit])
  hospital.answer(listAppointments, none)
  hospital.answer(listBeds, [bed])
  hospital.answer(listAdmissions, { ...none, items: [admissionIn(bed)], total: 1 })
  if (role !== 'receptionist') hospital.answer(listEarlyWarnings, [warningOf(ill)])
  return hospital
}

/** Screens that name somebody who is in the hospital, and where. */
const screens = {
  'the card of the queue': ['/opd-queue', 'li[data-appointment]'],
  'the card of a bed': ['/beds', 'article[data-bed]'],
  'the list of beds': ['/beds?view=details', 'table'],
} as const
const named = Object.entries(screens)

/** The score in a part of the screen. */
const scoreIn = (place: string) =>
  [...document.querySelectorAll(`${place} button`)]
    .map(({ textContent }) => textContent)
    .find((words) => words?.startsWith('NEWS2'))

test.each(named)('%s says the last NEWS2 and its age', async (_, [path, place]) => {
  hospitalOf('doctor')
  await openScreen(path)
  await expect.poll(() => scoreIn(place)).toBe(said)
})

test('a doctor’s list of inpatients says the last NEWS2 and its age', async () => {
  await show(<MyInpatients />, hospitalOf('doctor'))
  await expect.poll(() => scoreIn('table')).toBe(said)
})

test.each(named)('on a receptionist’s screen %s says none', async (_, [path, place]) => {
  const hospital = hospitalOf('receptionist')
  await openScreen(path)
  await expect.poll(() => document.querySelector(place)?.textContent).toContain('ILL, Asha')
  expect(document.body.textContent).not.toContain('NEWS2')
  expect(hospital.sent(listEarlyWarnings)).toEqual([])
})
