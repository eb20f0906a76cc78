import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  addClosure,
  type Closure,
  countDisplaced,
  type Displaced,
  listClosures,
  listDisplaced,
  readClosure,
  resolveDisplaced,
} from '../../../contract/front-desk/closures.ts'
import type { FreeSlot } from '../../../contract/front-desk/schedules.ts'
import { appointmentOf, bose, mehta, newId, patientRecord, today } from '../../testing/records.ts'
import { address, drafts, hospitalFor, openScreen } from '../../testing/show.tsx'
import { actionOf, countTold, tally } from './choices.ts'

const leave: Closure = {
  id: newId(),
  cause: 'LEAVE',
  doctorId: mehta.id,
  doctor: 'Anika Mehta',
  clinicId: null,
  clinic: null,
  from: today,
  fromTime: null,
  to: today,
  toTime: null,
  reason: 'Flu',
  madeBy: 'Grace Okafor',
  createdAt: '2026-11-23T04:00:00.000Z',
  displaced: 3,
  version: 1,
}
const slot = (doctorId: string, doctor: string, date: string): FreeSlot => ({
  doctorId,
  doctor,
  clinicId: newId(),
  clinic: 'Heart clinic',
  date,
  time: '10:15',
  kind: 'SLOTS',
  free: 1,
})
const later = slot(mehta.id, 'Anika Mehta', '2026-12-01')
const colleague = slot(bose.id, 'Kiran Bose', today)
const displacedOf = (lastName: string, to: Partial<Displaced>): Displaced => ({
  appointment: appointmentOf(patientRecord({ lastName }), { version: 4 }),
  later: null,
  colleague: null,
  isTold: false,
  ...to,
})
const zuma = displacedOf('Zuma', { later, colleague })
const benali = displacedOf('Benali', { later, isTold: true })
const rao = displacedOf('Rao', {})

function hospitalWith(items: Displaced[], role: 'receptionist' | 'doctor' = 'receptionist') {
  const hospital = hospitalFor(role)
  hospital.answer(readClosure, leave)
  hospital.answer(listDisplaced, items)
  return hospital
}
const idOf = ({ appointment: { id } }: Displaced) => id

