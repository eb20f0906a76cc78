import { expect, test } from 'vitest'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import {
  countMessages,
  type FailedMessage,
  listFailedMessages,
  notePhoned,
} from '../../../contract/front-desk/messages.ts'
import { appointmentOf, newId, patientRecord } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const failed = (lastName: string): FailedMessage => ({
  id: newId(),
  kind: 'REMINDER',
  channel: 'EMAIL',
  failure: 'REFUSED',
  failedAt: '2026-11-26T04:00:00.000Z',
  appointment: appointmentOf(patientRecord({ lastName, contactNumber: '+91 98 1234 5678' }), {}),
})
const on = { messages: { channels: ['EMAIL' as const], isOn: true } }

function hospitalWith(items: FailedMessage[], place: Parameters<typeof hospitalFor>[1] = on) {
  const hospital = hospitalFor('receptionist', place)
  hospital.answer(listFailedMessages, items)
  hospital.answer(countMessages, { failed: items.length, withoutAddress: 3 })
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  return hospital
}

test('the desk comes from the appointments, phones, and each patient leaves the list with one press', async () => {
  const [zuma, rao] = [failed('Zuma'), failed('Rao')]
  const hospital = hospitalWith([zuma, rao])
  const screen = await openScreen('/appointments')
  await screen.getByRole('link', { name: 'Messages Not Sent (2)' }).click()
  expect(address()).toBe('/messages')
  const row = screen.getByRole('row', { name: /ZUMA/ })
  await expect
    .element(row.getByRole('link', { name: '+91 98 1234 5678' }))
    .toHaveAttribute('href', 'tel:+919812345678')
  await expect.element(row.getByText('The e-mail address was refused')).toBeVisible()
  await expect.element(screen.getByText(/3 patients with an appointment soon/)).toBeVisible()

  hospital.answer(notePhoned, { id: zuma.id })
  hospital.answer(listFailedMessages, [rao])
  await screen.getByRole('button', { name: /ZUMA.* was phoned/ }).click()
  await expect.element(row).not.toBeInTheDocument()
  expect(hospital.sent(notePhoned)).toHaveLength(1)

  // A message that gets through at last leaves the list by itself.
  hospital.answer(listFailedMessages, [])
  await expect.poll(() => hospital.followed('messages')).toBe(true)
  hospital.tell({ scope: 'messages', put: [{ id: newId() }] })
  await expect.element(screen.getByText('Every message was sent')).toBeVisible()
})

test('nothing is shown where the hospital sends no messages', async () => {
  hospitalWith([], {})
  const screen = await openScreen('/appointments')
  await expect.element(screen.getByRole('heading', { name: 'Appointments' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Messages Not Sent/ })).not.toBeInTheDocument()
})
