import { expect, test } from 'vitest'
import { listBeds } from '../../../contract/wards/beds.ts'
import { listBedsOfUnit } from '../../../contract/wards/units.ts'
import { occupiedBed } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { OfTheWards } from './Wards.tsx'

test('a nurse of a kind with one ward reads and follows that ward alone', async () => {
  const hospital = hospitalFor('nurse')
  hospital.me.ward = 'ICU'
  hospital.answer(listBedsOfUnit, [occupiedBed(undefined, { ward: 'ICU', bedNumber: 'ICU-1' })])
  const screen = await show(<OfTheWards />, hospital)
  await expect.element(screen.getByText('In 1 bed')).toBeVisible()
  expect(hospital.sent(listBeds)).toEqual([])
})
