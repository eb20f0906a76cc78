import { expect, test } from 'vitest'
import { bookSeries, cancelSeries, checkSeries } from '../../../../contract/front-desk/appointment-series.ts'
import { readAppointment } from '../../../../contract/front-desk/appointments.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import { refuse } from '../../../testing/hospital.ts'
import { appointmentOf, mehta, newId, patientRecord } from '../../../testing/records.ts'
import { choose, hospitalFor, show } from '../../../testing/show.tsx'
import { CancelDialog } from '../booking/CancelDialog.tsx'
import { RepeatDialog } from './RepeatDialog.tsx'

const patient = patientRecord({ lastName: 'Rao' })
const away = 'The doctor is away on 14 Dec 2026 at 9:00 AM.'

test('each day is checked before anything is booked; one that is closed is changed or left out, and nothing typed is lost', async () => {
  const hospital = hospitalFor('receptionist')
  hospital.answer(readPatient, patient)
  hospital.answer(checkSeries, ({ query }) =>
    String(query.places)
      .split(',')
      .map((place) => {
        const [date = '', time = ''] = place.split('T')
        return { date, time, place: 'Wounds, 3', refused: date === '2026-12-14' ? away : null }
      }),
  )
  const first = {
    patientId: patient.id,
    doctorId: mehta.id,
    date: '2026-11-30',
    time: '09:00',
    type: 'GENERAL',
    notes: 'Dressing',
  } as const
  const closed: string[] = []
  const dialog = (
    <RepeatDialog
      first={first}
      onClose={() => closed.push('closed')}
      onBooked={() => closed.push('booked')}
    />
  )
  const screen = await show(dialog, hospital)
  await expect.element(screen.getByText('1 of 6 can’t be booked', { exact: false })).toBeVisible()
  await expect.element(screen.getByText(away)).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Appointments' }), '4 times')
  await expect.element(screen.getByText('1 of 4 can’t be booked', { exact: false })).toBeVisible()

  // The clinic closes another day in the meantime: nothing is booked, and the sentence is at its day.
  await screen.getByRole('textbox', { name: 'Date of appointment 3' }).fill('15 Dec 2026')
  await expect.element(screen.getByText('All 4 can be booked.')).toBeVisible()
  const said = 'The doctor is away on 7 Dec 2026 at 9:00 AM. Nothing was booked.'
  hospital.answer(bookSeries, () =>
    refuse(409, 'doctor_away', said, { errors: [{ path: 'places.1.time', message: said }] }),
  )
  await screen.getByRole('button', { name: 'Book 4 appointments' }).click()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: said }).getByLabelText('Time of appointment 2'))
    .toBeVisible()
  await expect
    .element(screen.getByRole('textbox', { name: 'Date of appointment 3' }))
    .toHaveValue('15 Dec 2026')
  expect(closed).toEqual([])

  hospital.answer(bookSeries, () => ({
    id: 'series',
    appointments: [appointmentOf(patient), appointmentOf(patient)],
  }))
  await screen.getByRole('button', { name: /^Leave out Mon.* 21 Dec/ }).click()
  await screen.getByRole('button', { name: 'Book 3 appointments' }).click()
  await expect.poll(() => closed).toEqual(['booked', 'closed'])
  expect(hospital.sent(bookSeries).at(-1)?.body).toMatchObject({
    notes: 'Dressing',
    places: ['2026-11-30', '2026-12-07', '2026-12-15'].map((date) => ({ date, time: '09:00' })),
  })
})

test('of a series, this one or all later ones are cancelled; a single appointment is not asked about', async () => {
  const hospital = hospitalFor('receptionist')
  const [single, one] = [appointmentOf(patient), appointmentOf(patient, { seriesId: newId() })]
  hospital.answer(readAppointment, ({ params }) => (params.id === one.id ? one : single))
  hospital.answer(cancelSeries, { cancelled: 3 })
  let closed = 0
  const about = (appointment: typeof one) => ({
    appointment,
    opened: true,
    open: () => {},
    close: () => void closed++,
    onExited: () => {},
  })
  const alone: string[] = []
  const onCancel = async ({ id }: typeof one) => void alone.push(id)
  const screen = await show(<CancelDialog about={about(single)} onCancel={onCancel} />, hospital)
  await expect.element(screen.getByRole('radio', { name: 'Other' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'This and all later ones' }).elements()).toEqual([])

  await screen.unmount()
  const ofSeries = await show(<CancelDialog about={about(one)} onCancel={onCancel} />, hospital)
  await expect.element(ofSeries.getByRole('radio', { name: 'This one' })).toBeChecked()
  await ofSeries.getByRole('radio', { name: 'This and all later ones' }).click()
  await ofSeries.getByRole('radio', { name: 'Patient cancelled' }).click()
  await ofSeries.getByRole('button', { name: /^Cancel .*appointment$/ }).click()
  await expect.poll(() => closed).toBe(1)
  expect(hospital.sent(cancelSeries)[0]).toMatchObject({
    params: { id: one.id },
    body: { cancelReason: 'PATIENT_CANCELLED' },
  })
  expect(alone).toEqual([])
})
