import { expect, type Page } from '@playwright/test'
import { spokenDay } from '../contract/spoken.ts'
import { tabTo } from './every-screen/checks.ts'
import { call, choose, contextOf, dear, pageOf, test } from './people.ts'
import {
  booked,
  card,
  column,
  doctorOf,
  hospitalDay,
  openQueue,
  queued,
  registered,
  row,
  withoutEmergencies,
} from './queue-people.ts'

test('a wrong click is taken back within 30 seconds, by whoever made it alone', async ({ browser }) => {
  dear('two people at the board')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { time: '09:00' })
  await openQueue(desk, patient.lastName)
  await openQueue(room, patient.lastName)

  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' }).click()
  const undo = card(desk, 'In Queue', patient).getByRole('button', { name: 'Undo' })
  await expect(undo).toContainText(/\d\d s$/)
  await expect(card(room, 'In Queue', patient)).toBeVisible()
  await expect(room.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await undo.click()
  await expect(card(desk, 'Scheduled', patient)).toBeVisible()
  await expect(card(room, 'Scheduled', patient)).toBeVisible()

  // Undo is also in the message.
  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' }).click()
  await desk.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(card(desk, 'Scheduled', patient)).toBeVisible()
})

test('who was faster is named, and a click without a connection says what did not happen', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const admin = await pageOf(browser, 'admin')
  const patient = await registered(desk)
  const booking = await booked(desk, patient, doctor, { time: '09:00' })
  // This desk does not receive other people's changes.
  await desk.route('**/api/live*', (route) => route.abort())
  await openQueue(desk, patient.lastName)
  const add = card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' })

  await desk.context().setOffline(true)
  await add.click()
  await expect(desk.getByText('Not added to the queue: no connection', { exact: true })).toBeVisible()
  await desk.context().setOffline(false)

  await queued(admin, booking)
  await add.click()
  const { firstName, lastName } = await call(admin.request, 'GET', '/me')
  const sentence = `Already in the queue: ${firstName} ${lastName} added her at `
  await expect(desk.getByText(new RegExp(`^${sentence}\\d+:\\d\\d [AP]M\\.$`))).toBeVisible()
  await room.close()
})

test('an appointment is cancelled with its reason, and the cancelling taken back', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { time: '09:00' })
  await openQueue(desk, patient.lastName)

  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Cancel appointment' })
  await expect(dialog).toContainText(patient.mrn)
  const confirm = dialog.getByRole('button', { name: `Cancel Asha ${patient.lastName}’s appointment` })
  await confirm.click()
  await expect(dialog.getByText('Reason is required').first()).toBeVisible()
  await dialog.getByLabel('Other').check()
  await dialog.getByLabel('Note').fill('Moved to another town')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(row(desk, patient)).toContainText('Cancelled')
  await expect(row(desk, patient)).toContainText('Other: Moved to another town')

  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'Undo' }).click()
  await expect(row(desk, patient)).toContainText('Scheduled')
  await expect(card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' })).toBeVisible()
})

