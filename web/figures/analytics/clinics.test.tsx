import { expect, test } from 'vitest'
import { analyzeClinics } from '../../../contract/figures/clinics.ts'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { listClinics } from '../../../contract/people/clinics.ts'
import { bose, mehta, newId, today } from '../../testing/records.ts'
import { address, hospitalFor, openScreen, show } from '../../testing/show.tsx'
import { Clinics } from './Clinics.tsx'

const period = { from: today, to: today }
const heart = { id: newId(), name: 'Heart' }
const places = { held: 2, offered: 16, booked: 12, seen: 8 }
const noShows = { due: 10, notArrived: 2, didNotAttend: 1 }
const leadTime = { count: 10, median: 9, ninetieth: 21 }

function figures(hospital: ReturnType<typeof hospitalFor>) {
  const nothing = { held: 0, offered: 0, booked: 0, seen: 0 }
  hospital.answer(analyzeClinics, {
    total: { ...places, ...noShows, leadTime },
    before: { ...nothing, due: 0, notArrived: 0, didNotAttend: 0, leadTime: null },
    clinics: [{ clinic: heart, ...places, waiting: { count: 8, median: 25, ninetieth: 50 } }],
    sessions: [
      { clinic: heart, doctor: mehta, ...places },
      { clinic: heart, doctor: bose, ...nothing },
    ],
    doctors: [{ doctor: mehta, ...noShows, leadTime }],
    hours: [{ hour: 9, ...noShows }],
  })
}

test('what the clinics did with their places is told in figures that lead to their lists, and nothing is made of nothing', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true, hasClinics: true })
  figures(hospital)
  const screen = await show(<Clinics period={period} />, hospital)
  const card = (name: RegExp) => screen.getByRole('link', { name })
  await expect.element(card(/^Places Booked 75%/)).toMatchTextContent('No places offered in the day before')
  await expect.element(card(/^Places Seen 50%/)).toBeVisible()
  await expect
    .element(card(/^No-Shows 30%/))
    .toHaveAttribute('href', `/appointments?from=${today}&to=${today}&counted=NO_SHOW`)
  await expect.element(card(/^Median Lead Time 9 days/)).toBeVisible()
  const row = screen.getByRole('table', { name: 'Places by clinic and doctor' }).getByRole('row')
  await expect.element(row.nth(1)).toMatchTextContent('75%')
  // A doctor without a place has no share of it.
  await expect.element(row.nth(2)).toMatchTextContent('00–')
})

test('the list says what a figure counted, and each part can be left out', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true, hasClinics: true })
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  hospital.answer(listClinics, [
    {
      ...heart,
      department: null,
      floor: null,
      phone: null,
      rooms: [],
      booksFromHome: false,
      doctors: [],
      version: 1,
    },
  ])
  const screen = await openScreen(`/appointments?counted=NO_SHOW&sessionsOf=${heart.id}&at=9`)
  const chip = (name: string) => screen.getByRole('button', { name: `Remove the filter: ${name}` })
  await expect.element(chip('Sessions of Heart')).toBeVisible()
  await expect.element(chip('Booked for 9 AM to 10 AM')).toBeVisible()
  expect(hospital.sent(listAppointments).at(-1)?.query).toMatchObject({
    counted: 'NO_SHOW',
    sessionClinicId: heart.id,
    bookedHour: '9',
  })
  await chip('No-shows').click()
  await expect.poll(address).toBe(`/appointments?sessionsOf=${heart.id}&at=9`)
})
