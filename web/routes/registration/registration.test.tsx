import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAllergies } from '../../../contract/clinical/allergies.ts'
import {
  bookAppointment,
  changeAppointment,
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
} from '../../../contract/front-desk/appointments.ts'
import type { Site } from '../../../contract/hospital/hospital.ts'
import { listPatients, summarizePatients } from '../../../contract/people/patients.ts'
import { findProbableDuplicates, previewMrn, registerPatient } from '../../../contract/people/registration.ts'
import type { Role } from '../../../contract/permissions.ts'
import { noAnswer, refuse } from '../../testing/hospital.ts'
import { appointmentOf, identityOf, mehta, newId, patientRecord } from '../../testing/records.ts'
import { address, choose, drafts, hospitalFor, openScreen } from '../../testing/show.tsx'

const saved = patientRecord({ firstName: 'Asha', lastName: 'Rao', mrn: 'MRN77' })

/** The form in a hospital without similar patients. */
async function newPatient(role: Role = 'receptionist', site: Partial<Site> = {}) {
  const hospital = hospitalFor(role, site)
  hospital.answer(previewMrn, { mrn: 'MRN77' })
  hospital.answer(findProbableDuplicates, [])
  hospital.answer(registerPatient, saved)
  hospital.answer(listPatients, { items: [saved], total: 1, nextCursor: null })
  hospital.answer(listQueue, [])
  hospital.answer(listAllergies, { items: [], total: 0, nextCursor: null })
  hospital.answer(summarizePatients, {
    totalPatients: 1,
    newPatients: 1,
    newPatientsSince: '2026-10-25',
    pendingAppointments: 0,
  })
  const screen = await openScreen('/patients/new')
  const box = (name: string) => screen.getByRole('textbox', { name })
  const save = screen.getByRole('button', { name: 'Save Patient' })
  const saveForQueue = screen.getByRole('button', { name: 'Save and add to today’s queue' })
  await expect.element(save).toBeEnabled()
  return { hospital, screen, box, save, saveForQueue }
}
type Form = Awaited<ReturnType<typeof newPatient>>

/** The doctors may still be loading, and then the letters choose one when they come. */
async function chooseDoctor({ screen }: Form) {
  const doctor = screen.getByRole('combobox', { name: 'Doctor' })
  await choose(doctor, 'Meh')
  await expect.element(doctor).toHaveDisplayValue(/Mehta/)
}

async function fill({ screen, box }: Form) {
  await box('First name').fill('Asha')
  await box('Last name').fill('Rao')
  await box('Date of birth').fill('3/2/1984')
  await choose(screen.getByRole('combobox', { name: 'Gender' }), 'f')
  await box('Contact number').fill('+91 98765 43210')
  await box('Address').fill('4 Mill Lane')
}

test('what is missing is said in a summary that takes the focus, leads to each field, and beside the fields', async () => {
  const form = await newPatient()
  await form.save.click()
  const summary = form.screen.getByRole('alert')
  await expect.element(summary).toHaveFocus()
  await expect.element(summary).toMatchTextContent('6 fields need attention')
  const missing = {
    'First name': 'First name is required',
    'Last name': 'Last name is required',
    'Date of birth': 'Date of birth is required',
    'Contact number': 'Contact number is required',
    Address: 'Address is required',
  }
  for (const [name, message] of Object.entries(missing)) {
    await expect.element(form.box(name)).toBeInvalid()
    await expect.element(form.box(name)).toHaveAccessibleDescription(expect.stringContaining(message))
    await summary.getByRole('link', { name: message }).click()
    await expect.element(form.box(name)).toHaveFocus()
  }
  await summary.getByRole('link', { name: 'Gender is required' }).click()
  await expect.element(form.screen.getByRole('combobox', { name: 'Gender' })).toHaveFocus()
  expect(form.hospital.sent(registerPatient)).toEqual([])
})

