import { expect, test } from 'vitest'
import { listStaff, mostListedStaff, type StaffMember } from '../../contract/staff.ts'
import { newId } from '../testing/records.ts'
import { hospitalFor, openScreen } from '../testing/show.tsx'

const memberOf = (firstName: string, lastName: string): StaffMember => ({
  id: newId(),
  email: `${firstName}.${lastName}@hospital.test`.toLowerCase(),
  firstName,
  lastName,
  role: 'doctor',
  offeredRoles: ['doctor'],
  emailVerified: true,
  active: true,
  room: null,
  specialty: null,
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

test('where there are more accounts than a list has, the list says so and the server is searched', async () => {
  const hospital = hospitalFor('admin')
  const first = Array.from({ length: mostListedStaff }, (_, n) => memberOf('Ada', `Aaron${n}`))
  const last = memberOf('Zoë', 'Zwart')
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
  hospital.answer(listStaff, [memberOf('Ada', 'Aaron'), memberOf('Zoë', 'Zwart')])
  const screen = await openScreen('/staff')
  await screen.getByRole('searchbox', { name: 'Search staff by name or e-mail' }).fill('zwart')
  await expect.element(screen.getByRole('row', { name: /Zwart/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Aaron/ })).not.toBeInTheDocument()
  expect(hospital.sent(listStaff)).toHaveLength(1)
})
