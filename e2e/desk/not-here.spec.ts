import { expect } from '@playwright/test'
import { dear, pageOf, test } from '../people.ts'
import { booked, card, doctorOf, openQueue, queued, registered, row } from '../queue-people.ts'

test('a patient who does not come when called goes back into the queue, and after the third call has not attended', async ({
  browser,
}) => {
  dear('two people call a patient three times')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await queued(desk, await booked(desk, patient, doctor, { time: '09:00' }))
  for (const page of [desk, room]) await openQueue(page, patient.lastName)
  const start = () =>
    card(room, 'In Queue', patient)
      .getByRole('button', { name: /^Start/ })
      .press('Enter')

  // Both the doctor and the desk can say so.
  for (const [by, said] of [
    [desk, 'Called once'],
    [room, 'Called 2 times'],
  ] as const) {
    await start()
    await card(by, 'In Progress', patient)
      .getByRole('button', { name: /^Not here/ })
      .click()
    for (const page of [desk, room]) await expect(card(page, 'In Queue', patient)).toContainText(said)
  }
  await start()
  const called = card(room, 'In Progress', patient)
  await called.getByRole('button', { name: /^Did not attend/ }).click()
  await expect(row(desk, patient)).toContainText('Did not attend')
  for (const heading of ['In Queue', 'In Progress']) {
    await expect(card(desk, heading, patient)).toHaveCount(0)
  }
  // The person who did it can undo it for half a minute, with the button on the card.
  await called.getByRole('button', { name: /^Undo/ }).click()
  await expect(called.getByRole('button', { name: /^Complete/ })).toBeVisible()
  await expect(row(desk, patient)).toContainText(/In progress/i)
})
