import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  bookAppointment,
  changeAppointment,
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
} from '../../../../contract/front-desk/appointments.ts'
import {
  type DayOfSessions,
  listFreePlaces,
  listNextFree,
  readDayOfSessions,
  type SessionOfDay,
} from '../../../../contract/front-desk/schedules.ts'
import type { Site } from '../../../../contract/hospital/hospital.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { refuse } from '../../../testing/hospital.ts'
import {
  appointmentOf,
  bose,
  identityOf,
  mehta,
  newId,
  patientRecord,
  today,
} from '../../../testing/records.ts'
import { choose, hospitalFor, openScreen, show } from '../../../testing/show.tsx'
import { monthsAfter } from '../hours/months.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'

const patient = patientRecord({ lastName: 'Rao' })
const cardiology = newId()

/** Mehta's morning, two patients a quarter of an hour. It is ten o'clock. */
function morning(fields: Partial<SessionOfDay> = {}): SessionOfDay {
  return {
    id: newId(),
    doctorId: mehta.id,
    doctor: 'Anika Mehta',
    clinicId: cardiology,
    clinic: 'Cardiology',
    room: '12',
    weekday: 1,
    startsAt: '09:45',
    endsAt: '10:45',
    kind: 'SLOTS',
    slotMinutes: 15,
    capacity: 2,
    walkIns: null,
    onlinePlaces: null,
    walkedIn: 0,
    onlineLeft: null,
    away: null,
    slots: [
      { time: '09:45', places: 2, free: 2 },
      { time: '10:00', places: 2, free: 0 },
      { time: '10:15', places: 2, free: 1 },
      { time: '10:30', places: 2, free: 2 },
    ],
    ...fields,
  }
}

/** The booking form of a hospital in which Mehta keeps hours and Bose does not. */
async function form(
  sessions: SessionOfDay[],
  { site = {} as Partial<Site>, address = '', role = 'receptionist' as Role } = {},
) {
  const hospital = hospitalFor(role, { hasSchedules: true, ...site })
  const day: DayOfSessions = { date: today, sessions, keepHours: [mehta.id] }
  hospital.answer(readDayOfSessions, () => day)
  hospital.answer(listAppointmentsOfDay, [])
  hospital.answer(listQueue, [])
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  hospital.answer(readPatient, patient)
  hospital.answer(listNextFree, [])
  hospital.answer(bookAppointment, ({ body }) => appointmentOf(patient, body as object))
  const screen = await openScreen(`/opd-queue/new?patientId=${patient.id}&doctorId=${mehta.id}${address}`)
  await choose(screen.getByRole('combobox', { name: 'Type' }), 'gen')
  const times = screen.getByRole('radiogroup', { name: 'Time' })
  return { hospital, day, screen, times, save: screen.getByRole('button', { name: 'Schedule Appointment' }) }
}
type Form = Awaited<ReturnType<typeof form>>

const bookings = ({ hospital }: Form) => hospital.sent(bookAppointment).map(({ body }) => body)
const chips = ({ times }: Form) =>
  [...times.element().querySelectorAll('label')].map(({ textContent }) =>
    textContent?.replaceAll('\u00a0', ' '),
  )