test('bookings are decided by keys in one press; what is refused stays, and no reason is lost', async () => {
  const hospital = hospitalWith([zuma, benali, rao])
  const screen = await openScreen(`/absences/${leave.id}`)
  const of = (name: string) =>
    screen.getByRole('radiogroup', { name: `What becomes of ${name}, Asha’s booking` })
  // The colleague at the same time is proposed first, then the doctor's next time; nothing is cancelled unasked.
  await expect
    .element(of('ZUMA').getByRole('radio', { name: /Colleague: Dr Kiran Bose, 10:15/ }))
    .toBeChecked()
  await expect.element(of('BENALI').getByRole('radio', { name: /Later: Tue 1 Dec, 10:15/ })).toBeChecked()
  await expect.element(of('RAO').getByRole('radio', { name: /No later time/ })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Move 2, tell 1' })).toBeVisible()
  await expect.element(screen.getByText('1 booking not decided yet')).toBeVisible()

  const first = of('ZUMA').getByRole('radio', { name: /Colleague/ })
  first.element().focus()
  await userEvent.keyboard('{ArrowDown}3{ArrowDown}14')
  await expect.element(of('BENALI').getByRole('radio', { name: 'Cancel' })).toBeChecked()
  await expect.element(of('RAO').getByRole('radio', { name: /^Keep/ })).toBeChecked()
  await screen.getByRole('button', { name: 'Move 1, cancel 1, keep 1, tell 1' }).click()
  await expect.element(screen.getByText('Reason is required')).toBeVisible()
  const reason = screen.getByRole('textbox', { name: 'Reason to keep it' })
  await expect.element(reason).toHaveFocus()
  await reason.fill('Only needs a signature')
  expect(hospital.sent(resolveDisplaced)).toHaveLength(0)

  const sentence = 'It was changed in the meantime. Look at it again.'
  hospital.answer(resolveDisplaced, {
    results: [zuma, benali, rao].map((item) => ({
      appointmentId: idOf(item),
      refused: item === rao ? sentence : null,
    })),
    told: 1,
  })
  hospital.answer(listDisplaced, [rao])
  await screen.getByRole('button', { name: 'Move 1, cancel 1, keep 1, tell 1' }).click()
  await expect
    .element(screen.getByText(/^Moved 1, cancelled 1, told 1\. 1 booking was not changed/))
    .toBeVisible()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(reason).toHaveValue('Only needs a signature')
  expect(hospital.sent(resolveDisplaced)[0]?.body).toEqual({
    decisions: [
      {
        action: 'MOVE',
        appointmentId: idOf(zuma),
        version: 4,
        doctorId: bose.id,
        date: today,
        time: '10:15',
      },
      { action: 'CANCEL', appointmentId: idOf(benali), version: 4, cancelReason: 'OTHER' },
      { action: 'KEEP', appointmentId: idOf(rao), version: 4, reason: 'Only needs a signature' },
    ],
  })
  expect(drafts()).toHaveLength(1)
})

test('a choice for all, and a time that somebody took meanwhile is to be chosen again', async () => {
  const hospital = hospitalWith([zuma, benali])
  const screen = await openScreen(`/absences/${leave.id}`)
  await screen.getByRole('group', { name: 'Choose for all' }).getByRole('button', { name: 'Later' }).click()
  await expect.element(screen.getByRole('button', { name: 'Move 2, tell 1' })).toBeVisible()
  hospital.answer(listDisplaced, [{ ...zuma, later: null }, benali])
  await expect.poll(() => hospital.followed('closures')).toBe(true)
  hospital.tell({ scope: 'closures', put: [{ id: newId() }] })
  await expect.element(screen.getByText('This time is no longer free. Choose again.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Move 1, tell 1' })).toBeVisible()
  expect(actionOf(zuma, undefined)).toBe('COLLEAGUE')
  expect(tally(['LATER', 'COLLEAGUE', 'CANCEL'], 0)).toBe('Move 2, cancel 1')
  // A colleague at the same time changes nothing in a message.
  const same = { ...colleague, date: zuma.appointment.date, time: zuma.appointment.time }
  const moved = { ...zuma, colleague: same, isTold: true }
  expect(countTold([{ item: moved, action: 'COLLEAGUE' }])).toBe(0)
  expect(countTold([{ item: moved, action: 'LATER' }])).toBe(1)
  expect(countTold([{ item: moved, action: 'CANCEL' }])).toBe(1)
})

test('a doctor records leave of their own, told how many bookings are in it, and reads the list', async () => {
  const hospital = hospitalWith([zuma], 'doctor')
  hospital.answer(listClosures, [])
  hospital.answer(countDisplaced, { displaced: 18 })
  const screen = await openScreen('/absences')
  await screen.getByRole('button', { name: 'Record Absence' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Record an absence' })
  await expect.element(dialog.getByText('18 bookings in this time.', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'Public holiday' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('combobox', { name: 'Doctor' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Record absence' }).click()
  await expect.element(dialog.getByText('Reason is required').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Flu')
  hospital.answer(addClosure, leave)
  await dialog.getByRole('button', { name: 'Record absence' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Leave of Dr Anika Mehta' })).toBeVisible()
  expect(address()).toBe(`/absences/${leave.id}`)
  expect(hospital.sent(addClosure)[0]?.body).toEqual({
    cause: 'LEAVE',
    doctorId: mehta.id,
    clinicId: null,
    from: today,
    fromTime: null,
    to: today,
    toTime: null,
    reason: 'Flu',
  })
  await expect.element(screen.getByText('ZUMA, Asha')).toBeVisible()
  await expect.element(screen.getByRole('radiogroup')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/front desk or an administrator/)).toBeVisible()
})
