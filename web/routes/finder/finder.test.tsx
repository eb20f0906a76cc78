import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAdmissions, listPatientAdmissions } from '../../../contract/admissions.ts'
import { listAppointments, listPatientAppointments } from '../../../contract/appointments.ts'
import { listBeds } from '../../../contract/beds.ts'
import { listAllergies } from '../../../contract/clinical/allergies.ts'
import { listInventoryItems } from '../../../contract/inventory-items.ts'
import { type ListedPatient, listPatients, previewMrn, readPatient } from '../../../contract/patients.ts'
import { recentsPrefix } from '../../client/recents.ts'
import { patientRecord } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const code = vi.hoisted(() => ({ sent: Promise.resolve() }))
vi.mock('./FinderDialog.tsx', async (importOriginal) => {
  await code.sent
  return importOriginal()
})

const thandi = patientRecord({ firstName: 'Thandi', lastName: 'Zuma', mrn: 'MRN1251' })
const faisal = patientRecord({ firstName: 'Faisal', lastName: 'Benali' })
const found = (patient: typeof thandi, match: 'exact' | 'part' | 'alike', because: string | null = null) => ({
  ...patient,
  found: { match, because },
})

/** A screen, and a search that finds these. */
async function searching(hits: ListedPatient[]) {
  const hospital = hospitalFor('receptionist')
  const page = { total: 0, nextCursor: null }
  hospital.answer(previewMrn, { mrn: 'MRN77' })
  hospital.answer(listPatients, ({ query }) =>
    query.search ? { items: hits, ...page, total: hits.length } : { items: [], ...page },
  )
  hospital.answer(listAppointments, { items: [], ...page })
  hospital.answer(listAdmissions, { items: [], ...page })
  for (const list of [listPatientAppointments, listPatientAdmissions, listAllergies]) {
    hospital.answer(list, { items: [], ...page })
  }
  hospital.answer(listBeds, [])
  hospital.answer(listInventoryItems, { items: [], ...page })
  hospital.answer(readPatient, ({ params }) => (params.id === faisal.id ? faisal : thandi))
  const screen = await openScreen('/patients/new')
  await expect.element(screen.getByRole('button', { name: 'Save Patient' })).toBeVisible()
  return {
    hospital,
    screen,
    marked: () => document.querySelectorAll('[data-finder] [role=option][aria-selected=true]').length,
  }
}

test('a scanner’s burst of keys opens whose number it is, though the code of the search comes late', async () => {
  const { hospital, screen } = await searching([found(thandi, 'exact', 'MRN is MRN1251')])
  localStorage.setItem(recentsPrefix + hospital.me.id, JSON.stringify([{ kind: 'patients', id: faisal.id }]))
  const { promise, resolve } = Promise.withResolvers<void>()
  code.sent = promise
  await userEvent.keyboard('{Control>}k{/Control}MRN1251{Enter}')
  resolve()
  await expect.poll(address).toBe(`/patients/${thandi.id}`)
  expect(hospital.sent(listPatients).map(({ query }) => query.search)).toEqual(['MRN1251'])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('nobody is marked for Enter unless only they were found by the whole of what was typed', async () => {
  const hits = [found(faisal, 'exact', 'phone ends 0142'), found(thandi, 'exact', 'phone ends 0142')]
  const { screen, marked } = await searching(hits)
  await userEvent.keyboard('{Control>}k{/Control}')
  const options = screen.getByRole('group', { name: 'Patients' }).getByRole('option')
  await screen.getByRole('combobox', { name: 'Search Lantern' }).fill('0142')
  await expect.element(options.first()).toMatchTextContent('phone ends 0142')
  await expect.element(screen.getByText(/Choose one with the arrow keys/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect([address(), marked()]).toEqual(['/patients/new', 0])

  for (const match of ['part', 'alike'] as const) {
    hits.splice(0, 2, found(thandi, match))
    await screen.getByRole('combobox', { name: 'Search Lantern' }).fill(`zum${match}`)
    await expect.element(screen.getByText(/^1 result. Choose one/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect([address(), marked()]).toEqual(['/patients/new', 0])
  }

  hits.splice(0, 1, found(faisal, 'part'), found(thandi, 'exact'))
  await screen.getByRole('combobox', { name: 'Search Lantern' }).fill('zuma')
  await expect.poll(marked).toBe(1)
  await expect.element(screen.getByText(/Press Enter to open the highlighted one/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/patients/${thandi.id}`)
})
