import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { launchOptions } from '../../testbed/chromium.ts'
import { call, contextOf, dear, pageOf, test } from '../people.ts'
import { booked, card, doctorOf, type Person, registered } from '../queue-people.ts'
import { dayFromNow, itemOf } from '../store-people.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const rows = (page: Page) => list(page).getByRole('listitem')
/** Opens the groups of notifications, so that each one is in the list. */
async function openGroups(page: Page) {
  await expect(rows(page).first()).toBeVisible()
  const closed = list(page).getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
}

test('a booking reaches every tab of its doctor by itself, and leads to the queue by keyboard alone', async ({
  browser,
}) => {
  dear('three tabs of one doctor')
  const [desk, { page, doctor }] = await Promise.all([pageOf(browser, 'receptionist'), doctorOf(browser)])
  const otherTab = await page.context().newPage()
  const patient = await registered(desk)
  for (const tab of [page, otherTab]) await tab.goto('/dashboard')
  // The first one says that a role was offered.
  for (const tab of [page, otherTab]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  // A tab reads earlier notifications when it opens, and later ones come over its stream.
  await booked(desk, await registered(desk), doctor, { time: '23:30' })
  for (const tab of [page, otherTab]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 2 unread')
  const reads: string[] = []
  otherTab.on('request', (request) => reads.push(new URL(request.url()).pathname))

  const booking = await booked(desk, patient, doctor, { time: '23:40' })
  for (const tab of [page, otherTab]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 3 unread')
    await expect(tab).toHaveTitle('(3) Dashboard · Lantern')
    // A tab that is still loading announces both at once.
    await expect(
      tab.getByRole('status').filter({ hasText: /new notifications?: .*Appointment booked[^;]*11:40\sPM/i }),
    ).toHaveCount(1)
  }
  // The event contained the notification, so nothing was read.
  expect(reads.filter((path) => path.startsWith('/api/notifications'))).toEqual([])

  await bell(page).focus()
  await page.keyboard.press('Enter')
  const line = rows(page).first()
  await expect(line).toContainText(`11:40 PM · Queue number ${booking.queueNumber}`)
  await expect(list(page)).not.toContainText(patient.lastName)
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  // The Tab key passes the list's two buttons to the first line.
  for (const name of ['Mark all as read', 'Notification settings']) {
    await expect(list(page).getByRole('button', { name })).toBeFocused()
    await page.keyboard.press('Tab')
  }
  await expect(line.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page, 'Scheduled', patient)).toBeFocused()
  await expect(list(page)).toBeHidden()
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications, 2 unread')
})

test('an open list does not move: what arrives waits, what is gone stays and says so', async ({
  browser,
}) => {
  const [desk, { page, doctor }] = await Promise.all([pageOf(browser, 'receptionist'), doctorOf(browser)])
  const [patient, other] = [await registered(desk), await registered(desk)]
  const booking = await booked(desk, patient, doctor, { time: '23:41' })
  await page.goto('/dashboard')
  await bell(page).click()
  const line = rows(page).filter({ hasText: '11:41 PM' })
  await expect(line).toContainText('Appointment booked')
  const place = await line.boundingBox()
  await line.getByRole('button', { name: 'Mark as read: Appointment booked' }).click()
  await expect(line.getByRole('button')).toHaveCount(0)
  await expect(line.getByRole('link')).toBeFocused()

  await call(desk.request, 'DELETE', `/appointments/${booking.id}`)
  await expect(line).toContainText('Appointment cancelled')
  await call(desk.request, 'POST', `/appointments/${booking.id}/undo`)
  await expect(line).toContainText('No longer current')
  await expect(line.getByRole('link')).toHaveCount(0)
  expect(await line.boundingBox()).toEqual(place)

  await booked(desk, other, doctor, { time: '23:42' })
  const arrived = list(page).getByRole('button', { name: 'Show 1 new notification' })
  await expect(arrived).toBeVisible()
  await expect(rows(page).filter({ hasText: '11:42 PM' })).toHaveCount(0)
  expect(await line.boundingBox()).toEqual(place)
  await arrived.click()
  await expect(rows(page).first()).toContainText('11:42 PM')
  await expect(line).toHaveCount(0)
  await list(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(page).toHaveTitle('Dashboard · Lantern')
})

test('what was turned off is in the list again with what was told meanwhile, as the bell counts', async ({
  browser,
}) => {
  dear('two tabs of one doctor, and a role that is offered')
  const [desk, { page, doctor }] = await Promise.all([pageOf(browser, 'receptionist'), doctorOf(browser)])
  await booked(desk, await registered(desk), doctor, { time: '23:43' })
  await offer(browser, doctor, ['doctor', 'receptionist'])
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(rows(page)).toContainText([/Receptionist/, /Appointment booked/, /Doctor/])
  const otherTab = await page.context().newPage()
  await otherTab.goto('/dashboard')
  await bell(otherTab).click()
  await expect(rows(otherTab)).toHaveCount(3)

  await list(page).getByRole('button', { name: 'Notification settings' }).click()
  const settings = page.getByRole('region', { name: 'Notification settings' })
  const bookings = settings.getByRole('switch', { name: 'Appointments booked with you' })
  await bookings.uncheck()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  // Closed and opened again, the list no longer has it.
  await bell(otherTab).click()
  await expect(list(otherTab)).toBeHidden()
  await bell(otherTab).click()
  await expect(rows(otherTab)).toContainText([/Receptionist/, /Doctor/])
  await bookings.check()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await settings.getByRole('button', { name: 'Back to notifications' }).click()
  await expect(rows(page)).toContainText([/Receptionist/, /Appointment booked/, /Doctor/])

  // Only notifications that are shown are marked as read.
  await expect(list(otherTab).getByRole('button', { name: 'Show 1 new notification' })).toBeVisible()
  await list(otherTab).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(rows(otherTab)).toContainText([/Receptionist/, /Appointment booked/, /Doctor/])
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications')
})

test('low stock reaches who keeps the store, leads to the item, and is gone when it is filled up', async ({
  browser,
}) => {
  const [admin, keeper] = await Promise.all([pageOf(browser, 'admin'), pageOf(browser, 'inventory')])
  // Notifications from before the stream opened are counted, and not announced.
  const followed = keeper.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return (
      pathname === '/api/live' && searchParams.getAll('scope').some((one) => one.startsWith('notifications:'))
    )
  })
  await keeper.goto('/dashboard')
  await expect(keeper.getByRole('heading', { level: 1 })).toBeVisible()
  await followed
  const said = await heard(keeper)
  const item = await itemOf(admin)
  await expect.poll(said).toContain(`Low Stock: ${item.name}`)
  await bell(keeper).click()
  await openGroups(keeper)
  const line = rows(keeper).filter({
    hasText: item.name,
    hasNot: keeper.getByRole('button', { name: /low on stock/ }),
  })
  await line.getByRole('link').click()
  await expect(keeper.getByRole('heading', { level: 1, name: item.name })).toBeVisible()
  await call(admin.request, 'POST', `/inventory/${item.id}/movements`, {
    kind: 'RECEIVE',
    quantity: 50,
    batchNumber: 'LOT-1',
  })
  await bell(keeper).click()
  await openGroups(keeper)
  // An open list stays as it is, because it may have been opened before the event. A newly opened one is without the
  // line.
  await expect(line.filter({ hasNotText: 'No longer current' })).toHaveCount(0)
  await keeper.keyboard.press('Escape')
  await expect(list(keeper)).toBeHidden()
  await bell(keeper).click()
  await openGroups(keeper)
  await expect(line).toHaveCount(0)
})

