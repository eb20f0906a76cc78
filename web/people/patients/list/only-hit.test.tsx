import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAllergies } from '../../../../contract/clinical/allergies.ts'
import { listAppointments, listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import {
  findLabelledPatient,
  type ListedPatient,
  listPatients,
  readPatient,
  summarizePatients,
} from '../../../../contract/people/patients.ts'
import { listAdmissions, listPatientAdmissions } from '../../../../contract/wards/admissions.ts'
import { patientRecord, site } from '../../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../../testing/show.tsx'

const [thandi, faisal] = [patientRecord({ lastName: 'Zuma' }), patientRecord({ lastName: 'Benali' })]
const none = { items: [], total: 0, nextCursor: null }

/** The list, in which a search finds these. */
async function patientList(found: (search: unknown) => ListedPatient[] | Promise<ListedPatient[]>) {
  const hospital = hospitalFor('receptionist')
  hospital.answer(listPatients, async ({ query: { search } }) => {
    const items = search ? await found(search) : [thandi, faisal]
    return { items, total: items.length, nextCursor: null }
  })
  hospital.answer(summarizePatients, {
    totalPatients: 2,
    newPatients: 1,
    newPatientsSince: '2026-10-25',
    pendingAppointments: 0,
  })
  hospital.answer(readPatient, ({ params }) => (params.id === faisal.id ? faisal : thandi))
  hospital.answer(findLabelledPatient, { ...faisal, formerly: 'MRN4711' })
  for (const list of [listPatientAppointments, listPatientAdmissions, listAllergies])
    hospital.answer(list, none)
  hospital.answer(listAppointments, none)
  hospital.answer(listAdmissions, none)
  const screen = await openScreen('/patients')
  await expect.element(screen.getByRole('row', { name: /Benali/ })).toBeVisible()
  const box = screen.getByRole('searchbox', { name: /^Search patients/ })
  await box.click()
  return { hospital, screen, box }
}
const as = (match: 'exact' | 'part' | 'alike') => ({ ...thandi, found: { match, because: null } })

test('Enter opens the only patient whom the whole of what was typed finds, among others too, as soon as that is the answer to what was typed', async () => {
  const answered = Promise.withResolvers<void>()
  const { hospital } = await patientList(async () => {
    await answered.promise
    return [as('exact'), { ...faisal, found: { match: 'part', because: null } }]
  })
  await userEvent.keyboard('zum{Enter}')
  await expect.poll(() => hospital.sent(listPatients).at(-1)?.query.search).toBe('zum')
  expect(address()).toMatch(/^\/patients\?/)
  answered.resolve()
  await expect.poll(address).toBe(`/patients/${thandi.id}`)
})

test('Enter opens nobody of several, nor one who is only like it or only begins so, nor before more is typed', async () => {
  const { screen, box } = await patientList((search) =>
    search === 'zuna'
      ? [as('alike')]
      : search === 'zum'
        ? [as('part')]
        : search === 'zumar'
          ? [as('exact')]
          : [as('exact'), { ...faisal, found: { match: 'exact', because: null } }],
  )
  await userEvent.keyboard('two{Enter}')
  await expect.poll(address).toBe('/patients?search=two')
  await box.fill('zuna')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('row', { name: /Benali/ })).not.toBeInTheDocument()
  expect(address()).toBe('/patients?search=zuna')
  await box.fill('zum')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/patients?search=zum')
  await expect.element(screen.getByRole('row', { name: /Zuma/ })).toBeVisible()
  expect(address()).toBe('/patients?search=zum')
  // The awaited hit is not wanted any more.
  await box.fill('zuma')
  await userEvent.keyboard('{Enter}r')
  await expect.poll(address).toBe('/patients?search=zumar')
  await expect.element(screen.getByRole('row', { name: /Benali/ })).not.toBeInTheDocument()
  expect(address()).toBe('/patients?search=zumar')
})

test('a scanner’s Enter opens whose label it is, and not the one whom the box finds', async () => {
  const { screen } = await patientList(() => [as('exact')])
  await userEvent.keyboard('zum')
  await expect.element(screen.getByRole('row', { name: /Benali/ })).not.toBeInTheDocument()
  const code = `LTN${site.labelMark}${faisal.id.replaceAll('-', '').toUpperCase()}`
  await userEvent.keyboard(`${code}{Enter}`)
  await expect.poll(address).toMatch(new RegExp(`^/patients/${faisal.id}`))
  await expect.element(screen.getByText(/MRN4711 is now MRN\d+. Print a new wristband/)).toBeVisible()
})
