import { expect, test } from 'vitest'
import { countOutsideHours } from '../../../contract/front-desk/closures.ts'
import {
  addSession,
  changeSession,
  endPracticeSession,
  listSchedules,
  type PracticeSession,
} from '../../../contract/front-desk/schedules.ts'
import { listClinics } from '../../../contract/people/clinics.ts'
import { refuse, refuseEdit } from '../../testing/hospital.ts'
import { bose, mehta, newId } from '../../testing/records.ts'
import { choose, drafts, hospitalFor, openScreen } from '../../testing/show.tsx'

const clinic = {
  id: newId(),
  name: 'Heart clinic',
  department: null,
  floor: null,
  phone: null,
  rooms: ['Room 1', 'Room 2'],
  booksFromHome: true,
  doctors: [],
  version: 1,
}
const session: PracticeSession = {
  id: newId(),
  doctorId: mehta.id,
  doctor: 'Anika Mehta',
  clinicId: clinic.id,
  clinic: clinic.name,
  room: 'Room 1',
  weekday: 1,
  weeks: [1, 2, 3, 4, 5],
  startsAt: '09:00',
  endsAt: '12:00',
  kind: 'SLOTS',
  slotMinutes: 15,
  capacity: 1,
  walkIns: 4,
  onlinePlaces: 6,
  validFrom: '2026-11-02',
  validUntil: null,
  version: 3,
}

function hospitalWith(role: 'admin' | 'receptionist', sessions: PracticeSession[]) {
  const hospital = hospitalFor(role, { hasClinics: true })
  hospital.answer(listSchedules, sessions)
  hospital.answer(listClinics, [clinic])
  hospital.answer(countOutsideHours, [{ doctorId: mehta.id, outside: 2 }])
  return hospital
}

test('the week says what hours are, is read by the desk, and leads to bookings outside the hours', async () => {
  const hospital = hospitalWith('receptionist', [{ ...session, weeks: [1, 3], validUntil: '2026-12-31' }])
  const screen = await openScreen('/schedules')
  const week = screen.getByRole('region', { name: 'Dr Anika Mehta' })
  for (const words of [
    '9:00 AM to 12:00 PM',
    'Heart clinic, Room 1',
    '15 min, 1 patient each',
    '4 walk-ins',
    '6 booked from home at most',
    '1st and 3rd of the month',
    'Until 31 Dec 2026',
  ])
    await expect.element(week.getByText(words)).toBeInTheDocument()
  await expect
    .element(week.getByRole('link', { name: 'Decide where they go' }))
    .toHaveAttribute('href', `/absences/outside?doctorId=${mehta.id}`)
  await expect.element(screen.getByText(/booked at any time: Dr Kiran Bose/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Session/ })).not.toBeInTheDocument()
  expect(screen.getByText(/sessions that have ended/).elements()).toEqual([])

  // The last session of another doctor has ended, as before a clinic closes.
  hospital.answer(countOutsideHours, [{ doctorId: bose.id, outside: 3 }])
  await expect.poll(() => hospital.followed('closures')).toBe(true)
  hospital.tellStale('closures')
  await expect.element(screen.getByText(/^3 bookings were made in sessions that have ended/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Decide where they go' }).element().getAttribute('href')).toBe(
    '/absences/outside',
  )
})

