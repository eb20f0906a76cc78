import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from './bed-people.ts'
import { refusedScopes } from './every-screen/checks.ts'
import { call, dear, pageOf, test, unique } from './people.ts'
import {
  type Booking,
  booked,
  card,
  doctorOf,
  hospitalDay,
  openQueue,
  type Patient,
  queued,
  registered,
} from './queue-people.ts'

/** Notes the requests and streams of a screen from now on. */
function watch(page: Page) {
  const reads: string[] = []
  const streams: string[][] = []
  const opened: string[][] = []
  const underWay = new Set<Request>()
  let marked: readonly string[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/live') streams.push(searchParams.getAll('scope'))
    else if (pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/')) {
      reads.push(pathname)
      underWay.add(request)
    }
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname === '/api/live' && response.ok()) opened.push(searchParams.getAll('scope'))
  })
  return {
    reads,
    streams,
    opened,
    /**
     * Waits until the screen has read and follows everything, and counts from then on. `echo` makes a change and waits
     * until the screen shows it, so that all earlier requests have been sent.
     */
    async settled(scope: string, echo: () => Promise<void>) {
      await expect.poll(() => opened.at(-1)).toContain(scope)
      // Before the echo, because a screen reads a stale list again only a moment after the event.
      marked = (await toldOf(page, streams.at(-1) ?? [])).stale
      await echo()
      await expect.poll(() => underWay.size).toBe(0)
      reads.length = 0
      streams.length = 0
    },
    /**
     * No stream was opened, and no list was read again, except for changes that other stories made to a doctor's
     * account.
     */
    async readNothing() {
      // On a busy machine the stream that counts those can be later than the screen.
      await expect.poll(() => (reads.length > marked.length ? [...reads] : [])).toEqual([])
      expect(streams).toEqual([])
    },
  }
}

/** Collects, from now on, the scope of each live event that marks it as stale or carries its records. */
async function toldOf(page: Page, scopes: readonly string[]) {
  const ended = new AbortController()
  page.once('close', () => ended.abort())
  const { token } = await (await page.request.get('/api/auth/token')).json()
  const query = scopes.map((scope) => `scope=${encodeURIComponent(scope)}`).join('&')
  const stream = await fetch(new URL(`/api/live?${query}`, page.url()), {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  })
  const told = { stale: [] as string[], records: [] as string[] }
  const lines = stream.body?.pipeThrough(new TextDecoderStream())
  void (async () => {
    for await (const text of lines ?? []) {
      for (const [, kind, scope] of text.matchAll(/"kind":"(stale|records)","scope":"([^"]+)"/g))
        told[kind as keyof typeof told].push(String(scope))
    }
  })().catch(() => undefined)
  return told
}

/** Patients with one last name, who are on no other story's board. */
async function family(desk: Page, size: number): Promise<{ lastName: string; members: Patient[] }> {
  const lastName = unique()
  const members = await Promise.all(
    Array.from({ length: size }, (_, one) =>
      registered(desk, { lastName, firstName: `Member ${'abcde'[one]}`, address: `${one} Lamp Street` }),
    ),
  )
  return { lastName, members }
}

const times = ['08:00', '08:15', '08:30', '08:45', '09:00']

async function rename(desk: Page, id: string, lastName: string): Promise<void> {
  const { version, ...patient } = await call(desk.request, 'GET', `/patients/${id}`)
  const fields = ['firstName', 'dateOfBirth', 'gender', 'contactNumber', 'address']
  const kept = Object.fromEntries(fields.map((field) => [field, patient[field]]))
  const headers = { 'if-match': `"${version}"` }
  await call(desk.request, 'PUT', `/patients/${id}`, { id, ...kept, lastName }, headers)
}

