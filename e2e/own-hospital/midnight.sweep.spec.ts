import { type Browser, expect, type Page } from '@playwright/test'
import { daysAfter } from '../../contract/days.ts'
import { call, choose, type DemoAccount, dear, signInAnew, test } from '../people.ts'
import { booked, card, openQueue, type Person, queued, registered, row } from '../queue-people.ts'
import { type NightHospital, openNightHospital } from './night-hospital.ts'

let hospital: NightHospital
test.beforeAll(async () => {
  test.setTimeout(120_000)
  hospital = await openNightHospital()
})
test.afterAll(() => hospital.close())

// Two open screens go through a whole night, so this costs more than other stories.
test('the day changes on two open screens, and nobody falls out of the queue', async ({ browser }) => {
  dear('a hospital of its own lives over midnight on two screens')
  const { day } = hospital
  const nextDay = daysAfter(day, 1)
  await hospital.setClock(`${day}T23:40:00Z`)
  const [desk, room] = [await pageAt(browser, 'receptionist'), await pageAt(browser, 'doctor')]
  const doctor = await call(room.request, 'GET', '/me')
  const [waiting, begun, late, tomorrows] = [
    await registered(desk),
    await registered(desk),
    await registered(desk),
    await registered(desk),
  ]
  const first = await booked(desk, waiting, doctor, { time: '23:20', date: day, type: 'EMERGENCY' })
  const second = await booked(desk, begun, doctor, { time: '23:30', date: day })
  await booked(desk, late, doctor, { time: '23:50', date: day })
  await booked(desk, tomorrows, doctor, { time: '09:00', date: nextDay })
  await queued(desk, second)
  await call(room.request, 'PUT', `/appointments/${second.id}`, { status: 'IN_PROGRESS' })
  // No other patient waits for this doctor.
  await emptyQueue(room)

  // Tomorrow's appointment can be cancelled but not yet marked as missed.
  await openQueue(desk, tomorrows.lastName, `&date=${nextDay}`)
  await card(desk, 'Scheduled', tomorrows).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  await expect(desk.getByLabel('Patient cancelled')).toBeVisible()
  await expect(desk.getByLabel('Did not attend')).toHaveCount(0)

  for (const page of [desk, room]) {
    await openQueue(page, '')
    await expect(page.getByRole('button', { name: /^Today, / })).toHaveText(/^Today, /)
    await expect(card(page, 'In Progress', begun)).toBeVisible()
    await expect(card(page, 'Scheduled', late)).toBeVisible()
    await expect(card(page, 'Scheduled', tomorrows)).toHaveCount(0)
    await expect(page.getByText('Since yesterday')).toHaveCount(0)
  }

  await hospital.setClock(`${day}T23:59:56Z`)
  // A user who was away fetches the account again, and with it the time.
  for (const page of [desk, room]) {
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }
  await queued(desk, first)
  for (const page of [desk, room]) {
    await expect(card(page, 'In Queue', waiting)).toContainText('Since yesterday')
    await expect(card(page, 'In Progress', begun)).toContainText('Since yesterday')
    await expect(card(page, 'Scheduled', tomorrows)).toBeVisible()
    await expect(card(page, 'Scheduled', late)).toHaveCount(0)
    await expect(row(page, waiting)).toContainText('Since yesterday')
  }

  await expect(room.getByRole('button', { name: 'Call next' })).toHaveAccessibleDescription(
    new RegExp(
      `^Number ${first.queueNumber}, ${waiting.lastName.toUpperCase()}, Asha, emergency, since yesterday$`,
    ),
  )
  await room.getByRole('button', { name: 'Call next' }).click()
  await expect(card(desk, 'In Progress', waiting)).toBeVisible()
  await openQueue(room, '')
  await card(room, 'In Progress', begun).getByRole('button', { name: 'Complete' }).click()
  await expect(card(desk, 'Completed', begun)).toContainText('From yesterday')

  // A patient who comes after midnight was booked for the day before, and is rescheduled before joining the queue.
  await expect(room.getByRole('link', { name: /not arrived/ })).toHaveCount(0)
  await desk.getByRole('link', { name: /^\d+ not arrived on (an )?earlier days?$/ }).click()
  await listedRow(desk, late)
    .getByRole('link', { name: /11:50 PM/ })
    .click()
  await expect(desk).toHaveURL(new RegExp(`date=${day}`))
  const missed = card(desk, 'Scheduled', late)
  await expect(missed.getByRole('button', { name: 'More for' })).toBeVisible()
  await expect(missed.getByRole('button', { name: 'Add to Queue' })).toHaveCount(0)
  await missed.getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  await desk.getByRole('button', { name: /^Reschedule Asha/ }).click()
  await expect(card(room, 'Scheduled', late)).toBeVisible()
  await openQueue(desk, '')
  await card(desk, 'Scheduled', late).getByRole('button', { name: 'Add to Queue' }).click()
  await expect(card(room, 'In Queue', late)).not.toContainText('Since yesterday')
  await card(desk, 'In Queue', late).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  await desk.getByLabel('Did not attend').check()
  await desk.getByRole('button', { name: /^Cancel Asha/ }).click()
  await expect(card(room, 'In Queue', late)).toHaveCount(0)

  // The dashboard's figures and the patient's record include the patient who is still with the doctor.
  await desk.goto('/dashboard')
  const withDoctors = (await queueOf(desk)).filter(({ status }) => status === 'IN_PROGRESS').length
  await expect(desk.getByRole('link', { name: /^In Progress/ })).toContainText(`Progress${withDoctors}`)
  const list = desk.getByRole('table', { name: "Today's Appointments" })
  await expect(list.getByRole('row').filter({ hasText: waiting.lastName.toUpperCase() })).toContainText(
    'Since yesterday',
  )
  // The chart counts each appointment on the day for which it was booked, and so does the list behind it.
  const weekly = desk.getByRole('region', { name: 'Weekly Appointments' })
  await weekly.getByText('Show as a table').click()
  const ofToday = weekly.getByRole('table').getByRole('row').last().getByRole('link')
  const count = Number(await ofToday.textContent())
  await ofToday.click()
  await expect(listedRow(desk, tomorrows)).toBeVisible()
  await expect(listedRow(desk, waiting)).toHaveCount(0)
  await expect(listed(desk).getByRole('row')).toHaveCount(count + 1)
  await desk.goto(`/patients/${waiting.id}`)
  await expect(desk.getByRole('region', { name: 'Upcoming Appointments' })).toContainText(
    'No upcoming appointments',
  )
  await desk.getByRole('tab', { name: 'Appointments' }).click()
  await expect(desk.getByRole('tabpanel', { name: 'Appointments' })).toContainText('In progress')
})