test('sessions that are alike on days in a row share a card, in which each day is changed alone', async () => {
  const on = (weekday: 1 | 2 | 3 | 4 | 5, more: Partial<PracticeSession> = {}) => ({
    ...session,
    id: newId(),
    weekday,
    ...more,
  })
  hospitalWith('admin', [on(1), on(2), on(3), on(4, { room: 'Room 2' }), on(5)])
  const screen = await openScreen('/schedules')
  const cards = screen.getByRole('region', { name: 'Dr Anika Mehta' }).getByRole('listitem')
  await expect
    .poll(() =>
      cards
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Monday to Wednesday', 'Thursday', 'Friday'])
  await cards
    .nth(0)
    .getByRole('button', { name: /^Change from a day on Tuesday/ })
    .click()
  await expect.element(screen.getByRole('dialog', { name: /^Change.*Tuesday/ })).toBeVisible()
})

test('a session is added on several days, and what is refused for one of them stays in the form', async () => {
  const hospital = hospitalWith('admin', [])
  const screen = await openScreen('/schedules')
  await expect
    .element(screen.getByText(/Doctors without hours are booked at any time, as before/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Add Session' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add a session' })
  await choose(dialog.getByRole('combobox', { name: 'Doctor' }), 'Bose')
  const fromHome = dialog.getByRole('textbox', { name: 'Booked from home at most' })
  await expect.element(fromHome).not.toBeInTheDocument()
  await choose(dialog.getByRole('combobox', { name: 'Clinic' }), 'Heart')
  await fromHome.fill('0')
  await dialog.getByRole('button', { name: 'Add session' }).click()
  await expect.element(dialog.getByText('Day is required').first()).toBeVisible()
  for (const day of ['Wednesday', 'Monday']) await dialog.getByRole('checkbox', { name: day }).click()
  await dialog.getByLabelText(/^Start/).fill('09:00')
  await dialog.getByLabelText(/^End/).fill('12:00')
  await dialog.getByRole('radio', { name: 'Tokens' }).click()
  await dialog.getByRole('textbox', { name: 'Patients in all' }).fill('30')
  const overlap = 'The doctor has another session at this time.'
  const added = { ...session, doctorId: bose.id, doctor: 'Kiran Bose', outside: 0 }
  hospital.answer(addSession, ({ body }) =>
    (body as { weekday: number }).weekday === 3
      ? refuse(409, 'session_overlaps', overlap, { errors: [{ path: 'startsAt', message: overlap }] })
      : added,
  )
  await dialog.getByRole('button', { name: 'Add session' }).click()
  await expect.element(dialog.getByText('Added: Monday. Not added: Wednesday.')).toBeVisible()
  await expect
    .element(dialog.getByLabelText(/^Start/))
    .toHaveAccessibleDescription(expect.stringContaining(`Wednesday: ${overlap}`))
  await expect.element(dialog.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'Wednesday' })).toBeChecked()
  const [monday, wednesday] = hospital.sent(addSession)
  expect(monday?.body).toMatchObject({
    weekday: 1,
    kind: 'TOKENS',
    capacity: 30,
    slotMinutes: null,
    onlinePlaces: 0,
  })
  expect(monday?.key).not.toBe(wednesday?.key)

  await dialog.getByLabelText(/^Start/).fill('10:00')
  hospital.answer(addSession, { ...added, weekday: 3, outside: 2 })
  await dialog.getByRole('button', { name: 'Add session' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('2 bookings are outside the new hours.')).toBeVisible()
  expect(hospital.sent(addSession)).toHaveLength(3)
  expect(drafts()).toEqual([])
})

test('a session is changed from a day on after a colleague changed it first, and ended', async () => {
  const hospital = hospitalWith('admin', [session])
  const screen = await openScreen('/schedules')
  const of = 'Monday, 9:00 AM to 12:00 PM of Dr Anika Mehta'.replaceAll(/ (?=[AP]M)/g, '\u00a0')
  await screen.getByRole('button', { name: `Change from a day on ${of}` }).click()
  const dialog = screen.getByRole('dialog', { name: /^Change/ })
  await expect.element(dialog.getByRole('textbox', { name: 'Change from' })).toHaveValue('23 Nov 2026')
  await dialog.getByRole('textbox', { name: 'Patients at each time' }).fill('2')
  const theirs = { ...session, room: 'Room 2', version: 4 }
  hospital.answer(changeSession, () => refuseEdit(theirs))
  await dialog.getByRole('button', { name: 'Change session' }).click()
  await expect.element(dialog.getByRole('heading', { name: /changed this session/ })).toBeVisible()
  hospital.answer(listSchedules, [theirs])
  hospital.answer(changeSession, { ...theirs, id: newId(), capacity: 2, version: 1, outside: 0 })
  await dialog.getByRole('button', { name: 'Change session' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(hospital.sent(changeSession)[1]?.body).toMatchObject({
    room: 'Room 2',
    capacity: 2,
    validFrom: '2026-11-23',
    version: 4,
  })

  await screen.getByRole('button', { name: `End session ${of}` }).click()
  const ending = screen.getByRole('dialog', { name: 'End this session?' })
  await ending.getByRole('button', { name: 'End session' }).click()
  await expect.element(ending.getByText('Last day is required').first()).toBeVisible()
  await ending.getByRole('textbox', { name: 'Last day' }).fill('30 Nov 2026')
  hospital.answer(endPracticeSession, { ...theirs, validUntil: '2026-11-30', version: 5, outside: 1 })
  await ending.getByRole('button', { name: 'End session' }).click()
  await expect.element(screen.getByText('1 booking is outside the new hours.')).toBeVisible()
  expect(hospital.sent(endPracticeSession)[0]?.body).toEqual({ lastDay: '2026-11-30', version: 4 })
})
