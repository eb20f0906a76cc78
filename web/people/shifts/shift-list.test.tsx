import { expect, test } from 'vitest'
import { addShift, editShift, listShifts, removeShift, type Shift } from '../../../contract/people/shifts.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

test('a shift that passes midnight is added, edited and removed', async () => {
  const hospital = hospitalFor('admin')
  hospital.answer(listBeds, [])
  const night: Shift = { id: newId(), name: 'Night', startsAt: '19:30', endsAt: '08:00', version: 1 }
  const screen = await openScreen('/beds/wards')
  await screen.getByRole('button', { name: 'Add Shift' }).click()
  const adding = screen.getByRole('dialog', { name: 'Add a shift' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('Night')
  await adding.getByLabelText(/^From/).fill('19:30')
  await adding.getByRole('button', { name: 'Add shift' }).click()
  await expect.element(adding.getByText('End is required').first()).toBeVisible()
  await adding.getByLabelText(/^To/).fill('08:00')
  hospital.answer(listShifts, [night])
  hospital.answer(addShift, night)
  await adding.getByRole('button', { name: 'Add shift' }).click()
  await expect.element(screen.getByText('7:30 PM to 8:00 AM')).toBeVisible()
  expect(hospital.sent(addShift)[0]?.body).toEqual({ name: 'Night', startsAt: '19:30', endsAt: '08:00' })

  await screen.getByRole('button', { name: 'Edit Night' }).click()
  const editing = screen.getByRole('dialog', { name: 'Edit Night' })
  const end = editing.getByLabelText(/^To/)
  await end.fill('19:30')
  const sentence = 'A shift can’t end at the time at which it starts.'
  hospital.answer(editShift, () =>
    refuse(422, 'invalid_input', sentence, { errors: [{ path: 'endsAt', message: sentence }] }),
  )
  await editing.getByRole('button', { name: 'Save Night' }).click()
  await expect.element(end).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(end).toHaveValue('19:30')
  await editing.getByRole('button', { name: 'Cancel' }).click()

  await screen.getByRole('button', { name: 'Remove Night' }).click()
  hospital.answer(listShifts, [])
  hospital.answer(removeShift, { id: night.id })
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove Night' }).click()
  await expect.element(screen.getByText('No shifts yet')).toBeVisible()
})