test('a time that has passed is booked when it is meant, and nothing is said to be moved that was not', async ({
  browser,
}) => {
  dear('a hospital of its own, late in its day')
  const day = daysAfter(hospital.day, 3)
  await hospital.setClock(`${day}T20:30:00Z`)
  const desk = await pageAt(browser, 'receptionist')
  const patient = await registered(desk)
  await desk.goto(`/opd-queue/new?patientId=${patient.id}`)
  await desk.getByRole('combobox', { name: 'Doctor' }).click()
  await desk.getByRole('option').first().click()
  await choose(desk, 'Type', 'Emergency')
  await desk.getByLabel('Time').fill('08:30')
  await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
  const question = desk.getByRole('region', { name: 'That was 12 hours ago' })
  await expect(question).toBeFocused()
  await expect(question).toContainText('Not booked yet.')
  // The question is about a particular time, so that another time closes it.
  await desk.getByLabel('Time').fill('09:30')
  await expect(question).toHaveCount(0)
  await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
  await desk.getByRole('region', { name: 'That was 11 hours ago' }).getByRole('button').click()
  await expect(desk.getByText('Appointment scheduled successfully')).toBeVisible()

  await openQueue(desk, patient.lastName)
  const reschedule = async () => {
    await card(desk, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
    await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
    return desk.getByRole('dialog', { name: 'Reschedule appointment' })
  }
  const save = { name: /^Reschedule Asha/ }
  const dialog = await reschedule()
  await dialog.getByRole('button', save).click()
  await expect(desk.getByText('Nothing changed', { exact: true })).toBeVisible()
  await expect(desk.getByText(/’s appointment rescheduled/)).toHaveCount(0)

  await reschedule()
  await dialog.getByLabel('Time').fill('10:30')
  await dialog.getByRole('button', save).click()
  await dialog.getByRole('button', { name: 'Reschedule anyway' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(desk, 'Scheduled', patient)).toContainText('10:30 AM')
})

test('after a closed day, whoever still waits is found, and whoever did not come is counted', async ({
  browser,
}) => {
  dear('a hospital of its own, with screens of two days')
  // A session lasts a week by the wall clock.
  const [day, after] = [daysAfter(hospital.day, 4), daysAfter(hospital.day, 6)]
  await hospital.setClock(`${day}T20:00:00Z`)
  const evening = await pageAt(browser, 'receptionist')
  const doctor = await call((await pageAt(browser, 'doctor')).request, 'GET', '/me')
  const [waiting, missed, other] = [
    await registered(evening),
    await registered(evening),
    await registered(evening),
  ]
  await queued(evening, await booked(evening, waiting, doctor, { time: '20:30', date: day }))
  await booked(evening, waiting, doctor, { time: '09:00', date: daysAfter(after, 2) })
  await booked(evening, missed, doctor, { time: '20:15', date: day })
  const others = await booked(evening, other, doctor, { time: '20:45', date: day })

  await hospital.setClock(`${after}T08:00:00Z`)
  const desk = await pageAt(browser, 'receptionist')
  await desk.goto('/dashboard')
  const found = desk.getByRole('group', { name: 'Appointments' }).getByRole('option')
  const find = async () => {
    await expect(desk.getByRole('button', { name: 'Search' })).toBeVisible()
    await desk.keyboard.press('Control+k')
    await desk.getByRole('combobox', { name: 'Search Lantern' }).fill(waiting.lastName)
  }
  await find()
  await expect(found).toContainText([/8:30\sPM/, /9:00\sAM/])
  await found.first().click()
  await expect(card(desk, 'In Queue', waiting)).toBeFocused()
  expect(new URL(desk.url()).search).not.toContain('date=')
  await find()
  await found.last().click()
  await expect(card(desk, 'Scheduled', waiting)).toBeFocused()
  expect(new URL(desk.url()).search).toContain(`date=${daysAfter(after, 2)}`)

  await openQueue(desk, '')
  const notArrived = desk.getByRole('link', { name: /not arrived on (an )?earlier days?$/ })
  const count = Number.parseInt((await notArrived.textContent()) ?? '', 10)
  // The count changes when somebody else clears one of them up.
  await call(evening.request, 'DELETE', `/appointments/${others.id}`)
  await expect(notArrived).toHaveText(new RegExp(`^${count - 1} not arrived`))
  await notArrived.click()
  await expect(listedRow(desk, missed)).toBeVisible()
  await expect(listedRow(desk, other)).toHaveCount(0)
  await expect(listedRow(desk, waiting)).toHaveCount(0)

  // The record leads to the day's board, where the appointment can be cancelled.
  await desk.goto(`/patients/${missed.id}`)
  const upcoming = desk.getByRole('region', { name: 'Upcoming Appointments' })
  await upcoming.getByRole('link', { name: /8:15 PM/ }).click()
  await expect(desk).toHaveURL(new RegExp(`date=${day}`))
  await card(desk, 'Scheduled', missed).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  await desk.getByLabel('Did not attend').check()
  await desk.getByRole('button', { name: /^Cancel Asha/ }).click()
  await expect(card(desk, 'Scheduled', missed)).toHaveCount(0)
  await desk.goto(`/patients/${missed.id}`)
  await expect(upcoming).toContainText('No upcoming appointments')
  await openQueue(desk, '')
  if (count === 2) await expect(notArrived).toHaveCount(0)
  else await expect(notArrived).toHaveText(new RegExp(`^${count - 2} `))
})

test('after news that the server may have missed, a list that is the same is not sent again', async ({
  browser,
}) => {
  const desk = await pageAt(browser, 'receptionist')
  const patient = await registered(desk)
  const doctors: Person[] = await call(desk.request, 'GET', '/users/doctors')
  // The doctor who keeps no hours.
  const doctor = doctors.find(({ lastName }) => lastName === 'Mehta')
  if (!doctor) throw new Error('Dr Mehta is not there')
  await openQueue(desk, '')
  const answers: number[] = []
  desk.on('response', (answer) => {
    if (answer.url().endsWith('/api/appointments/queue')) answers.push(answer.status())
  })
  for (const expected of [[200], [200, 304], [200, 304, 304]]) {
    await hospital.missNews()
    await expect.poll(() => answers).toEqual(expected)
  }
  // Later changes arrive.
  const { day } = await call(desk.request, 'GET', '/site').then(({ today }) => today)
  await booked(desk, patient, doctor, { time: '09:10', date: day })
  await expect(card(desk, 'Scheduled', patient)).toBeVisible()
  expect(answers).toEqual([200, 304, 304])
})

async function pageAt(browser: Browser, account: DemoAccount): Promise<Page> {
  const context = await browser.newContext({ baseURL: hospital.origin })
  await signInAnew(context.request, account)
  return context.newPage()
}

/** The list of appointments of all days. */
function listed(page: Page) {
  return page.getByRole('table', { name: 'Appointments, newest first' })
}

/** A patient's row in it. */
function listedRow(page: Page, { lastName }: { lastName: string }) {
  return listed(page).getByRole('row').filter({ hasText: lastName.toUpperCase() })
}

function queueOf(page: Page): Promise<{ id: string; status: string }[]> {
  return call(page.request, 'GET', '/appointments/queue')
}

/** Cancels the appointments in the demo hospital's queue. */
async function emptyQueue(page: Page): Promise<void> {
  for (const { id, status } of await queueOf(page)) {
    if (status === 'IN_QUEUE') await call(page.request, 'DELETE', `/appointments/${id}`)
  }
}
