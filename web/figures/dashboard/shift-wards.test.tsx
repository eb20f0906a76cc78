import { expect, test } from 'vitest'
import { listShifts, type Shift } from '../../../contract/people/shifts.ts'
import {
  chooseShiftWard,
  chooseWard,
  leaveShiftWard,
  type Me,
  readMe,
} from '../../../contract/people/staff.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { listBedsOfUnit } from '../../../contract/wards/units.ts'
import { newId, occupiedBed, unitRecords } from '../../testing/records.ts'
import { choose, hospitalFor, openScreen } from '../../testing/show.tsx'

const [day, night]: Shift[] = [
  { id: newId(), name: 'Day', startsAt: '07:30', endsAt: '20:00', version: 1 },
  { id: newId(), name: 'Night', startsAt: '19:30', endsAt: '08:00', version: 1 },
]
if (!day || !night) throw new Error('There are no shifts')
const icuAtNight = { shiftId: night.id, ...night, ward: 'ICU', unitId: null } as const
const icu = unitRecords.find(({ ward }) => ward === 'ICU')

function nurseWith(me: Partial<Me>) {
  const hospital = hospitalFor('nurse', { hasShifts: true })
  Object.assign(hospital.me, { ward: 'GENERAL', ...me })
  hospital.answer(
    listShifts,
    [day, night].flatMap((shift) => shift ?? []),
  )
  hospital.answer(listBeds, [])
  hospital.answer(listBedsOfUnit, ({ params }) =>
    params?.id === icu?.id ? [occupiedBed(undefined, { ward: 'ICU', bedNumber: 'ICU-1' })] : [],
  )
  return hospital
}

test('the ward of the shift that is on opens first, and a ward that is chosen then is that shift’s', async () => {
  const hospital = nurseWith({ shiftWards: [icuAtNight], shiftNow: night.id })
  const screen = await openScreen('/dashboard')
  await expect.element(screen.getByText('Night, until 8:00 AM')).toBeVisible()
  await expect.element(screen.getByText('In 1 bed')).toBeVisible()
  hospital.answer(chooseShiftWard, () => ({
    ...hospital.me,
    shiftWards: [{ ...icuAtNight, ward: 'EMERGENCY' as const }],
  }))
  const ward = screen.getByRole('combobox', { name: 'Ward' })
  await screen.getByRole('textbox', { name: 'Ward' }).or(ward).first().click()
  await choose(ward, 'Emergency')
  await expect.element(screen.getByText('No beds yet')).toBeVisible()
  expect(hospital.sent(chooseShiftWard)[0]).toMatchObject({
    params: { id: night.id },
    body: { ward: 'EMERGENCY', unitId: null },
  })
  expect(hospital.sent(chooseWard)).toEqual([])
})

test('each shift is given a ward, or the usual one again', async () => {
  const hospital = nurseWith({ shiftWards: [icuAtNight] })
  const screen = await openScreen('/dashboard')
  await screen.getByRole('button', { name: 'Wards by Shift' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Your wards by shift' })
  const shift = (name: string) => dialog.getByRole('combobox', { name })
  await expect.element(shift('Usual ward')).toHaveValue('General Ward')
  await expect.element(shift('Day')).toHaveValue('Usual ward')
  await expect.element(shift('Night')).toHaveValue('ICU')
  await expect.element(shift('Night')).toHaveAccessibleDescription(/7:30\sPM to 8:00\sAM/)
  const inDay = { shiftId: day.id, ...day, ward: 'MATERNITY', unitId: null } as const
  hospital.answer(chooseShiftWard, () => ({ ...hospital.me, shiftWards: [inDay, icuAtNight] }))
  await choose(shift('Day'), 'Maternity')
  await expect.element(shift('Day')).toHaveValue('Maternity')
  hospital.answer(leaveShiftWard, () => ({ ...hospital.me, shiftWards: [inDay] }))
  await choose(shift('Night'), 'Usual ward')
  await expect.poll(() => hospital.sent(leaveShiftWard)).toMatchObject([{ params: { id: night.id } }])
  await expect.element(shift('Night')).toHaveValue('Usual ward')
  await expect.element(shift('Day')).toHaveValue('Maternity')
})

test('the account is read again when a shift begins', async () => {
  const hospital = nurseWith({})
  const soon = new Date(Date.parse(hospital.now) + 500).toISOString()
  Object.assign(hospital.me, { shiftWards: [icuAtNight], shiftNowUntil: soon })
  const screen = await openScreen('/dashboard')
  await expect.element(screen.getByText('No beds yet')).toBeVisible()
  hospital.answer(readMe, () => ({ ...hospital.me, shiftNow: night.id, shiftNowUntil: null }))
  await expect.element(screen.getByText('Night, until 8:00 AM')).toBeVisible()
})

test('a hospital without shifts asks for none', async () => {
  const hospital = hospitalFor('nurse')
  hospital.answer(listBeds, [])
  const screen = await openScreen('/dashboard')
  await expect.element(screen.getByText('No beds yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Wards by Shift' })).not.toBeInTheDocument()
  expect(hospital.sent(listShifts)).toEqual([])
})
