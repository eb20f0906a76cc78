import { expect, test } from 'vitest'
import { listPatients, summarizePatients } from '../../../../contract/people/patients.ts'
import { hospitalFor, openScreen } from '../../../testing/show.tsx'

test('the figures above the patients follow what is registered and booked elsewhere', async () => {
  const hospital = hospitalFor('receptionist')
  hospital.answer(listPatients, { items: [], total: 0, nextCursor: null })
  const figures = { totalPatients: 2, newPatients: 1, newPatientsSince: '2026-10-25', pendingAppointments: 3 }
  hospital.answer(summarizePatients, figures)
  const screen = await openScreen('/patients')
  const figure = (label: RegExp, count: string) =>
    expect.element(screen.getByRole('link', { name: label }).getByText(count, { exact: true })).toBeVisible()
  await figure(/^Pending Appointments/, '3')
  await expect.poll(() => hospital.followed('patient-figures')).toBe(true)

  hospital.answer(summarizePatients, { ...figures, totalPatients: 12, pendingAppointments: 4 })
  hospital.tellStale('patient-figures')
  await figure(/^Pending Appointments/, '4')
  await figure(/^Total Patients/, '12')
})
