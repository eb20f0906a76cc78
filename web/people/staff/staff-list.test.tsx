import { expect, test } from 'vitest'
import { listStaff, mostListedStaff } from '../../../contract/people/staff.ts'
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