test('what others do with five patients shows on the board, card by card: no list is read again', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const { lastName, members } = await family(desk, times.length)
  const board = await pageOf(browser, 'receptionist')
  const watched = watch(board)
  await openQueue(board, lastName)
  const all = { lastName } as Patient
  const shown = (heading: string, count: number) => expect(card(board, heading, all)).toHaveCount(count)
  const move = (page: Page, one: { id: string }, status: string) =>
    call(page.request, 'PUT', `/appointments/${one.id}`, { status })

  const book = (patient: Patient, one: number) => booked(desk, patient, doctor, { time: times[one] ?? '' })
  const bookings: Booking[] = []
  // The filter by clinic comes last.
  await watched.settled('clinics', async () => {
    bookings.push(await book(members[0] as Patient, 0))
    await shown('Scheduled', 1)
  })
  bookings.push(...(await Promise.all(members.slice(1).map((patient, one) => book(patient, one + 1)))))
  await shown('Scheduled', times.length)

  const tomorrow = await hospitalDay(desk, 1)
  const reschedule = async (booking: (typeof bookings)[number], date: string) => {
    const { version } = await call(desk.request, 'GET', `/appointments/${booking.id}`)
    await call(
      desk.request,
      'PUT',
      `/appointments/${booking.id}`,
      { date, time: booking.time, doctorId: doctor.id, evenIfPassed: true },
      { 'if-match': `"${version}"` },
    )
  }
  const [today] = bookings.map(({ date }) => date)
  await Promise.all(bookings.map((booking) => reschedule(booking, tomorrow)))
  await shown('Scheduled', 0)
  await Promise.all(bookings.map((booking) => reschedule(booking, today ?? '')))
  await shown('Scheduled', times.length)

  await Promise.all(bookings.map((booking) => queued(desk, booking)))
  await shown('In Queue', times.length)
  // An unchanged card is not replaced, because somebody may be using it.
  const [first, ...others] = bookings
  await board.evaluate(watchCards)
  if (first) await move(room, first, 'IN_PROGRESS')
  await shown('In Progress', 1)
  expect(await board.evaluate('[...touchedCards]')).toEqual([first?.id])
  await Promise.all(others.map((booking) => move(room, booking, 'IN_PROGRESS')))
  await shown('In Progress', times.length)

  const renamed = unique()
  await Promise.all(members.map(({ id }) => rename(desk, id, `${lastName} ${renamed}`)))
  await expect(card(board, 'In Progress', { lastName: `${lastName} ${renamed}` } as Patient)).toHaveCount(
    times.length,
  )
  await Promise.all(bookings.map((booking) => move(room, booking, 'COMPLETED')))
  await shown('Completed', times.length)

  await watched.readNothing()
})

/**
 * Notes which cards on the board change, appear or disappear. Changes of the minutes waited and the seconds to undo
 * don't count, nor do the rows below, which are drawn later.
 */
const watchCards = `
  var touchedCards = new Set()
  const cardOf = (node) => (node.closest ? node : node.parentElement)?.closest('li[data-appointment]')?.dataset.appointment
  new MutationObserver((changes) => {
    for (const { attributeName, target, addedNodes, removedNodes } of changes) {
      // A column's tab stop moves from a card that leaves to another.
      if (attributeName === 'tabindex') continue
      for (const node of cardOf(target) ? [target] : [...addedNodes, ...removedNodes])
        if (cardOf(node)) touchedCards.add(cardOf(node))
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
`

test('who lies where shows on the board of beds as it changes: no list is read again', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  const { members } = await family(admin, times.length)
  const beds = await Promise.all(members.map(() => bedIn(admin, 'PEDIATRIC')))
  const board = await pageOf(browser, 'receptionist')
  const watched = watch(board)
  await openBeds(board, '?ward=PEDIATRIC')
  const admit = (bed: (typeof beds)[number], one: number) => admitted(admin, bed, members[one] as Patient)
  const admissions: Awaited<ReturnType<typeof admit>>[] = []
  await watched.settled('beds', async () => {
    const [bed] = beds
    if (!bed) throw new Error('no bed')
    admissions.push(await admit(bed, 0))
    await expect(bedCard(board, bed)).toContainText('Member')
  })
  admissions.push(...(await Promise.all(beds.slice(1).map((bed, one) => admit(bed, one + 1)))))
  for (const bed of beds) await expect(bedCard(board, bed)).toContainText('Member')
  await Promise.all(
    admissions.map(({ id }) =>
      call(admin.request, 'POST', `/admissions/${id}/discharge`, { destination: 'HOME' }),
    ),
  )
  for (const bed of beds) await expect(bedCard(board, bed)).not.toContainText('Member')
  const renamed = beds.map((bed) => ({ ...bed, bedNumber: unique().toUpperCase() }))
  await Promise.all(
    renamed.map(async ({ id, bedNumber, ward }) => {
      const { version } = await call(admin.request, 'GET', `/beds/${id}`)
      await call(admin.request, 'PUT', `/beds/${id}`, { bedNumber, ward }, { 'if-match': `"${version}"` })
    }),
  )
  for (const bed of renamed) await expect(bedCard(board, bed)).toBeVisible()
  await Promise.all(renamed.map(({ id }) => call(admin.request, 'DELETE', `/beds/${id}`)))
  for (const bed of renamed) await expect(bedCard(board, bed)).toHaveCount(0)

  await watched.readNothing()
})

