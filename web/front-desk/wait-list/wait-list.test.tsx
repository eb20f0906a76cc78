import { expect, test } from 'vitest'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import {
  addWaitEntry,
  changeWaitEntry,
  declineOffer,
  listWaitEntries,
  listWaitingFor,
  offerPlace,
  takeOffer,
  type WaitEntry,
} from '../../../contract/front-desk/wait-list.ts'
import { listClinics } from '../../../contract/people/clinics.ts'
import { refuse } from '../../testing/hospital.ts'
import { appointmentOf, mehta, newId, now, patientRecord, today } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const clinic = {
  id: newId(),
  name: 'Heart clinic',
  department: null,
  departmentId: null,
  floor: null,
  phone: null,
}
function entryOf(lastName: string, fields: Partial<WaitEntry> = {}): WaitEntry {
  const patient = patientRecord({ lastName })
  return {
    id: newId(),
    patientId: patient.id,
    patient,
    clinicId: clinic.id,
    clinic: clinic.name,
    doctorId: null,
    doctor: null,
    unbookable: null,
    firstDay: today,
    lastDay: '2026-12-24',
    fromTime: null,
    toTime: '11:00',
    priority: 3,
    appointmentId: null,
    appointmentDate: null,
    appointmentTime: null,
    note: null,
    state: 'WAITING',
    offer: null,
    bookedAs: null,
    madeBy: 'Grace Okafor',
    createdAt: '2026-11-20T04:00:00.000Z',
    endedBy: null,
    endedAt: null,
    version: 1,
    ...fields,
  }
}
const offer = {
  id: newId(),
  doctorId: mehta.id,
  doctor: 'Anika Mehta',
  date: '2026-12-01',
  time: '09:15',
  until: new Date(Date.parse(now) + 30 * 60_000).toISOString(),
  offeredBy: 'Grace Okafor',
}
const pageOf = (items: WaitEntry[]) => ({
  items,
  total: items.length,
  totalIsAtLeast: false,
  page: 1,
  limit: 20,
  nextCursor: null,
})

test('a place is offered to the first who waits, declined with one press, and booked by the next; a refusal is a sentence', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true })
  const [zuma, rao] = [entryOf('Zuma', { priority: 1, note: 'Phone after noon' }), entryOf('Rao')]
  hospital.answer(listWaitingFor, {
    free: 1,
    doctor: 'Anika Mehta',
    clinic: clinic.name,
    entries: [zuma, rao],
  })
  const screen = await openScreen(`/wait-list?doctor=${mehta.id}&date=2026-12-01&time=09:15`)
  await expect.element(screen.getByText('Tuesday, 1 Dec 2026, 9:15 AM')).toBeVisible()
  await expect.element(screen.getByText('Dr Anika Mehta, Heart clinic')).toBeVisible()
  await screen.getByRole('button', { name: /^Offer this place to .*Zuma$/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Offer a place' })
  await expect.element(dialog.getByText('Phone after noon')).toBeVisible()
  hospital.answer(offerPlace, { ...zuma, state: 'OFFERED', offer })
  hospital.answer(listWaitingFor, {
    free: 0,
    doctor: 'Anika Mehta',
    clinic: clinic.name,
    entries: [{ ...zuma, state: 'OFFERED', offer }, rao],
  })
  await dialog.getByRole('button', { name: 'Hold the place' }).click()
  await expect.element(screen.getByText(/Held until 10:30.AM by/)).toBeVisible()
  expect(hospital.sent(offerPlace)[0]?.body).toEqual({
    doctorId: mehta.id,
    date: '2026-12-01',
    time: '09:15',
    minutes: 30,
  })
  // A place that is held can't be offered to another patient.
  await expect.element(screen.getByText('The place is held while the patient is asked.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Offer this place/ })).not.toBeInTheDocument()

  hospital.answer(declineOffer, zuma)
  const again = { ...rao, state: 'OFFERED' as const, offer: { ...offer, id: newId() } }
  hospital.answer(listWaitingFor, { free: 0, doctor: 'Anika Mehta', clinic: clinic.name, entries: [again] })
  await screen.getByRole('button', { name: /Zuma declined$/ }).click()
  const book = screen.getByRole('button', { name: /^Book .*Rao$/ })
  hospital.answer(takeOffer, () => refuse(409, 'offer_over', 'Not done: Kiran Bose booked this place.'))
  await book.click()
  await expect.element(screen.getByText(/Kiran Bose booked this place/)).toBeVisible()
  hospital.answer(takeOffer, appointmentOf(patientRecord({ lastName: 'Rao' })))
  await book.click()
  await expect.element(screen.getByText(/Rao is booked$/)).toBeVisible()
})

test('an entry whose doctor’s account is not active says so, and any doctor is chosen in its form', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true, hasClinics: true })
  hospital.answer(listClinics, [])
  const gone = { doctorId: newId(), doctor: 'Kiran Bose', unbookable: 'doctor' as const }
  const [stuck, other] = [entryOf('Zuma', gone), entryOf('Rao')]
  hospital.answer(listWaitEntries, pageOf([stuck, other]))
  hospital.answer(listAppointments, { ...pageOf([]), items: [] })
  const screen = await openScreen('/wait-list')
  await expect.element(screen.getByText(/This doctor’s account is not active/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Offer a place to .*Rao$/ })).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: /^Offer a place to .*Zuma$/ }))
    .not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Change what .*Zuma waits for$/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change the entry on the wait list' })
  const doctor = dialog.getByRole('combobox', { name: 'Doctor' })
  await expect.element(doctor).toHaveValue('Dr Kiran Bose, not active')
  await doctor.clear()
  hospital.answer(changeWaitEntry, { ...stuck, doctorId: null, doctor: null, unbookable: null })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => hospital.sent(changeWaitEntry)[0]?.body).toMatchObject({ doctorId: null })
})

test('a patient is added from a full day, with what is wrong beside its field; filters are in the address', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true, hasClinics: true })
  hospital.answer(listClinics, [])
  hospital.answer(listWaitEntries, pageOf([entryOf('Zuma')]))
  hospital.answer(listAppointments, { ...pageOf([]), items: [] })
  const screen = await openScreen(`/wait-list?add=true&doctor=${mehta.id}&date=2026-12-01`)
  const dialog = screen.getByRole('dialog', { name: 'Add to the wait list' })
  await expect.element(dialog.getByRole('textbox', { name: 'First day' })).toHaveValue('1 Dec 2026')
  await dialog.getByRole('button', { name: 'Add to wait list' }).click()
  await expect.element(dialog.getByText('Patient is required').first()).toBeVisible()
  expect(hospital.sent(addWaitEntry)).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('Heart clinic, any doctor')).toBeVisible()
  await screen.getByRole('radio', { name: 'Booked' }).click({ force: true })
  await expect.poll(address).toContain('state=BOOKED')
})