test('a taken time is refused beside its field, and the next free one is a click away', async ({
  browser,
}) => {
  dear('two people, and a reload')
  const desk = await pageOf(browser, 'receptionist')
  const { doctor } = await doctorOf(browser)
  const date = await hospitalDay(desk, 3)
  const [first, second, third] = await Promise.all([registered(desk), registered(desk), registered(desk)])
  await booked(desk, first, doctor, { time: '10:00', date })
  await booked(desk, second, doctor, { time: '11:00', date })

  await openQueue(desk, second.lastName, `&date=${date}`)
  await card(desk, 'Scheduled', second).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reschedule appointment' })
  await expect(dialog).toContainText('Taken that day: 10:00 AM')
  await dialog.getByLabel('Time').fill('10:00')
  await dialog.getByRole('button', { name: /^Reschedule Asha/ }).click()
  await expect(dialog.getByText(/already has an appointment on .* at 10:00 AM/).first()).toBeVisible()
  await dialog.getByRole('button', { name: '10:15 AM' }).click()
  await dialog.getByRole('button', { name: /^Reschedule Asha/ }).click()
  await expect(dialog).toBeHidden()
  await expect(card(desk, 'Scheduled', second)).toContainText('10:15 AM')

  // A refused booking keeps the typed text, and can be sent again with another time.
  await desk.goto(`/opd-queue/new?date=${date}&patientId=${third.id}`)
  await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
  for (const message of ['Doctor is required', 'Time is required', 'Type is required']) {
    await expect(desk.getByRole('link', { name: message })).toBeVisible()
  }
  await desk.getByRole('link', { name: 'Type is required' }).click()
  await expect(desk.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await choose(desk, 'Doctor', new RegExp(doctor.lastName))
  await choose(desk, 'Type', 'General')
  await desk.getByLabel('Notes').fill('Brings the X-rays')
  await desk.getByLabel('Time').fill('10:00')
  await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(desk.getByRole('link', { name: /already has an appointment on .* at 10:00 AM/ })).toBeVisible()

  await desk.reload()
  await expect(desk.getByText('Draft restored')).toBeVisible()
  await expect(desk.getByLabel('Notes')).toHaveValue('Brings the X-rays')
  await expect(desk.getByRole('textbox', { name: 'Patient' })).toHaveValue(new RegExp(third.lastName, 'i'))
  await desk.getByRole('button', { name: '10:30 AM' }).click()
  await desk.getByRole('button', { name: 'Schedule Appointment' }).dblclick()
  await expect(desk.getByText('Appointment scheduled successfully')).toBeVisible()
  await expect(desk).toHaveURL(new RegExp(`/opd-queue\\?date=${date}`))
  const day: { patientId: string }[] = await call(desk.request, 'GET', `/appointments/days/${date}`)
  expect(day.filter(({ patientId }) => patientId === third.id)).toHaveLength(1)
})

test('what is typed into one patient’s booking is not in the next one’s', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  const [before, after] = [await registered(desk), await registered(desk)]
  const isOf = (patient: { lastName: string }) =>
    expect(desk.getByRole('textbox', { name: 'Patient' })).toHaveValue(new RegExp(patient.lastName, 'i'))
  const book = desk.getByRole('link', { name: 'New Appointment' }).first()
  await desk.goto(`/patients/${before.id}`)
  await book.click()
  await isOf(before)
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type(after.mrn)
  await desk.getByRole('option').filter({ hasText: after.mrn }).click()
  await book.click()
  await isOf(after)
  await desk.getByLabel('Notes').fill('Brings the X-rays')

  // Goes back past the record, straight to the earlier booking.
  await desk.evaluate('history.go(-2)')
  await expect(desk).toHaveURL(new RegExp(before.id))
  await isOf(before)
  await expect(desk.getByLabel('Notes')).toHaveValue('')
  await desk.evaluate('history.go(2)')
  await isOf(after)
  await expect(desk.getByLabel('Notes')).toHaveValue('Brings the X-rays')
})

test('two desks reschedule one appointment: the second sees what the first chose, and loses nothing', async ({
  browser,
}) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await contextOf(browser, 'admin')]
  const { doctor } = await doctorOf(browser)
  const date = await hospitalDay(desk, 4)
  const patient = await registered(desk)
  const { id } = await booked(desk, patient, doctor, { time: '10:00', date })
  // The desk does not receive other people's changes.
  await desk.route('**/api/live*', (route) => route.abort())
  await openQueue(desk, patient.lastName, `&date=${date}`)
  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reschedule appointment' })
  await dialog.getByLabel('Time').fill('11:15')
  await call(admin.request, 'PUT', `/appointments/${id}`, { time: '16:30' }, { 'if-match': '"1"' })

  const save = dialog.getByRole('button', { name: /^Reschedule Asha/ })
  await save.click()
  const conflict = dialog.getByRole('region', { name: /changed this appointment/ })
  await expect(conflict).toContainText('4:30 PM')
  await expect(conflict).toContainText('11:15 AM')
  await expect(dialog.getByRole('textbox', { name: 'Time' })).toHaveValue('11:15')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await call(desk.request, 'GET', `/appointments/${id}`)).toMatchObject({ date, time: '11:15' })
})