test('a patient’s new name reaches the dialogs that are open', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const admin = await pageOf(browser, 'admin')
  const { doctor } = await doctorOf(browser)
  const [patient, inpatient] = [await registered(desk), await registered(desk)]
  await booked(desk, patient, doctor, { time: '09:00' })
  const bed = await bedIn(admin, 'PSYCHIATRIC')
  await admitted(admin, bed, inpatient)
  await openQueue(desk, patient.lastName)
  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  await openBeds(admin, `?ward=PSYCHIATRIC&bed=${bed.id}&act=discharge`)
  const dialogs = [desk, admin].map((page) => page.getByRole('dialog'))
  for (const dialog of dialogs) await expect(dialog).toContainText(/Asha/)

  const name = unique()
  for (const { id } of [patient, inpatient]) await rename(admin, id, name)
  for (const dialog of dialogs) await expect(dialog).toContainText(new RegExp(name, 'i'))
  for (const [dialog, old] of [
    [dialogs[0], patient],
    [dialogs[1], inpatient],
  ] as const) {
    await expect(dialog as Locator).not.toContainText(new RegExp(old.lastName, 'i'))
  }
})

test('a screen that was away for a minute catches up, and reads nothing but what it shows', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await room.clock.install()
  const watched = watch(room)
  await openQueue(room, patient.lastName)
  await watched.settled('clinics', async () => {
    const before = await booked(desk, patient, doctor, { time: '08:00' })
    await expect(card(room, 'Scheduled', patient)).toBeVisible()
    await call(desk.request, 'DELETE', `/appointments/${before.id}`)
    await expect(card(room, 'Scheduled', patient)).toHaveCount(0)
  })

  await room.context().setOffline(true)
  const booking = await booked(desk, patient, doctor, { time: '09:00' })
  await room.clock.fastForward('01:00')
  await expect(room.getByText(/^Not live since/)).toBeVisible()
  await queued(desk, booking)
  await room.context().setOffline(false)
  await expect(card(room, 'In Queue', patient)).toBeVisible()
  await expect(room.getByText(/^Not live since/)).toHaveCount(0)
  // Doctors' cards show scores, and other stories record vital signs at the same time.
  const shown = ['/api/appointments/queue', '/api/early-warnings', '/api/me', '/api/notifications/unread']
  expect(watched.reads.filter((path) => !shown.includes(path))).toEqual([])

  // The screen is live again.
  await call(desk.request, 'DELETE', `/appointments/${booking.id}`)
  await expect(card(room, 'In Queue', patient)).toHaveCount(0)
})

test('of two tabs one sleeps for an hour: they end up equal, and as the hospital is', async ({ browser }) => {
  dear('three screens at the board')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const { lastName, members } = await family(desk, 3)
  const [awake, asleep] = [room, await room.context().newPage()]
  await asleep.clock.install()
  for (const tab of [awake, asleep]) await openQueue(tab, lastName)
  const [first, second] = await Promise.all(
    members.map((patient, one) => booked(desk, patient, doctor, { time: times[one] ?? '' })),
  )
  if (!first || !second) throw new Error('Nobody was booked')
  for (const tab of [awake, asleep]) {
    await expect(card(tab, 'Scheduled', { lastName } as Patient)).toHaveCount(members.length)
  }

  await show(asleep, 'hidden')
  // The other tab is in use all that time, so that neither is locked.
  await awake.evaluate(`localStorage.setItem('lantern.active-at', String(Date.now() + 3600000))`)
  // Until its stream is closed, it reads again what other stories change.
  await asleep.clock.fastForward('02:00')
  const watched = watch(asleep)
  await asleep.clock.fastForward('58:00')
  await queued(desk, first)
  await call(desk.request, 'DELETE', `/appointments/${second.id}`)
  await expect(card(awake, 'In Queue', { lastName } as Patient)).toHaveCount(1)
  await expect(card(asleep, 'In Queue', { lastName } as Patient)).toHaveCount(0)
  // In the last hour of a day, the app may ask for the present day.
  const mayAsk = new Date().getUTCHours() === 23 ? ['/api/site'] : []
  expect(watched.reads.filter((path) => !mayAsk.includes(path))).toEqual([])

  await show(asleep, 'visible')
  await expect(card(asleep, 'In Queue', { lastName } as Patient)).toHaveCount(1)
  const [one, other] = await Promise.all([awake, asleep].map(statusesOn))
  expect(one).toEqual(other)
  const queue: { id: string; status: string; patient: Patient }[] = await call(
    desk.request,
    'GET',
    '/appointments/queue',
  )
  const shown = queue.filter(({ patient, status }) => patient.lastName === lastName && status !== 'CANCELLED')
  expect(one).toEqual(Object.fromEntries(shown.map(({ id, status }) => [id, status])))
})

