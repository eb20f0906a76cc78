import { notifyManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import {
  chooseNotifications,
  type NotificationChoices,
  readNotificationChoices,
} from '../../../contract/people/notifications.ts'
import { refuse } from '../../testing/hospital.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { NotificationKinds } from './NotificationKinds.tsx'

const all: NotificationChoices = [
  { kind: 'BOOKED', isOn: true },
  { kind: 'MOVED', isOn: true },
]

/** The settings of a doctor, and each state that the switch of bookings has been in. */
async function settings() {
  const hospital = hospitalFor('doctor')
  hospital.answer(readNotificationChoices, all)
  const screen = await show(<NotificationKinds />, hospital)
  const bookings = screen.getByRole('switch', { name: 'Appointments booked with you' })
  await expect.element(bookings).toBeChecked()
  const states: boolean[] = []
  const note = () => {
    const isOn = (bookings.element() as HTMLInputElement).dataset['checked'] === 'true'
    if (states.at(-1) !== isOn) states.push(isOn)
  }
  note()
  new MutationObserver(note).observe(bookings.element(), { attributes: true })
  return { hospital, bookings, states, screen }
}

test('a kind that is turned off stays off while it is saved and after', async () => {
  const { hospital, bookings, states } = await settings()
  // On a slow computer the answer is drawn later than what follows it.
  notifyManager.setScheduler((draw) => setTimeout(draw, 50))
  onTestFinished(() => notifyManager.setScheduler((draw) => setTimeout(draw, 0)))
  hospital.answer(chooseNotifications, [{ kind: 'BOOKED', isOn: false }, ...all.slice(1)])
  await bookings.click()
  await expect.poll(() => hospital.sent(chooseNotifications)).toHaveLength(1)
  // A later change is shown after the answer to this one.
  hospital.answer(chooseNotifications, all)
  await bookings.click()
  await expect.poll(() => hospital.sent(chooseNotifications)).toHaveLength(2)
  await expect.element(bookings).toBeChecked()
  expect(states).toEqual([true, false, true])
})

test('a kind that could not be turned off is on again, and the reason is given', async () => {
  const { hospital, bookings, states, screen } = await settings()
  hospital.answer(chooseNotifications, () =>
    refuse(503, 'database_unavailable', 'The database took too long to answer.'),
  )
  await bookings.click()
  await expect.element(screen.getByText(/The database took too long to answer/)).toBeVisible()
  await expect.element(bookings).toBeChecked()
  expect(states).toEqual([true, false, true])
})
