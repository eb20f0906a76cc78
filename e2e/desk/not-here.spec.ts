import { expect } from '@playwright/test'
import { pageOf, test } from '../people.ts'
import { booked, card, doctorOf, openQueue, queued, registered, row } from '../queue-people.ts'

test('a patient who does not come when called goes back into the queue, and after the third call has not attended', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  await queued(desk, await booked(desk, patient, doctor, { time: '09:00' }))
  for (const page of [desk, room]) await openQueue(page, patient.lastName)
  const start = () =>
    card(room, 'In Queue', patient)
      .getByRole('button', { name: /^Start/ })
      .press('Enter')

  // Either of them can say so.
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
  await expect(card(desk, 'In Queue', patient)).toHaveCount(0)
  await expect(card(desk, 'In Progress', patient)).toContainText('Did not attend')
  // Who comes after all is seen, as long as the step can be undone.
  await room.getByRole('button', { name: /^Undo/ }).first().click()
  await expect(called.getByRole('button', { name: /^Complete/ })).toBeVisible()
  await expect(row(desk, patient)).toContainText('In Progress')
})