test('an appointment that is moved while its Cancel dialog is open is cancelled by those who saw its new day alone', async ({
  browser,
}) => {
  dear('three people at the board')
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { doctor } = await doctorOf(browser)
  const [date, later] = [await hospitalDay(desk, 4), await hospitalDay(desk, 11)]
  const patient = await registered(desk)
  const { id } = await booked(desk, patient, doctor, { time: '10:00', date })
  // The desk does not receive other people's changes, but the administrator does.
  await desk.route('**/api/live*', (route) => route.abort())
  const cancelling = async (page: Page) => {
    await openQueue(page, patient.lastName, `&date=${date}`)
    await card(page, 'Scheduled', patient).getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel appointment' })
    await expect(dialog).toContainText(`${spokenDay(date)}, 10:00 AM`)
    await dialog.getByLabel('Patient cancelled').check()
    return dialog
  }
  const [unaware, aware] = [await cancelling(desk), await cancelling(admin)]
  await call(
    admin.request,
    'PUT',
    `/appointments/${id}`,
    { date: later, time: '11:30' },
    { 'if-match': '"1"' },
  )
  await expect(aware).toContainText(`${spokenDay(later)}, 11:30 AM`)

  const confirm = unaware.getByRole('button', { name: /^Cancel Asha/ })
  await confirm.click()
  await expect(unaware.getByText(/changed this appointment .* Check it, then confirm again\.$/)).toBeVisible()
  expect(await call(desk.request, 'GET', `/appointments/${id}`)).toMatchObject({
    status: 'SCHEDULED',
    date: later,
  })
  await expect(unaware).toContainText(`${spokenDay(later)}, 11:30 AM`)
  await expect(unaware.getByLabel('Patient cancelled')).toBeChecked()
  await confirm.click()
  await expect(unaware).toBeHidden()
  await expect(desk.getByText(`${spokenDay(later)}, 11:30 AM with Dr Nina ${doctor.lastName}`)).toBeVisible()
})

test('an emergency who comes last is called first, and a colleague’s patient only after a question', async ({
  browser,
}) => {
  dear('three people at the board')
  const desk = await pageOf(browser, 'receptionist')
  const [one, other] = [await doctorOf(browser), await doctorOf(browser)]
  const [own, emergency, theirs] = [await registered(desk), await registered(desk), await registered(desk)]
  const waiting = await booked(desk, theirs, other.doctor, { time: '09:00' })
  await withoutEmergencies(desk)
  await queued(desk, await booked(desk, own, one.doctor, { time: '09:00' }))
  await queued(desk, waiting)
  await queued(desk, await booked(desk, emergency, other.doctor, { time: '09:30', type: 'EMERGENCY' }))
  const room = one.page
  await openQueue(room, '')

  await expect(card(room, 'In Queue', own)).toContainText('Your patient')
  await expect(card(room, 'In Queue', theirs)).not.toContainText('Your patient')
  const places = async (page: Page) => {
    const cards = await column(page, 'In Queue').getByRole('listitem').allTextContents()
    return [emergency, own, theirs].map(({ lastName }) =>
      cards.findIndex((text) => text.includes(lastName.toUpperCase())),
    )
  }
  const [first = -1, second = -1, third = -1] = await places(room)
  expect(first).toBeLessThan(second)
  expect(second).toBeLessThan(third)

  await expect(card(room, 'In Queue', emergency)).toContainText('Next for you')
  await expect(room.getByRole('button', { name: 'Call next' })).toHaveAccessibleDescription(
    new RegExp(`${emergency.lastName}, Asha, emergency$`, 'i'),
  )

  // Another patient can be called by name. A message says that an emergency is waiting.
  await card(room, 'In Queue', own).getByRole('button', { name: 'Start' }).click()
  await expect(room.getByText(/^Still waiting: emergency, number \d+, /)).toBeVisible()
  await expect(card(room, 'In Progress', own)).toBeVisible()

  const button = card(room, 'In Queue', theirs).getByRole('button', { name: 'Start' })
  await button.click()
  const question = room.getByRole('dialog', { name: `Start for Dr ${other.doctor.lastName}?` })
  await expect(question).toContainText(theirs.mrn)
  await room.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(button).toBeFocused()
  await call(other.page.request, 'PUT', `/appointments/${waiting.id}`, {
    status: 'IN_PROGRESS',
  })

  await card(room, 'In Progress', theirs).getByRole('button', { name: 'Complete' }).click()
  const act = `Complete for Dr ${other.doctor.lastName}`
  await room
    .getByRole('dialog', { name: `${act}?` })
    .getByRole('button', { name: act })
    .click()
  await expect(card(room, 'Completed', theirs)).toBeVisible()
  // Patients of one's own are completed at once, and so are those that one called for a colleague.
  await card(room, 'In Progress', own).getByRole('button', { name: 'Complete' }).click()
  await expect(card(room, 'Completed', own)).toBeVisible()
  await room.getByRole('button', { name: 'Call next' }).click()
  await expect(room.getByText(/Booked with .*: emergencies come first/)).toBeVisible()
  await expect(room).toHaveURL(`/patients/${emergency.id}`)
  await openQueue(room, '')
  await card(room, 'In Progress', emergency).getByRole('button', { name: 'Complete' }).click()
  await expect(card(room, 'Completed', emergency)).toBeVisible()
})

