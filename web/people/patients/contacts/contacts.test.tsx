import { expect, test } from 'vitest'
import { addContact, editContact, endContact, listContacts } from '../../../../contract/people/contacts.ts'
import type { Role } from '../../../../contract/permissions.ts'
import { contactOf } from '../../../testing/contacts.ts'
import { refuse, refuseEdit } from '../../../testing/hospital.ts'
import { now, patientRecord } from '../../../testing/records.ts'
import { choose, drafts, hospitalFor, show } from '../../../testing/show.tsx'
import { Contacts } from './Contacts.tsx'

const patient = patientRecord()
const mother = contactOf(patient)
const friend = contactOf(patient, {
  name: 'Sam Lee',
  relationship: 'FRIEND',
  phone: null,
  isEmergency: false,
})

async function shown(contacts = [mother, friend], role: Role = 'receptionist', of = patient) {
  const hospital = hospitalFor(role)
  hospital.answer(listContacts, contacts)
  const screen = await show(<Contacts patient={of} />, hospital)
  await expect.element(screen.getByRole('heading', { name: 'Next of Kin and Contacts' })).toBeVisible()
  return { hospital, screen }
}

test('whom to call stands first with a number that calls, and a nurse changes nothing', async () => {
  const { screen } = await shown(undefined, 'nurse')
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/Grace Rao Mother/)
  await expect
    .element(screen.getByRole('link', { name: '+91 98765 00000' }))
    .toHaveAttribute('href', 'tel:+919876500000')
  await expect.element(screen.getByText('Emergency contact', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Add|Edit|End/ })).not.toBeInTheDocument()
})

test('that nobody is to be called, or a child has no guardian, is said', async () => {
  const child = patientRecord({ dateOfBirth: '2020-01-01' })
  const { screen } = await shown([friend], 'nurse', child)
  await expect.element(screen.getByText('No emergency contact recorded')).toBeVisible()
  await expect.element(screen.getByText('Under 18, and no guardian is recorded')).toBeVisible()
})

test('a contact is added once, with what is missing said first; another of the name is refused beside it', async () => {
  const { hospital, screen } = await shown([])
  await screen.getByRole('button', { name: 'Add Contact' }).click()
  const dialog = screen.getByRole('dialog', { name: /^Add a contact of/ })
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect.element(dialog.getByRole('link', { name: 'Contact’s name is required' })).toBeVisible()
  await box('Name').fill('Grace Rao')
  await choose(dialog.getByRole('combobox', { name: 'Relationship' }), 'moth')
  await box('Phone').fill('+91 98765 00000')
  await expect.poll(() => drafts().join()).toContain(`contact:${patient.id}`)
  const refusal = 'This contact is on the list already. Change that one instead.'
  hospital.answer(addContact, () =>
    refuse(409, 'contact_listed', refusal, { errors: [{ path: 'name', message: refusal }] }),
  )
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect.element(box('Name')).toHaveAccessibleDescription(expect.stringContaining(refusal))
  hospital.answer(addContact, mother)
  hospital.answer(listContacts, [mother])
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/Grace Rao/)
  expect(hospital.sent(addContact).at(-1)?.body).toMatchObject({
    name: 'Grace Rao',
    relationship: 'MOTHER',
    isEmergency: true,
    isGuardian: false,
    otherPatientId: null,
  })
  expect(drafts()).toEqual([])
})

test('a colleague who changed the contact first is shown beside what was typed', async () => {
  const { hospital, screen } = await shown()
  await screen.getByRole('button', { name: 'Edit Grace Rao' }).click()
  const dialog = screen.getByRole('dialog', { name: /^Edit a contact of/ })
  const phone = dialog.getByRole('textbox', { name: 'Phone', exact: true })
  await phone.fill('+91 11111 11111')
  const theirs = { ...mother, phone: '+91 22222 22222', version: 2 }
  hospital.answer(editContact, () => refuseEdit(theirs, { changedBy: 'Kiran Bose', changedAt: now }))
  await dialog.getByRole('button', { name: 'Save contact' }).click()
  const panel = dialog.getByRole('region', { name: /^Kiran Bose changed this contact/ })
  await expect.element(panel).toMatchTextContent(/Theirs\+91 22222 22222.*Mine\+91 11111 11111/)
  await expect.element(phone).toHaveValue('+91 11111 11111')
})

test('a contact is ended with a reason, or without one', async () => {
  const { hospital, screen } = await shown()
  await screen.getByRole('button', { name: 'End Grace Rao' }).click()
  const dialog = screen.getByRole('dialog', { name: /^End a contact of/ })
  await expect.element(dialog.getByText('Grace Rao (Mother)')).toBeVisible()
  const ended = { ...mother, version: 2, ended: { at: now, by: 'Kiran Bose', reason: null } }
  hospital.answer(endContact, ended)
  hospital.answer(listContacts, [friend])
  await dialog.getByRole('button', { name: 'End contact' }).click()
  await expect.element(screen.getByText('Grace Rao no longer counts as a contact')).toBeVisible()
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/Sam Lee/)
  expect(hospital.sent(endContact)[0]?.body).toEqual({ reason: null })
})
