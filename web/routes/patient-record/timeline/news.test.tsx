import { expect, test } from 'vitest'
import { readTimeline, type TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import { listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import { medicationOf, weighed } from '../../../testing/clinical.ts'
import { appointmentOf, bose, newId, patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { NewsSince } from './NewsSince.tsx'

const patient = patientRecord()
const visit = appointmentOf(patient, { status: 'IN_PROGRESS', startedAt: '2026-11-23T04:00:00.000Z' })
const completed = (completedAt: string, fields = {}) =>
  appointmentOf(patient, { status: 'COMPLETED', completedAt, date: completedAt.slice(0, 10), ...fields })
const own = completed('2026-11-12T05:00:00.000Z')
const colleagues = completed('2026-11-18T05:00:00.000Z', { doctorId: bose.id })

const at = '2026-11-20T05:00:00.000Z'
const trace = { id: newId(), patientId: patient.id, recordedAt: at, recordedBy: 'Kiran Bose', struck: null }
const struck = { at, isByDoctor: true, by: 'Kiran Bose', reason: 'Of another patient' }

function happened(event: TimelineEvent['event'], record: { id: string }, when = at): TimelineEvent {
  return { id: `${event}:${record.id}`, at: when, event, record } as TimelineEvent
}
const problemOf = (fields: object) => ({
  ...trace,
  id: newId(),
  diagnosis: 'Asthma',
  icd10: null,
  onsetOn: null,
  resolved: null,
  ...fields,
})

async function newsOf(events: TimelineEvent[], visits = [visit, colleagues, own]) {
  const hospital = hospitalFor('doctor')
  const asked: unknown[] = []
  hospital.answer(listPatientAppointments, { items: visits, total: visits.length, nextCursor: null })
  hospital.answer(readTimeline, ({ query }) => {
    asked.push(query?.since)
    return { items: events, nextCursor: null }
  })
  const screen = await show(<NewsSince patient={patient} visit={visit} />, hospital)
  return { screen, asked }
}

test('what is new since the doctor’s own last visit is counted in a line, which opens', async () => {
  const old = medicationOf({ name: 'Metformin', stopped: { at, by: 'Kiran Bose', reason: 'Too low' } })
  const { screen, asked } = await newsOf([
    happened('prescription', medicationOf({ name: 'Salbutamol' }), visit.startedAt ?? undefined),
    happened('vitals', { ...weighed(70), pulse: 130 } as never),
    happened('vitals', { ...weighed(70), pulse: 140 } as never),
    happened('prescription', medicationOf({ name: 'Metformin', replacesId: old.id })),
    happened('stop', old),
    happened('stop', medicationOf({ name: 'Ibuprofen' })),
    happened('problem', problemOf({})),
    happened('problem', problemOf({ diagnosis: 'Gout', struck })),
  ])
  const line = screen.getByText('New since 12 Nov 2026: 1 problem, 2 medicines, vital signs out of range')
  await expect.element(line).toBeVisible()
  expect(asked).toEqual([own.completedAt])
  await line.click()
  const lines = [...document.querySelectorAll('li')].map(({ innerText }) => innerText.replace(/\s+/g, ' '))
  expect(lines).toEqual([
    expect.stringMatching(/^20 Nov 2026: vital signs .*130.*High/),
    '20 Nov 2026: medication changed Metformin',
    '20 Nov 2026: medication stopped Ibuprofen',
    '20 Nov 2026: diagnosis recorded Asthma',
  ])
})

test('that nothing is new is said, since a colleague’s visit where there is no other', async () => {
  const { screen, asked } = await newsOf([happened('vitals', weighed(70))], [visit, colleagues])
  await expect.element(screen.getByText('Nothing new since 18 Nov 2026')).toBeVisible()
  expect(asked).toEqual([colleagues.completedAt])
})

test('before a first visit nothing can be new, and nothing is asked', async () => {
  const { screen, asked } = await newsOf([], [visit])
  await expect.element(screen.getByText('No earlier visit')).toBeVisible()
  expect(asked).toEqual([])
})