test('a patient who gets worse while waiting is made an emergency, and is next for every doctor', async ({
  browser,
}) => {
  dear('two people at the board')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const [before, worse] = [await registered(desk), await registered(desk)]
  await withoutEmergencies(desk)
  await queued(desk, await booked(desk, before, doctor, { time: '09:00' }))
  const booking = await booked(desk, worse, doctor, { time: '09:30' })
  await queued(desk, booking)
  await openQueue(room, '')
  const next = room.getByRole('button', { name: 'Call next' })
  await expect(next).toHaveAccessibleDescription(new RegExp(`${before.lastName}, Asha$`, 'i'))

  await openQueue(desk, worse.lastName)
  await card(desk, 'In Queue', worse).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reschedule appointment' })
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveValue('General')
  await choose(desk, 'Type', 'Emergency')
  await dialog.getByRole('button', { name: /^Reschedule Asha/ }).click()
  await expect(desk.getByText(`Emergency. Queue number ${booking.queueNumber}.`)).toBeVisible()
  await expect(card(desk, 'In Queue', worse)).toContainText('Emergency')

  await expect(card(room, 'In Queue', worse)).toContainText('Emergency')
  await expect(next).toHaveAccessibleDescription(new RegExp(`${worse.lastName}, Asha, emergency$`, 'i'))
})

test('the whole way through the queue with the keyboard alone', async ({ browser }) => {
  dear('every act of the queue by keyboard, on two screens')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { time: '09:00' })
  await openQueue(desk, '')
  // The doctor's screen is open all the time, and never reloaded.
  await openQueue(room, patient.lastName)
  await expect(card(room, 'Scheduled', patient)).toContainText('9:00 AM')
  await expect(card(room, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' })).toHaveCount(0)

  await desk.keyboard.press('/')
  await desk.keyboard.type(patient.lastName)
  await expect(desk).toHaveURL(new RegExp(`search=${patient.lastName}`))
  await expect(card(desk, 'Scheduled', patient)).toBeVisible()
  const add = card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' })
  await tabTo(add, 40)
  await desk.keyboard.press('Enter')
  // The focus moves with the card, and its first control is one Tab away.
  await expect(card(desk, 'In Queue', patient)).toBeFocused()
  await expect(card(desk, 'In Queue', patient)).toContainText('Just now')
  await expect(card(desk, 'In Queue', patient).getByRole('button', { name: 'Start' })).toHaveCount(0)
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Tab')
  await expect(card(desk, 'In Queue', patient).getByRole('button', { name: 'Undo' })).toBeFocused()
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('menuitem', { name: 'Reschedule' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(card(desk, 'In Queue', patient).getByRole('button', { name: 'More for' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('menuitem', { name: 'Reschedule' })).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await expect(desk.getByRole('menuitem', { name: 'Print Token' })).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await expect(desk.getByRole('menuitem', { name: 'Admit Patient' })).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Cancel appointment' })
  await expect(dialog).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const more = card(desk, 'In Queue', patient).getByRole('button', { name: 'More for' })
  await expect(more).toBeFocused()

  // Somebody else moves the card that has the focus, and the focus moves with it.
  const start = card(room, 'In Queue', patient).getByRole('button', { name: 'Start' })
  await tabTo(start, 40)
  await room.keyboard.press('Enter')
  await expect(card(desk, 'In Progress', patient)).toBeFocused()
  const complete = card(room, 'In Progress', patient).getByRole('button', { name: 'Complete' })
  await tabTo(complete, 10)
  await room.keyboard.press('Enter')
  await expect(card(desk, 'Completed', patient)).toBeVisible()
  await expect(row(desk, patient)).toContainText('Completed')
  const name = `${patient.lastName.toUpperCase()}, Asha`
  await row(desk, patient).getByRole('link', { name }).press('Enter')
  await expect(desk).toHaveURL(/\/patients\/[\da-f-]{36}$/)
})