test('a browser shows what arrives behind other windows, without a name, and nothing that was turned off', async () => {
  dear('a browser with windows')
  const browser = await browserWithWindows()
  const [desk, { page, doctor }] = await Promise.all([pageOf(browser, 'receptionist'), doctorOf(browser)])
  const patients = await Promise.all([registered(desk), registered(desk), registered(desk)])
  const book = (one: number) => booked(desk, patients[one] ?? doctor, doctor, { time: `23:5${one}` })
  await page.clock.install()
  const settings = await openBehindOthers(page)

  const { queueNumber } = await book(0)
  await expect.poll(() => page.evaluate('window.shown')).toContain('Appointment booked')
  expect(await page.evaluate('window.shown')).toContain(`Queue number ${queueNumber}`)
  expect(await page.evaluate('window.shown')).not.toContain(patients[0].lastName)
  // Other tabs close their streams after a minute in the background.
  await page.clock.fastForward('02:00')
  await book(1)
  await expect(page).toHaveTitle('(3) Dashboard · Lantern')

  const bookings = settings.getByRole('switch', { name: 'Appointments booked with you' })
  await bookings.uncheck()
  await expect(page).toHaveTitle('(1) Dashboard · Lantern')
  await book(2)
  await settings.getByRole('button', { name: 'Back to notifications' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('New role: Doctor')
})

test('of what arrives at once, each is said, and shown behind other windows', async () => {
  const browser = await browserWithWindows()
  const [admin, keeper] = await Promise.all([pageOf(browser, 'admin'), pageOf(browser, 'inventory')])
  await openBehindOthers(keeper)
  const said = await heard(keeper)
  // The item is low, and expires soon.
  const { name } = await itemOf(admin, { batchNumber: 'LOT-1', expiryDate: dayFromNow(10) })
  for (const title of [`Low Stock: ${name}`, `Expires soon: ${name}`]) {
    for (const told of [() => keeper.evaluate('window.shown'), said]) await expect.poll(told).toContain(title)
  }
})

/** Collects everything that is announced from now on, because other notifications may follow at once. */
async function heard(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`
    window.said = ''
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role="status"]')) window.said += one.textContent
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  return () => page.evaluate('window.said')
}

let withWindows: Browser | undefined
test.afterEach(() => Promise.all(withWindows?.contexts().map((context) => context.close()) ?? []))
test.afterAll(() => withWindows?.close())

/** A browser without windows never allows notifications outside of its pages. */
async function browserWithWindows(): Promise<Browser> {
  withWindows ??= await chromium.launch({ channel: 'chromium', ...launchOptions() })
  return withWindows
}

/** Turns on the browser's own notifications on the dashboard, in a tab in the background. Returns the settings. */
async function openBehindOthers(page: Page) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(`
    const [Shown, all] = [window.Notification, []]
    window.Notification = class extends Shown {
      constructor(title, options) {
        super(title, options)
        all.push([title, options.body])
        window.shown = JSON.stringify(all)
      }
    }`)
  await page.goto('/dashboard')
  await bell(page).click()
  await list(page).getByRole('button', { name: 'Notification settings' }).click()
  const settings = page.getByRole('region', { name: 'Notification settings' })
  const onDevice = settings.getByRole('switch', {
    name: 'Show on this device when Lantern is in the background',
  })
  // The switch is on once the browser has given its permission.
  await onDevice.click()
  await expect(onDevice).toBeChecked()
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
  return settings
}

/** Sets, as an administrator, the roles that somebody may choose from. */
async function offer(browser: Browser, { id }: Person, offeredRoles: string[]) {
  const admin = await contextOf(browser, 'admin')
  const staff: (Person & { version: number })[] = await call(admin.request, 'GET', '/staff')
  const version = staff.find((one) => one.id === id)?.version
  const change = { offeredRoles, active: true }
  await call(admin.request, 'PUT', `/staff/${id}`, change, { 'if-match': `"${version}"` })
  await admin.close()
}