test('one thing that is wrong is called one, and a field that is mended says so no longer', async () => {
  const form = await newPatient()
  await fill(form)
  await form.box('Date of birth').fill('24/11/2026')
  await form.save.click()
  const summary = form.screen.getByRole('alert')
  await expect.element(summary).toMatchTextContent('One field needs attention')
  await expect.element(summary).toMatchTextContent('Date of birth can’t be after today')
  await form.box('Date of birth').fill('23/11/2026')
  await expect.element(form.box('Date of birth')).not.toBeInvalid()
  await expect.element(form.screen.getByText('23 Nov 2026, under 1 year old').first()).toBeVisible()
  await form.save.click()
  await expect.poll(() => form.hospital.sent(registerPatient)).toHaveLength(1)
})

test('a date that can’t be read says how to write one, and an address that is none says so', async () => {
  const form = await newPatient()
  await fill(form)
  await form.box('Date of birth').fill('3/2/84')
  await form.save.click()
  await expect
    .element(form.box('Date of birth'))
    .toHaveAccessibleDescription(expect.stringContaining('Enter the year with four digits'))
  await form.box('Date of birth').fill('31 Feb 1984')
  await form.save.click()
  await expect
    .element(form.box('Date of birth'))
    .toHaveAccessibleDescription(expect.stringContaining('Enter a valid date'))
  await form.box('E-mail').fill('not an address')
  await form.save.click()
  const summary = form.screen.getByRole('alert')
  await expect.element(summary.getByRole('link', { name: 'Invalid email address' })).toBeVisible()
  await expect
    .element(form.box('E-mail'))
    .toHaveAccessibleDescription(expect.stringContaining('Invalid email address'))
  expect(form.hospital.sent(registerPatient)).toEqual([])
  expect(address()).toBe('/patients/new')
})

test('a date of birth of which only the year, the month or the age is known is told as no more', async () => {
  const form = await newPatient()
  await fill(form)
  const born = form.box('Date of birth')
  // Today is 23 Nov 2026.
  for (const [typed, understood, left] of [
    ['about 8', 'Only the year: 2018, about 8 years old', '2018'],
    ['Nov 1984', 'Only the month: Nov 1984, about 42 years old', 'Nov 1984'],
    ['5/1984', 'Only the month: May 1984, 42 years old', 'May 1984'],
  ] as const) {
    await born.fill(typed)
    await expect.element(born).toHaveAccessibleDescription(understood)
    await expect.element(born).toHaveValue(typed)
    await userEvent.tab()
    await expect.element(born).toHaveValue(left)
  }
  await born.fill('45')
  await form.save.click()
  const problem = expect.stringContaining('Enter a valid date, e.g. 21 Nov 1980, 1980 or about 45')
  await expect.element(born).toHaveAccessibleDescription(problem)
  await born.fill('about 45')
  await form.save.click()
  await expect.poll(() => form.hospital.sent(registerPatient)).toHaveLength(1)
  expect(form.hospital.sent(registerPatient)[0]?.body).toMatchObject({
    dateOfBirth: '1981-01-01',
    birthPrecision: 'YEAR',
  })
  // Saving compares once more; the panel's own comparison may follow later, of what stood there before.
  expect(form.hospital.sent(findProbableDuplicates).map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ dateOfBirth: '1981-01-01', birthPrecision: 'YEAR' }),
  )
})

test('what is typed is sent once, and the list shows who was saved', async () => {
  const form = await newPatient()
  await fill(form)
  expect(drafts()).toHaveLength(1)
  await form.save.click()
  await expect.element(form.screen.getByText('Patient Asha Rao created successfully !')).toBeVisible()
  expect(address()).toBe('/patients?search=MRN77')
  expect(form.hospital.sent(registerPatient).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      firstName: 'Asha',
      lastName: 'Rao',
      dateOfBirth: '1984-02-03',
      birthPrecision: 'DAY',
      gender: 'FEMALE',
      contactNumber: '+91 98765 43210',
      address: '4 Mill Lane',
    }),
  ])
  expect(drafts()).toEqual([])
})

