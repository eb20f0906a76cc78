import { expect, test } from 'vitest'
import {
  addCalendarFeed,
  type CalendarFeed,
  type OwnFeed,
  readCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/front-desk/calendar-feeds.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { FeedSection } from './FeedSection.tsx'

const feedOf = (of: Partial<CalendarFeed> = {}): CalendarFeed => ({
  id: newId(),
  showsInitials: false,
  madeAt: '2026-11-20T08:15:00.000Z',
  fetchedAt: null,
  ...of,
})

async function section(own: OwnFeed) {
  const hospital = hospitalFor('doctor')
  let now = own
  hospital.answer(readCalendarFeed, () => now)
  hospital.answer(addCalendarFeed, ({ body }) => {
    const { showsInitials } = body as { showsInitials: boolean }
    const feed = feedOf({ showsInitials })
    now = { ...now, feed }
    return feed
  })
  hospital.answer(withdrawCalendarFeed, ({ params }) => {
    now = { ...now, feed: null }
    return { id: params.id ?? '' }
  })
  return { hospital, screen: await show(<FeedSection />, hospital) }
}

test('an address is made in the browser and shown once, with its way into calendars; then it is withdrawn', async () => {
  const { hospital, screen } = await section({ feed: null, mayShowInitials: false })
  await expect.element(screen.getByText(/No address yet/)).toBeVisible()
  await screen.getByRole('button', { name: 'Create Address' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/It never shows who the patient is/)).toBeVisible()
  expect(dialog.getByRole('switch').elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const address = dialog.getByRole('textbox', { name: 'Calendar address' })
  await expect.element(address).toHaveFocus()
  const [{ body } = { body: null }] = hospital.sent(addCalendarFeed)
  const { secret, showsInitials } = body as { secret: string; showsInitials: boolean }
  expect(showsInitials).toBe(false)
  expect((address.element() as HTMLInputElement).value).toBe(
    `${window.location.origin}/calendar/${secret}.ics`,
  )
  await expect.element(dialog.getByText(/every 12 to 24 hours/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText(/Not read yet/)).toBeVisible()
  expect(document.body.textContent).not.toContain(secret)

  await screen.getByRole('button', { name: 'Withdraw the calendar address' }).click()
  await screen.getByRole('button', { name: 'Withdraw address' }).click()
  await expect.element(screen.getByText(/No address yet/)).toBeVisible()
  expect(hospital.sent(withdrawCalendarFeed)).toHaveLength(1)
})

test('initials are asked for where the hospital allows them, and an address made meanwhile is said', async () => {
  const feed = feedOf({ showsInitials: true, fetchedAt: '2026-11-22T08:15:00.000Z' })
  const { hospital, screen } = await section({ feed, mayShowInitials: true })
  await expect.element(screen.getByText(/Times, places and patients’ initials/)).toBeVisible()
  await screen.getByRole('button', { name: 'Replace Address' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Replace the calendar address' })
  await dialog.getByRole('switch').click()
  const said = 'Another address was made meanwhile. Open the settings again.'
  hospital.answer(addCalendarFeed, () => refuse(409, 'calendar_feed_made_before', said))
  await dialog.getByRole('button', { name: 'Replace address' }).click()
  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(dialog.getByRole('switch')).toBeChecked()
  expect(hospital.sent(addCalendarFeed)[0]?.body).toMatchObject({ showsInitials: true })
})
