import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import {
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
} from '../../../../contract/front-desk/appointments.ts'
import { appointmentOf, newId, patientRecord } from '../../../testing/records.ts'
import { address, choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const [tomorrow, far] = ['2026-11-24', '2026-12-02']

async function queueAt(path: string) {
  const hospital = hospitalFor('receptionist')
  const day = [appointmentOf(patientRecord({ lastName: 'Rao' }), { date: tomorrow })]
  hospital.answer(listQueue, [])
  hospital.answer(listAppointmentsOfDay, ({ params }) => (params['date'] === tomorrow ? day : []))
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  const screen = await openScreen(path)
  await expect.element(screen.getByRole('heading', { name: 'All Appointments' })).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  return screen
}

async function pressEnter(on: Locator) {
  const element = on.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}

test('the address says day, filters and order; each filter is cleared by keyboard, and the day stays', async () => {
  // The filter names a doctor who has left, without an appointment on the day.
  const filters = `doctor=${newId()}&status=SCHEDULED,IN_QUEUE`
  const screen = await queueAt(
    `/opd-queue?search=nobody&date=${tomorrow}&${filters}&sort=time&direction=desc`,
  )
  const search = screen.getByRole('searchbox')
  await expect.element(search).toHaveValue('nobody')
  await expect.element(screen.getByRole('button', { name: 'Status: Scheduled, In queue' })).toBeVisible()
  const doctor = screen.getByRole('combobox', { name: 'Filter by doctor' })
  await expect.element(doctor).toHaveValue('One doctor')
  await choose(doctor, 'All')
  await expect.poll(address).not.toContain('doctor=')
  await screen.getByRole('button', { name: /^Status/ }).click()
  await screen.getByRole('checkbox', { name: 'Scheduled' }).click()
  await expect.poll(address).toMatch(/status=IN_QUEUE(&|$)/)
  await userEvent.keyboard('{Escape}')

  // The button is beside the filters, in a column that they empty, and in the table.
  const clear = screen.getByRole('button', { name: 'Clear filters' })
  for (const offered of [clear.first(), clear.nth(1), clear.last()]) {
    await search.fill('nobody is called so')
    await expect.element(screen.getByText('No appointment matches the filters').first()).toBeVisible()
    await pressEnter(offered)
    await expect.element(clear).not.toBeInTheDocument()
    await expect.element(screen.getByRole('main')).toHaveFocus()
  }
  expect(address()).toBe(`/opd-queue?date=${tomorrow}&sort=time&direction=desc`)
  await screen.getByRole('button', { name: 'Time' }).click()
  await expect.poll(address).not.toContain('direction=desc')
})

test('a day is chosen by its buttons and by the calendar, and a booking keeps it', async () => {
  const screen = await queueAt(`/opd-queue?date=${tomorrow}`)
  await pressEnter(screen.getByRole('button', { name: 'Today', exact: true }))
  await expect.poll(address).toBe('/opd-queue')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(address).toBe(`/opd-queue?date=${tomorrow}`)
  await screen.getByRole('button', { name: /choose the day/ }).click()
  await screen.getByRole('button', { name: /^Next month/ }).click()
  await screen.getByRole('button', { name: '2 December 2026', exact: true }).click()
  await expect.poll(address).toBe(`/opd-queue?date=${far}`)
  await screen.getByRole('link', { name: 'New Appointment' }).first().click()
  await expect.element(screen.getByRole('textbox', { name: 'Date' })).toHaveValue('2 Dec 2026')
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(address).toBe(`/opd-queue?date=${far}`)
})
