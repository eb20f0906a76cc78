import { describe, expect, test } from 'vitest'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { listAppointments, listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import {
  editPatient,
  listPatients,
  type Patient,
  readPatient,
  summarizePatients,
} from '../../../../contract/people/patients.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { listPatientAdmissions } from '../../../../contract/wards/admissions.ts'
import { refuse, refuseEdit } from '../../../testing/hospital.ts'
import { now, patientRecord, reportedAllergy } from '../../../testing/records.ts'
import { address, drafts, hospitalFor, openScreen } from '../../../testing/show.tsx'

async function editing(role: Role = 'receptionist', fields: Partial<Patient> = {}) {
  const patient = patientRecord({ address: '4 Mill Lane', contactNumber: '+91 1', ...fields })
  const hospital = hospitalFor(role)
  hospital.answer(readPatient, patient)
  const none = { items: [], total: 0, nextCursor: null }
  hospital.answer(listPatients, none)
  hospital.answer(listPatientAdmissions, none)
  hospital.answer(listPatientAppointments, none)
  hospital.answer(listAllergies, none)
  hospital.answer(listAppointments, none)
  hospital.answer(summarizePatients, {
    totalPatients: 1,
    newPatients: 1,
    newPatientsSince: '2026-10-25',
    pendingAppointments: 0,
  })
  const screen = await openScreen(`/patients/edit/${patient.id}`)
  const box = (name: string) => screen.getByRole('textbox', { name })
  const save = screen.getByRole('button', { name: 'Update Patient' })
  await expect.element(save).toBeEnabled()
  return { hospital, screen, patient, box, save }
}

/** The record as a colleague saved it meanwhile. */
const changed = (patient: Patient, fields: Partial<Patient>): Patient => ({
  ...patient,
  ...fields,
  version: patient.version + 1,
  updatedAt: now,
})

describe('an edit that a colleague was faster with', () => {
  async function refused() {
    const form = await editing()
    const theirs = changed(form.patient, { address: '9 Hill Road', contactNumber: '+91 2' })
    form.hospital.answer(editPatient, () => refuseEdit(theirs, { changedBy: 'Kiran Bose', changedAt: now }))
    await form.box('Address').fill('7 Bank Street')
    await form.save.click()
    const panel = form.screen.getByRole('region', { name: /^Kiran Bose changed this record/ })
    await expect.element(panel).toHaveFocus()
    const group = (name: string) => panel.getByRole('group', { name })
    return { ...form, theirs, panel, group }
  }

  test('shows both values, keeps what both changed as mine, and takes over what only they did', async () => {
    const { box, group, panel } = await refused()
    await expect.element(panel).toMatchTextContent('Choose which value to keep, then save.')
    await expect.element(group('Address')).toMatchTextContent(/Theirs9 Hill Road.*Mine7 Bank Street/)
    await expect.element(group('Contact number')).toMatchTextContent(/Theirs\+91 2.*My unchanged value\+91 1/)
    await expect.element(group('First name')).not.toBeInTheDocument()
    await expect.element(box('Address')).toHaveValue('7 Bank Street')
    await expect.element(box('Contact number')).toHaveValue('+91 2')
  })

  test('compares dates of birth as far as they are known', async () => {
    const form = await editing('receptionist', { dateOfBirth: '1984-01-01', birthPrecision: 'YEAR' })
    await expect.element(form.box('Date of birth')).toHaveValue('1984')
    const theirs = changed(form.patient, { dateOfBirth: '1984-05-01', birthPrecision: 'MONTH' })
    form.hospital.answer(editPatient, () => refuseEdit(theirs, { changedBy: 'Kiran Bose', changedAt: now }))
    await form.box('Date of birth').fill('1985')
    await form.save.click()
    const panel = form.screen.getByRole('region', { name: /^Kiran Bose changed this record/ })
    const group = panel.getByRole('group', { name: 'Date of birth' })
    await expect.element(group).toMatchTextContent(/TheirsMay 1984.*Mine1985/)
    await group.getByText('Use their changes').click()
    await expect.element(form.box('Date of birth')).toHaveValue('May 1984')
    form.hospital.answer(editPatient, { ...theirs, version: 3 })
    await form.save.click()
    await expect.poll(() => form.hospital.sent(editPatient)).toHaveLength(2)
    expect(form.hospital.sent(editPatient)[1]?.body).toMatchObject({
      dateOfBirth: '1984-05-01',
      birthPrecision: 'MONTH',
    })
  })

  test('saves what was chosen, as an edit of the record as it is now', async () => {
    const { hospital, box, group, theirs, save } = await refused()
    await group('Address').getByText('Use their changes').click()
    await expect.element(box('Address')).toHaveValue('9 Hill Road')
    await group('Contact number').getByText('Keep my changes').click()
    await expect.element(box('Contact number')).toHaveValue('+91 1')
    hospital.answer(editPatient, { ...theirs, version: 3 })
    await save.click()
    await expect.poll(() => hospital.sent(editPatient)).toHaveLength(2)
    expect(hospital.sent(editPatient)[1]).toMatchObject({
      version: theirs.version,
      body: { address: '9 Hill Road', contactNumber: '+91 1' },
    })
    await expect.poll(drafts).toEqual([])
  })
})

describe('a record that changes while it is edited', () => {
  /** Sends a change once the screen follows the record. */
  async function told({ hospital, patient }: Awaited<ReturnType<typeof editing>>, fields: Partial<Patient>) {
    await expect.poll(() => hospital.followed(`patient:${patient.id}`)).toBe(true)
    hospital.tell({ scope: `patient:${patient.id}`, put: [changed(patient, fields)] })
  }

  test('is taken over silently by a form that nobody has touched', async () => {
    const form = await editing()
    await told(form, { address: '9 Hill Road' })
    await expect.element(form.box('Address')).toHaveValue('9 Hill Road')
    await expect.element(form.screen.getByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
  })

  test('is told to whoever has typed, and compared before it is saved', async () => {
    const form = await editing()
    await form.box('Address').fill('7 Bank Street')
    await told(form, { contactNumber: '+91 2' })
    await form.screen.getByRole('button', { name: 'Compare' }).click()
    await expect.element(form.box('Contact number')).toHaveValue('+91 2')
    await expect.element(form.box('Address')).toHaveValue('7 Bank Street')
    await expect.element(form.screen.getByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
    form.hospital.answer(editPatient, changed(form.patient, { version: 3 }))
    await form.save.click()
    await expect.poll(() => form.hospital.sent(editPatient)).toHaveLength(1)
    expect(form.hospital.sent(editPatient)[0]).toMatchObject({ version: 2 })
  })

  test('that is deleted can’t be saved any more, and what was typed stays in sight', async () => {
    const form = await editing()
    await form.box('Address').fill('7 Bank Street')
    await expect.poll(() => form.hospital.followed(`patient:${form.patient.id}`)).toBe(true)
    form.hospital.answer(readPatient, () => refuse(404, 'not_found', 'There is no such patient.'))
    form.hospital.tell({ scope: `patient:${form.patient.id}`, gone: [form.patient.id] })
    await expect
      .element(form.screen.getByText('This record was deleted while you were editing'))
      .toBeVisible()
    await expect.element(form.save).toBeDisabled()
    await expect.element(form.box('Address')).toHaveValue('7 Bank Street')
  })
})

describe('an edit', () => {
  test('that changes nothing says so', async () => {
    const { hospital, screen, patient, save } = await editing()
    hospital.answer(editPatient, patient)
    await save.click()
    await expect.element(screen.getByText('Nothing changed')).toBeVisible()
    await expect.poll(address).toBe(`/patients/${patient.id}`)
  })

  test.each([
    ['receptionist', false],
    ['admin', true],
  ] as const)(
    'shows the list of allergies, and lets those add to it who may report: %s',
    async (role, isShut) => {
      const { hospital, patient, screen, box, save } = await editing(role, {
        allergies: 'Latex',
        allergens: [reportedAllergy('Latex')],
      })
      expect(box('Allergies').element()).toMatchObject({ readOnly: isShut, value: '' })
      if (isShut) return
      await expect.element(screen.getByText(/^On the list: Latex, to be confirmed\./)).toBeVisible()
      await box('Allergies').fill('Codeine')
      hospital.answer(editPatient, { ...patient, version: patient.version + 1 })
      await save.click()
      await expect.poll(() => hospital.sent(editPatient)[0]).toMatchObject({ body: { allergies: 'Codeine' } })
    },
  )
})