test('what was typed is kept when the form is left and opened again, until it is discarded', async () => {
  const { screen, box } = await newPatient()
  await box('First name').fill('Asha')
  await box('Address').fill('4 Mill Lane')
  await expect.poll(drafts).toHaveLength(1)
  await screen.unmount()

  const again = await openScreen('/patients/new')
  await expect.element(again.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect.element(again.getByRole('textbox', { name: 'Address' })).toHaveValue('4 Mill Lane')
  await expect.element(again.getByText('Draft restored')).toBeVisible()
  await again.getByRole('button', { name: 'Discard draft' }).click()
  await expect.element(again.getByRole('textbox', { name: 'First name' })).toHaveValue('')
  await expect.element(again.getByRole('textbox', { name: 'First name' })).toHaveFocus()
  await expect.element(again.getByText('Draft restored')).not.toBeInTheDocument()
  expect(drafts()).toEqual([])
})

test('a form that is given up leaves nothing', async () => {
  const { screen, box } = await newPatient()
  await box('First name').fill('Asha')
  await expect.poll(drafts).toHaveLength(1)
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(address).toBe('/patients')
  expect(drafts()).toEqual([])
})

test('the form says while it is being saved, and a second press sends nothing', async () => {
  const form = await newPatient()
  await fill(form)
  const answer = Promise.withResolvers<typeof saved>()
  form.hospital.answer(registerPatient, () => answer.promise)
  await form.save.click()
  const saving = form.screen.getByRole('button', { name: 'Saving...' })
  await expect.element(saving).toHaveAttribute('aria-busy', 'true')
  await saving.click()
  answer.resolve(saved)
  await expect.poll(address).toBe('/patients?search=MRN77')
  expect(form.hospital.sent(registerPatient)).toHaveLength(1)
})

test('what the server refuses stands beside its field, and what is typed stays', async () => {
  const form = await newPatient()
  await fill(form)
  const errors = [{ path: 'contactNumber', message: 'Contact number must contain digits' }]
  form.hospital.answer(registerPatient, () => refuse(422, 'invalid_input', 'Check the form', { errors }))
  await form.save.click()
  await expect.element(form.screen.getByRole('alert')).toHaveFocus()
  await expect.element(form.box('Contact number')).toBeInvalid()
  await expect.element(form.box('Address')).toHaveValue('4 Mill Lane')
  await expect.element(form.save).toBeEnabled()
})

test('without an answer the form keeps what is typed, and sends it under the same key', async () => {
  const form = await newPatient()
  await fill(form)
  form.hospital.answer(registerPatient, noAnswer)
  await form.save.click()
  await expect.element(form.screen.getByText(/Your entries are kept/)).toBeVisible()
  form.hospital.answer(registerPatient, saved)
  await form.save.click()
  await expect.poll(address).toBe('/patients?search=MRN77')
  const keys = form.hospital.sent(registerPatient).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('who may be registered already is looked at before a second record is made', async () => {
  const form = await newPatient()
  const other = { ...identityOf(patientRecord({ mrn: 'MRN5' })), because: 'both' as const }
  form.hospital.answer(findProbableDuplicates, [other])
  await fill(form)
  const panel = form.screen.getByRole('region', { name: 'Possible duplicates' })
  await expect.element(panel).toMatchTextContent('Check whether this is the same person before you save')
  await expect.element(panel.getByRole('button', { name: 'Save as a new patient' })).not.toBeInTheDocument()
  await form.save.click()
  await expect.element(panel).toMatchTextContent('Not saved yet')
  await expect.element(panel).toHaveFocus()
  expect(form.hospital.sent(registerPatient)).toEqual([])
  await panel.getByRole('button', { name: 'Save as a new patient' }).click()
  await expect.poll(() => form.hospital.sent(registerPatient)).toHaveLength(1)
})

test('the queue asks for a doctor, and the patient stands in it', async () => {
  const form = await newPatient()
  await fill(form)
  await form.saveForQueue.click()
  await expect.element(form.screen.getByRole('link', { name: 'Doctor is required' })).toBeVisible()
  expect(form.hospital.sent(registerPatient)).toEqual([])

  const booked = appointmentOf(saved, { id: newId(), queueNumber: 14 })
  form.hospital.answer(listAppointmentsOfDay, [])
  form.hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  form.hospital.answer(bookAppointment, booked)
  form.hospital.answer(changeAppointment, {
    ...booked,
    status: 'IN_QUEUE',
    queuedAt: '2026-11-23T04:30:00.000Z',
  })
  await chooseDoctor(form)
  await form.saveForQueue.click()
  await expect.poll(() => form.hospital.sent(changeAppointment)).toHaveLength(1)
  expect(form.hospital.sent(bookAppointment)[0]?.body).toMatchObject({
    patientId: saved.id,
    doctorId: mehta.id,
    type: 'GENERAL',
    date: '2026-11-23',
    time: '10:00',
  })
  expect(form.hospital.sent(changeAppointment)[0]?.body).toEqual({ status: 'IN_QUEUE' })
  // On its way there the screen would go on after the test, and the next one would find the patient in the queue.
  await expect.element(form.screen.getByRole('heading', { name: 'OPD Queue Management' })).toBeVisible()
  expect(address()).toMatch(/^\/opd-queue/)
})

test('a patient who is saved and could not be queued is not registered twice', async () => {
  const form = await newPatient()
  await fill(form)
  // A doctor who is chosen has the day read at once.
  form.hospital.answer(listAppointmentsOfDay, [])
  await chooseDoctor(form)
  form.hospital.answer(bookAppointment, () =>
    refuse(409, 'patient_already_booked', 'They are booked already.'),
  )
  await form.saveForQueue.click()
  await expect
    .element(form.screen.getByText(/is registered as MRN77, but isn’t in today’s queue/))
    .toBeVisible()
  const [first] = form.hospital.sent(registerPatient)
  await form.saveForQueue.click()
  await expect.poll(() => form.hospital.sent(registerPatient)).toHaveLength(2)
  expect(form.hospital.sent(registerPatient)[1]?.key).toBe(first?.key)
  await expect.poll(() => form.hospital.sent(bookAppointment)).toHaveLength(2)
})

test('a patient without an appointment takes no place, and where a session takes no more the reason is asked for', async () => {
  const form = await newPatient('receptionist', { hasSchedules: true })
  await fill(form)
  form.hospital.answer(listAppointmentsOfDay, [])
  // The queue, which comes after, asks for these.
  form.hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  await chooseDoctor(form)
  form.hospital.answer(bookAppointment, () => refuse(409, 'session_full', 'The session takes no more.'))
  const why = form.screen.getByRole('textbox', { name: 'Why today all the same?' })
  await expect.element(why).not.toBeInTheDocument()
  await form.saveForQueue.click()
  await why.fill('Chest pain')
  const booked = appointmentOf(saved, { walkIn: true })
  form.hospital.answer(bookAppointment, booked)
  form.hospital.answer(changeAppointment, { ...booked, status: 'IN_QUEUE', version: 2 })
  await form.saveForQueue.click()
  await expect.poll(() => form.hospital.sent(changeAppointment)).toHaveLength(1)
  expect(form.hospital.sent(bookAppointment).map(({ body }) => body)).toMatchObject([
    { walkIn: true, overbookReason: null },
    { walkIn: true, overbookReason: 'Chest pain' },
  ])
  await expect.element(form.screen.getByRole('heading', { name: 'OPD Queue Management' })).toBeVisible()
})

test('whom to call is sent with the patient, and a child’s guardian is asked for but not required', async () => {
  const form = await newPatient()
  await fill(form)
  await expect.element(form.screen.getByText(/^Optional\. More contacts/)).toBeVisible()
  await form.box('Date of birth').fill('3/2/2020')
  await expect.element(form.screen.getByText(/^The patient is under 18/)).toBeVisible()
  await form.box('Contact’s name').fill('Grace Rao')
  await choose(form.screen.getByRole('combobox', { name: 'Relationship' }), 'moth')
  await form.save.click()
  await expect
    .element(form.box('Contact’s phone'))
    .toHaveAccessibleDescription(expect.stringContaining('An emergency contact needs a phone number'))
  expect(form.hospital.sent(registerPatient)).toEqual([])
  await form.box('Contact’s phone').fill('+91 98765 00000')
  await form.screen.getByRole('checkbox', { name: 'Guardian' }).click()
  await form.save.click()
  await expect.poll(() => form.hospital.sent(registerPatient)).toHaveLength(1)
  expect(form.hospital.sent(registerPatient)[0]?.body).toMatchObject({
    firstName: 'Asha',
    contacts: [
      {
        name: 'Grace Rao',
        relationship: 'MOTHER',
        relationshipDetail: null,
        phone: '+91 98765 00000',
        isEmergency: true,
        isGuardian: true,
      },
    ],
  })
})
