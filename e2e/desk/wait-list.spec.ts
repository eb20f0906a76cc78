import { expect } from '@playwright/test'
import { call, contextOf, dear, pageOf, test } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'
import { givenHours } from '../screens/calendar.ts'

test('a cancelled place is offered to the one who waits, held on another computer at once, and booked', async ({
  browser,
}) => {
  dear('four accounts')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  const admin = await contextOf(browser, 'admin')
  const date = await hospitalDay(desk, 9)
  await givenHours(admin.request, doctor, date)
  await admin.close()
  const [leaving, waiting] = [await registered(desk), await registered(desk)]
  const { id } = await booked(desk, leaving, doctor, { date, time: '09:15' })

  await desk.goto(`/wait-list?add=true&patient=${waiting.id}&doctor=${doctor.id}`)
  const adding = desk.getByRole('dialog', { name: 'Add to the wait list' })
  await adding.getByRole('button', { name: 'Add to wait list' }).click()
  await expect(adding).toBeHidden()
  // A colleague has the list of this doctor open.
  const colleague = await pageOf(browser, 'receptionist')
  await colleague.goto(`/wait-list?doctor=${doctor.id}`)
  const row = colleague.getByRole('row').filter({ hasText: new RegExp(waiting.lastName, 'i') })
  await expect(row).toContainText('Waiting')

  await desk.goto(`/opd-queue?date=${date}&card=${id}`)
  await desk
    .getByRole('button', { name: new RegExp(`More for .*${leaving.lastName}`) })
    .first()
    .click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  const cancelling = desk.getByRole('dialog', { name: 'Cancel appointment' })
  await cancelling.getByRole('radio', { name: 'Patient cancelled' }).check()
  await cancelling.getByRole('button', { name: /^Cancel .* appointment$/ }).click()
  await expect(cancelling.getByText(/1 patient waits for this place/)).toBeVisible()
  await cancelling.getByRole('link', { name: /^Offer to/ }).click()
  await desk.getByRole('button', { name: /^Offer this place to/ }).click()
  await desk.getByRole('button', { name: 'Hold the place' }).click()
  await expect(desk.getByText('The place is held while the patient is asked.')).toBeVisible()
  await expect(row).toContainText('Held until')

  await row.getByRole('button', { name: /^Book / }).click()
  await expect(colleague.getByText(/ is booked$/)).toBeVisible()
  await expect(desk.getByText('Nobody waits for this place')).toBeVisible()
  const day: { patientId: string; doctorId: string; status: string }[] = await call(
    desk.request,
    'GET',
    `/appointments/days/${date}`,
  )
  expect(day.filter((one) => one.doctorId === doctor.id && one.status === 'SCHEDULED')).toMatchObject([
    { patientId: waiting.id, time: '09:15' },
  ])
})