/** The tab comes to the front, or goes behind another. */
function show(tab: Page, state: 'visible' | 'hidden') {
  return tab.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

const headings = { SCHEDULED: 'Scheduled', IN_QUEUE: 'In Queue', IN_PROGRESS: 'In Progress' }

/** The column of each card of the board. */
async function statusesOn(tab: Page): Promise<Record<string, string>> {
  const columns = await Promise.all(
    Object.entries(headings).map(async ([status, heading]) => {
      const cards = tab.getByRole('region', { name: heading, exact: true }).locator('[data-appointment]')
      const ids = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-appointment')))
      return ids.map((id) => [id, status])
    }),
  )
  return Object.fromEntries(columns.flat())
}

test('an answer that comes late does not hide what was told meanwhile, on the board and on the beds', async ({
  browser,
}) => {
  dear('four screens, each with a slow answer')
  const desk = await pageOf(browser, 'receptionist')
  const admin = await pageOf(browser, 'admin')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const booking = await booked(desk, patient, doctor, { time: '09:00' })
  const bed = await bedIn(admin, 'MATERNITY')
  // Another screen shows when the event has arrived.
  const other = await pageOf(browser, 'receptionist')
  await openQueue(other, patient.lastName)
  await expect(card(other, 'Scheduled', patient)).toBeVisible()

  const watched = watch(room)
  /**
   * Waits until the room's stream is open, which a booking in the bell shows. Returns how often the screen had to read
   * the scope again because of changes that other stories made before.
   */
  const isTold = async (scope: string, daysLater: number) => {
    await expect.poll(() => watched.opened.at(-1)).toContain(scope)
    const missed = told.records.includes(scope) ? 1 : 0
    const bell = room.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(`Notifications, ${1 + daysLater} unread`)
    await booked(desk, patient, doctor, { time: '09:00', date: await hospitalDay(desk, daysLater) })
    await expect(bell).toHaveAccessibleName(`Notifications, ${2 + daysLater} unread`)
    return missed
  }
  const told = await toldOf(other, ['queue', 'beds'])
  const timesRead = (path: string) => watched.reads.filter((one) => one === path).length
  const queue = await held(room, '**/api/appointments/queue')
  told.records.length = 0
  await room.goto(`/opd-queue?search=${patient.lastName}`)
  await queue.read
  const queueMissed = await isTold('queue', 1)
  await queued(desk, booking)
  await expect(card(other, 'In Queue', patient)).toBeVisible()
  queue.letGo()
  await expect(card(room, 'In Queue', patient)).toBeVisible()
  expect(timesRead('/api/appointments/queue')).toBeLessThanOrEqual(1 + queueMissed + told.stale.length)

  const beds = await held(room, '**/api/beds')
  await openBeds(other, '?ward=MATERNITY')
  await expect(bedCard(other, bed)).toBeVisible()
  told.records.length = 0
  await room.goto('/beds?ward=MATERNITY')
  await beds.read
  const bedsMissed = await isTold('beds', 2)
  await admitted(admin, bed, patient)
  await expect(bedCard(other, bed)).toContainText(patient.firstName)
  beds.letGo()
  await expect(bedCard(room, bed)).toContainText(patient.firstName)
  expect(timesRead('/api/beds')).toBeLessThanOrEqual(1 + bedsMissed + told.stale.length)
})

/** The server answers the next request to `path` at once, but the response arrives only when the test lets it go. */
async function held(page: Page, path: string) {
  let letGo = () => {}
  const mayGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let wasRead = () => {}
  const read = new Promise<void>((resolve) => {
    wasRead = resolve
  })
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch()
      wasRead()
      await mayGo
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { read, letGo }
}

test('a day that can’t be does not keep the rest of a screen from being live', async ({ browser }) => {
  const page = await pageOf(browser, 'receptionist')
  await page.clock.install()
  const watched = watch(page)
  const refused = refusedScopes(page)
  const impossible = 'appointments-of-day:0001-01-01'
  await page.goto('/opd-queue?date=0001-01-01')
  await expect.poll(() => watched.streams.flat()).toContain(impossible)
  await expect.poll(() => watched.opened.at(-1)).toContain('doctors')
  // A screen would report a lost stream after two seconds, and keep asking for it.
  await page.clock.runFor(10_000)
  await expect(page.getByText(/^Not live since/)).toHaveCount(0)
  expect(watched.opened.flat()).not.toContain(impossible)
  expect(refused).toContain(impossible)
  expect(watched.streams.length).toBeLessThan(6)
})
