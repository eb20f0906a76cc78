import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listQueue } from '../../../../contract/front-desk/appointments.ts'
import {
  type IdentifierSystem,
  listIdentifierSystems,
} from '../../../../contract/people/identifier-systems.ts'
import {
  addIdentifier,
  endIdentifier,
  listIdentifiers,
  type PatientIdentifier,
} from '../../../../contract/people/identifiers.ts'
import { listPatients, summarizePatients } from '../../../../contract/people/patients.ts'
import {
  findProbableDuplicates,
  previewMrn,
  registerPatient,
} from '../../../../contract/people/registration.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { refuse } from '../../../testing/hospital.ts'
import { newId, patientRecord } from '../../../testing/records.ts'
import { choose, drafts, hospitalFor, openScreen, show } from '../../../testing/show.tsx'
import { Identifiers } from './Identifiers.tsx'

const nationalId: IdentifierSystem = {
  id: newId(),
  name: 'National ID',
  kind: 'NATIONAL',
  pattern: '#### #### ####',
  checkDigit: 'VERHOEFF',
  isExclusive: true,
  isRetired: false,
  version: 1,
}
const passport: IdentifierSystem = {
  ...nationalId,
  id: newId(),
  name: 'Passport',
  kind: 'PASSPORT',
  pattern: null,
  checkDigit: null,
}
const retired: IdentifierSystem = { ...passport, id: newId(), name: 'Ration card', isRetired: true }
const patient = patientRecord()
const held = (system: IdentifierSystem, value: string, fields: Partial<PatientIdentifier> = {}) => ({
  id: newId(),
  patientId: patient.id,
  systemId: system.id,
  system: system.name,
  value,
  ended: null,
  version: 1,
  ...fields,
})
const taken = 'RAO, Asha (MRN0012) already has this National ID. Check whether this is the same person.'

test('a registration asks for each system in use, says what is mistyped, and keeps what was refused', async () => {
  const hospital = hospitalFor('receptionist', { identifierFields: 2 })
  hospital.answer(listIdentifierSystems, [nationalId, passport, retired])
  hospital.answer(previewMrn, { mrn: 'MRN77' })
  hospital.answer(findProbableDuplicates, [])
  hospital.answer(listQueue, [])
  hospital.answer(listPatients, { items: [patient], total: 1, nextCursor: null })
  hospital.answer(summarizePatients, {
    totalPatients: 1,
    newPatients: 1,
    newPatientsSince: '2026-10-25',
    pendingAppointments: 0,
  })
  const screen = await openScreen('/patients/new')
  const box = (name: string) => screen.getByRole('textbox', { name, exact: true })
  await expect.element(box('Passport')).toBeVisible()
  await expect.element(box('Ration card')).not.toBeInTheDocument()
  await expect.element(box('National ID')).toHaveAccessibleDescription('e.g. 1234 5678 9012')

  await box('National ID').fill('2341 2341 2347')
  await box('Passport').click()
  await expect
    .element(box('National ID'))
    .toHaveAccessibleDescription(expect.stringContaining('National ID isn’t valid'))
  await box('National ID').fill('2341 2341 2346')
  await expect.element(box('National ID')).not.toBeInvalid()
  expect(drafts().map((entry) => sessionStorage.getItem(entry))).toEqual([
    expect.stringContaining('2341 2341 2346'),
  ])

  await box('First name').fill('Asha')
  await box('Last name').fill('Rao')
  await box('Date of birth').fill('3/2/1984')
  await choose(screen.getByRole('combobox', { name: 'Gender' }), 'f')
  await box('Contact number').fill('+91 98765 43210')
  await box('Address').fill('4 Mill Lane')
  hospital.answer(registerPatient, () =>
    refuse(409, 'identifier_taken', taken, {
      errors: [{ path: `identifiers.${nationalId.id}`, message: taken }],
    }),
  )
  await screen.getByRole('button', { name: 'Save Patient' }).click()
  await expect.element(box('National ID')).toHaveAccessibleDescription(expect.stringContaining(taken))
  await expect.element(box('National ID')).toHaveValue('2341 2341 2346')
  await screen.getByRole('alert').getByRole('link', { name: taken }).click()
  await expect.element(box('National ID')).toHaveFocus()

  await box('National ID').clear()
  await box('Passport').fill('A1234567')
  hospital.answer(registerPatient, patient)
  await screen.getByRole('button', { name: 'Save Patient' }).click()
  await expect.poll(() => hospital.sent(registerPatient)).toHaveLength(2)
  expect(hospital.sent(registerPatient)[1]?.body).toMatchObject({
    identifiers: { [passport.id]: 'A1234567' },
  })
})

async function listed(role: Role, identifiers: PatientIdentifier[]) {
  const hospital = hospitalFor(role, { identifierFields: 2 })
  hospital.answer(listIdentifierSystems, [nationalId, passport, retired])
  hospital.answer(listIdentifiers, () => identifiers)
  const screen = await show(<Identifiers patient={patient} />, hospital)
  await expect.element(screen.getByRole('region', { name: 'Identifiers' })).toBeVisible()
  return { hospital, screen }
}

test('one is added on the record, and what was refused stays in the dialog', async () => {
  const { hospital, screen } = await listed('receptionist', [])
  await expect.element(screen.getByText('None recorded')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Identifier' }).click()
  const dialog = screen.getByRole('dialog', { name: /^Add an identifier of/ })
  await choose(dialog.getByRole('combobox', { name: 'What it is' }), 'nat')
  const value = dialog.getByRole('textbox', { name: 'Identifier' })
  const save = dialog.getByRole('button', { name: 'Add identifier' })
  await value.fill('12')
  await save.click()
  await expect
    .element(value)
    .toHaveAccessibleDescription(expect.stringContaining('National ID must look like 1234 5678 9012'))
  expect(hospital.sent(addIdentifier)).toEqual([])
  hospital.answer(addIdentifier, () =>
    refuse(409, 'identifier_taken', taken, { errors: [{ path: 'value', message: taken }] }),
  )
  await value.fill('2341 2341 2346')
  await save.click()
  await expect.element(value).toHaveAccessibleDescription(expect.stringContaining(taken))
  await expect.element(value).toHaveValue('2341 2341 2346')
})

test('one is ended with a reason, and shows what ended when asked', async () => {
  const identifiers: PatientIdentifier[] = [held(passport, 'A1234567')]
  const { hospital, screen } = await listed('receptionist', identifiers)
  await screen.getByRole('button', { name: 'End Passport' }).click()
  const dialog = screen.getByRole('dialog', { name: /^End Passport of/ })
  await dialog.getByRole('button', { name: 'End Passport' }).click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining('Reason is required'))
  hospital.answer(endIdentifier, ({ body }) => {
    const { reason: said } = body as { reason: string }
    const [one] = identifiers
    if (!one) throw new Error('there is none')
    const ended = { ...one, ended: { at: hospital.now, by: 'Grace Okafor', reason: said }, version: 2 }
    identifiers.splice(0, 1, ended)
    return ended
  })
  await reason.fill('Expired')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('None recorded')).toBeVisible()
  await expect.element(screen.getByText('A1234567')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Show 1 ended' }).click()
  await expect.element(screen.getByText('A1234567')).toBeVisible()
  await expect.element(screen.getByText(/Ended .* by Grace Okafor: Expired/)).toBeVisible()
})

test('a doctor reads them', async () => {
  const { screen } = await listed('doctor', [held(passport, 'A1234567')])
  await expect.element(screen.getByText('A1234567')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})
