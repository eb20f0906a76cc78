import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { readStaffSignIn } from '../../../contract/people/account.ts'
import { listClinics } from '../../../contract/people/clinics.ts'
import { listInvitations } from '../../../contract/people/invitations.ts'
import { listStaff, mostListedStaff } from '../../../contract/people/staff.ts'
import { refuse } from '../../testing/hospital.ts'
import { staffMember } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

test('where there are more accounts than a list has, the list says so and the server is searched', async () => {
  const hospital = hospitalFor('admin')
  const first = Array.from({ length: mostListedStaff }, (_, n) => staffMember('Ada', `Aaron${n}`))
  const last = staffMember('Zoë', 'Zwart')
  hospital.answer(listStaff, ({ query: { search } }) => (search ? [last] : first))
  const screen = await openScreen('/staff')
  await expect
    .element(screen.getByText('The first 500 accounts by name. Search to find others.'))
    .toBeVisible()
  await screen.getByRole('searchbox', { name: 'Search staff by name or e-mail' }).fill('zwart')
  await expect.element(screen.getByRole('row', { name: /Zwart/ })).toBeVisible()
  expect(hospital.sent(listStaff).at(-1)?.query).toEqual({ search: 'zwart' })
})

test('where all fit, the screen searches them itself', async () => {
  const hospital = hospitalFor('admin')
  hospital.answer(listStaff, [staffMember('Ada', 'Aaron'), staffMember('Zoë', 'Zwart')])
  const screen = await openScreen('/staff')
  await screen.getByRole('searchbox', { name: 'Search staff by name or e-mail' }).fill('zwart')
  await expect.element(screen.getByRole('row', { name: /Zwart/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Aaron/ })).not.toBeInTheDocument()
  expect(hospital.sent(listStaff)).toHaveLength(1)
})

test('what could not be loaded is not taken for none: invitations, and how a colleague signs in', async () => {
  const hospital = hospitalFor('admin')
  const ada = staffMember('Ada', 'Aaron')
  const notNow = () => refuse(403, 'forbidden', 'Not now.')
  // A list that is read again by itself would take the notice away before its button is pressed.
  let isBack = false
  hospital.answer(listStaff, [ada])
  hospital.answer(listClinics, [])
  hospital.answer(listInvitations, () => (isBack ? { items: [], total: 0 } : notNow()))
  hospital.answer(readStaffSignIn, notNow)
  const screen = await openScreen('/staff')
  await screen.getByRole('button', { name: 'Invite Colleagues' }).click()
  const inviting = screen.getByRole('dialog', { name: 'Invite colleagues' })
  const unknown = inviting
    .getByRole('alert')
    .filter({ hasText: 'Invitations not used yet could not be loaded' })
  await expect.element(unknown).toBeVisible()
  const retry = unknown.getByRole('button', { name: 'Retry' })
  const press = () => {
    isBack = true
  }
  document.addEventListener('pointerdown', press, { capture: true, once: true })
  await retry.click()
  await expect.element(unknown).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(inviting).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'Edit Ada Aaron' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit Ada Aaron' })
  const nurse = dialog.getByRole('checkbox', { name: 'Nurse', exact: true })
  await nurse.click()
  const failed = dialog
    .getByRole('alert')
    .filter({ hasText: 'Ada Aaron’s sign-in details could not be loaded' })
  await expect.element(failed).toBeVisible()
  hospital.answer(readStaffSignIn, { id: ada.id, sessions: 1, hasTwoFactor: false, passkeys: 0 })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByText('1 session open')).toBeVisible()
  await expect.element(nurse).toBeChecked()
})