test('the calendar says on which days the doctor has free places, month by month', async () => {
  const { hospital, screen } = await form([morning()])
  const months: unknown[] = []
  const next = monthsAfter(`${today.slice(0, 7)}-01`, 1)
  const [free, full] = [`${next.slice(0, 7)}-09`, `${next.slice(0, 7)}-10`]
  hospital.answer(listFreePlaces, ({ query }) => {
    months.push([query.from, query.doctorId])
    const day = { doctorId: mehta.id, places: 8 }
    return query.from === next
      ? [
          { ...day, date: free, free: 3 },
          { ...day, date: full, free: 0 },
        ]
      : []
  })
  await screen.getByRole('button', { name: 'Choose the day from a calendar' }).click()
  await screen.getByRole('button', { name: 'Next month' }).click()
  await expect
    .element(screen.getByRole('button', { name: `${formatDay(full)}, full`, exact: true }))
    .toBeVisible()
  expect(months).toEqual([
    [today, mehta.id],
    [next, mehta.id],
  ])
  await screen.getByRole('button', { name: `${formatDay(free)}, free`, exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDay(free))
})

test('free times to come are one radio group, by mouse and by keyboard', async () => {
  const open = await form([morning()])
  await expect.element(open.times).toBeVisible()
  expect(chips(open)).toEqual(['10:15 AM 1 of 2 free', '10:30 AM 2 of 2 free', 'Other time…'])
  await open.save.click()
  await open.screen.getByRole('link', { name: 'Time is required' }).click()
  await expect.element(open.screen.getByRole('radio', { name: /10:15/ })).toHaveFocus()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.element(open.screen.getByRole('radio', { name: /10:30/ })).toBeChecked()
  await open.save.click()
  await expect.poll(() => bookings(open)).toMatchObject([{ time: '10:30', overbookReason: null }])
})

test('another time is asked about, and a refusal stands beside it with all that was typed', async () => {
  const open = await form([morning()])
  const { hospital, screen, save } = open
  await screen.getByText('Other time…').click()
  await screen.getByLabelText(/^Other time \*/).fill('10:07')
  await screen.getByRole('textbox', { name: 'Notes' }).fill('Palpitations')
  const sentence = 'The doctor sees no patients then. Choose a free time, or say why it has to be then.'
  hospital.answer(bookAppointment, ({ body }) =>
    (body as { overbookReason: string | null }).overbookReason
      ? appointmentOf(patient, body as object)
      : refuse(409, 'outside_hours', sentence, { errors: [{ path: 'time', message: sentence }] }),
  )
  await save.click()
  await expect
    .element(screen.getByLabelText(/^Other time \*/))
    .toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Palpitations')
  await screen.getByRole('textbox', { name: 'Why outside the hours?' }).fill('Sent by the ward')
  await save.click()
  await expect
    .poll(() => bookings(open).at(-1))
    .toMatchObject({ time: '10:07', overbookReason: 'Sent by the ward', notes: 'Palpitations' })
})

test('a place that is taken meanwhile says so at once; a reason typed for it isn’t sent with a free one', async () => {
  const open = await form([morning()], { address: '&time=10:15' })
  const { hospital, day, screen, times } = open
  await expect.element(screen.getByRole('radio', { name: /10:15/ })).toBeChecked()
  day.sessions[0]?.slots.splice(2, 1, { time: '10:15', places: 2, free: 0 })
  await expect.poll(() => hospital.followed(`availability:${today}`)).toBe(true)
  hospital.tellStale(`availability:${today}`)
  await expect.element(times).toBeInvalid()
  await expect.element(screen.getByText(/is taken\. Choose another time, or say why/)).toBeVisible()
  await screen.getByRole('textbox', { name: 'Why although it is full?' }).fill('Urgent')
  await screen.getByText(/^10:30/).click()
  await expect.element(times).not.toBeInvalid()
  await open.save.click()
  await expect.poll(() => bookings(open)).toMatchObject([{ time: '10:30', overbookReason: null }])
})

test('a session with tokens offers its next one, also when it has begun', async () => {
  const tokens = { kind: 'TOKENS', slotMinutes: null, startsAt: '09:00', endsAt: '12:00' } as const
  const open = await form([morning({ ...tokens, slots: [{ time: '09:00', places: 20, free: 12 }] })])
  await open.screen.getByText(/^Token, from/).click()
  expect(chips(open)[0]).toBe('Token, from 9:00 AM — 12 left')
  await open.save.click()
  await expect.poll(() => bookings(open)).toMatchObject([{ time: '09:00', evenIfPassed: true }])
})

test('a doctor who is away is so for a reason; the next free times are one press away, of colleagues too', async () => {
  const open = await form([morning({ away: 'Annual leave', slots: [] })])
  const { hospital, screen } = open
  const free = { doctorId: mehta.id, doctor: 'Anika Mehta', clinicId: cardiology, clinic: 'Cardiology' }
  const slot = { date: '2026-11-24', time: '09:15', kind: 'SLOTS', free: 1 } as const
  hospital.answer(listNextFree, ({ query }) =>
    query.clinicId ? [{ ...free, ...slot, doctorId: bose.id, doctor: 'Kiran Bose' }] : [{ ...free, ...slot }],
  )
  await expect.element(screen.getByText('Away: Annual leave')).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Doctor' }), 'Bos')
  await expect.element(screen.getByText('Away: Annual leave')).not.toBeInTheDocument()
  await choose(screen.getByRole('combobox', { name: 'Doctor' }), 'Meh')
  await expect.element(screen.getByRole('button', { name: 'Tue, 24 Nov 2026, 9:15 AM' })).toBeVisible()
  await screen.getByRole('button', { name: 'Any doctor of Cardiology' }).click()
  await screen.getByRole('button', { name: /9:15 AM · Kiran Bose/ }).click()
  await expect.element(screen.getByLabelText(/^Time \*/)).toHaveValue('09:15')
  await open.save.click()
  await expect
    .poll(() => bookings(open))
    .toMatchObject([
      {
        date: slot.date,
        time: slot.time,
        doctorId: bose.id,
      },
    ])
})

test('a doctor without hours is booked at any time, and a hospital without them is asked for none', async () => {
  const open = await form([], { site: { hasSchedules: false }, address: '&time=09:07' })
  await expect.element(open.screen.getByLabelText(/^Time \*/)).toHaveValue('09:07')
  await expect.element(open.screen.getByRole('group', { name: 'Next free' })).toBeVisible()
  await open.save.click()
  await expect.poll(() => bookings(open)).toMatchObject([{ time: '09:07' }])
  expect(open.hospital.sent(readDayOfSessions)).toEqual([])
  expect(open.hospital.sent(listNextFree)).toEqual([])
})

test('a follow-up is booked by two presses, and taken back by one', async () => {
  const hospital = hospitalFor('doctor', { hasSchedules: true })
  const day = '2027-01-04'
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  hospital.answer(readDayOfSessions, { date: day, sessions: [morning()], keepHours: [mehta.id] })
  const free = { doctorId: mehta.id, doctor: 'Anika Mehta', clinicId: cardiology, clinic: 'Cardiology' }
  hospital.answer(listNextFree, [{ ...free, date: '2027-01-05', time: '09:15', kind: 'SLOTS', free: 1 }])
  const booked = appointmentOf(patient, { date: '2027-01-05', time: '09:15', type: 'FOLLOW_UP' })
  hospital.answer(bookAppointment, booked)
  hospital.answer(changeAppointment, { ...booked, status: 'CANCELLED', version: 2 })
  const screen = await show(<FollowUpDialog patient={identityOf(patient)} onClose={() => {}} />, hospital)
  await screen.getByRole('button', { name: '6 weeks' }).click()
  await screen.getByRole('button', { name: 'Tue, 5 Jan 2027, 9:15 AM' }).click()
  await expect.poll(() => hospital.sent(bookAppointment)).toHaveLength(1)
  expect(hospital.sent(listNextFree)[0]?.query).toMatchObject({ doctorId: mehta.id, from: day })
  expect(hospital.sent(bookAppointment)[0]?.body).toMatchObject({
    date: '2027-01-05',
    time: '09:15',
    type: 'FOLLOW_UP',
    doctorId: mehta.id,
  })
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Follow-up cancelled')).toBeVisible()
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28')
})
