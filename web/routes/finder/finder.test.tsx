import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAllergies } from '../../../contract/clinical/allergies.ts'
import {
  listAppointments,
  listPatientAppointments,
  listQueue,
} from '../../../contract/front-desk/appointments.ts'
import { type ListedPatient, listPatients, readPatient } from '../../../contract/people/patients.ts'
import { previewMrn } from '../../../contract/people/registration.ts'
import { listStaff } from '../../../contract/people/staff.ts'
import type { Role } from '../../../contract/permissions.ts'
import { listAvailability, listInventoryItems } from '../../../contract/store/items.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { listAdmissions, listPatientAdmissions } from '../../../contract/wards/admissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { recentsPrefix } from '../../ground/client/recents.ts'
import {
  appointmentOf,
  itemRecord,
  mehta,
  patientRecord,
  purchaseOrder,
  staffMember,
  today,
} from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const code = vi.hoisted(() => ({ sent: Promise.resolve() }))
vi.mock('./FinderDialog.tsx', async (importOriginal) => {
  await code.sent
  return importOriginal()
})

const thandi = patientRecord({ firstName: 'Thandi', lastName: 'Zuma', mrn: 'MRN1251' })
const faisal = patientRecord({ firstName: 'Faisal', lastName: 'Benali' })
const order = purchaseOrder({ number: 'PO1099' })
const found = (patient: typeof thandi, match: 'exact' | 'part' | 'alike', because: string | null = null) => ({
  ...patient,
  found: { match, because },
})

/** A screen, and a search that finds these patients and nothing else. */
async function searching(hits: ListedPatient[], role: Role = 'receptionist', hasSchedules = false) {
  const hospital = hospitalFor(role, { hasSchedules })
  const page = { total: 0, nextCursor: null }
  hospital.answer(previewMrn, { mrn: 'MRN77' })
  hospital.answer(listPatients, ({ query }) =>
    query.search ? { items: hits, ...page, total: hits.length } : { items: [], ...page },
  )
  for (const list of [
    listAppointments,
    listAdmissions,
    listInventoryItems,
    listPurchaseOrders,
    listAvailability,
  ]) {
    hospital.answer(list, { items: [], ...page })
  }
  for (const list of [listPatientAppointments, listPatientAdmissions, listAllergies]) {
    hospital.answer(list, { items: [], ...page })
  }
  hospital.answer(listQueue, [])
  hospital.answer(listBeds, [])
  hospital.answer(listStaff, [])
  hospital.answer(readPatient, ({ params }) => (params.id === faisal.id ? faisal : thandi))
  const screen = await openScreen('/beds')
  await expect.element(screen.getByRole('heading', { name: 'Bed Management' })).toBeVisible()
  const box = screen.getByRole('combobox', { name: 'Search Lantern' })
  return {
    hospital,
    screen,
    box,
    options: (group: string) => screen.getByRole('group', { name: group }).getByRole('option'),
    marked: () => document.querySelectorAll('[data-finder] [role=option][aria-selected=true]').length,
    async seek(text: string) {
      if (!box.query()) await userEvent.keyboard('{Control>}k{/Control}')
      await box.fill(text)
    },
  }
}

test('a scanner’s burst of keys opens whose number it is, though the code of the search comes late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  code.sent = promise
  const { hospital, screen } = await searching([found(thandi, 'exact', 'MRN is MRN1251')])
  localStorage.setItem(recentsPrefix + hospital.me.id, JSON.stringify([{ kind: 'patients', id: faisal.id }]))
  await userEvent.keyboard('{Control>}k{/Control}MRN1251{Enter}')
  resolve()
  await expect.poll(address).toBe(`/patients/${thandi.id}`)
  // Another file may have loaded the code: a slow machine then asks for the first letters, too.
  expect(hospital.sent(listPatients).at(-1)?.query.search).toBe('MRN1251')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('nobody is marked for Enter unless only they were found by the whole of what was typed', async () => {
  const hits: Record<string, ListedPatient[]> = {
    '0142': [found(faisal, 'exact', 'phone ends 0142'), found(thandi, 'exact', 'phone ends 0142')],
    zumpart: [found(thandi, 'part')],
    zumalike: [found(thandi, 'alike')],
    zuma: [found(faisal, 'part'), found(thandi, 'exact')],
  }
  const { hospital, screen, marked } = await searching([])
  hospital.answer(listPatients, ({ query }) => {
    const items = (typeof query.search === 'string' && hits[query.search]) || []
    return { items, total: items.length, nextCursor: null }
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  const options = screen.getByRole('group', { name: 'Patients' }).getByRole('option')
  await screen.getByRole('combobox', { name: 'Search Lantern' }).fill('0142')
  await expect.element(options.first()).toMatchTextContent('phone ends 0142')
  await expect.element(screen.getByText(/Use the arrow keys to choose/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect([address(), marked()]).toEqual(['/beds', 0])

  for (const typed of ['zumpart', 'zumalike']) {
    await screen.getByRole('combobox', { name: 'Search Lantern' }).fill(typed)
    await expect.poll(() => hospital.sent(listPatients).at(-1)?.query.search).toBe(typed)
    await expect.element(screen.getByText('1 result. Use the arrow keys to choose.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect([address(), marked()]).toEqual(['/beds', 0])
  }

  await screen.getByRole('combobox', { name: 'Search Lantern' }).fill('zuma')
  await expect.poll(marked).toBe(1)
  await expect.element(screen.getByText(/Press Enter to open\./)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/patients/${thandi.id}`)
})

test('the search stays where it is, and as high, whatever it finds', async () => {
  const { screen, box, options, seek } = await searching([found(thandi, 'part')])
  const place = () => {
    const { x, y, width, height } = screen.getByRole('dialog').element().getBoundingClientRect()
    return [x, y, width, height].map(Math.round)
  }
  await seek('')
  await expect.element(options('Screens and actions').first()).toBeVisible()
  const before = [place(), box.element().getBoundingClientRect().top]
  await seek('zu')
  await expect.element(options('Patients')).toBeVisible()
  expect([place(), box.element().getBoundingClientRect().top]).toEqual(before)
  await seek('#9')
  await expect.element(screen.getByText('No results for “#9”.')).toBeVisible()
  expect([place(), box.element().getBoundingClientRect().top]).toEqual(before)
})

test('what is found late comes in below what is there, and the last ones have their place', async () => {
  const { hospital, options, seek, screen } = await searching([])
  localStorage.setItem(recentsPrefix + hospital.me.id, JSON.stringify([{ kind: 'patients', id: faisal.id }]))
  const read = Promise.withResolvers<void>()
  hospital.answer(readPatient, async () => {
    await read.promise
    return faisal
  })
  await seek('')
  const top = () => screen.getByRole('option', { name: 'OPD Queue' }).element().getBoundingClientRect().top
  await expect.element(screen.getByRole('option', { name: 'OPD Queue' })).toBeVisible()
  const before = top()
  expect(hospital.sent(readPatient)).toHaveLength(1)
  read.resolve()
  await expect.element(options('Recent')).toMatchTextContent('BENALI, Faisal')
  expect(top()).toBe(before)
  // The latest come first.
  expect(screen.getByRole('option').first().element()).toBe(options('Recent').element())

  const answered = Promise.withResolvers<void>()
  hospital.answer(listPatients, async () => {
    await answered.promise
    return { items: [found(thandi, 'part')], total: 1, nextCursor: null }
  })
  hospital.answer(listInventoryItems, {
    items: [itemRecord({ name: 'Zumatin' })],
    total: 1,
    nextCursor: null,
  })
  await seek('zum')
  await expect.poll(() => hospital.sent(listInventoryItems).length).toBe(1)
  await expect.element(screen.getByText('Searching…')).toBeVisible()
  expect(screen.getByRole('option').elements()).toEqual([])
  answered.resolve()
  await expect.element(options('Items')).toBeVisible()
  expect(
    screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('ZUMA'), 'Zumatin'])
})

test('where nobody is found, whoever may registers by the name that was typed, or books', async () => {
  const hits: ListedPatient[] = []
  const { screen, box, options, seek, marked } = await searching(hits)
  await seek('zubin patel')
  await expect.element(screen.getByText('No results for “zubin patel”.')).toBeVisible()
  await expect.element(options('Actions').nth(1)).toMatchTextContent('Book an appointment')
  // Enter alone starts nothing.
  await userEvent.keyboard('{Enter}')
  expect([address(), marked()]).toEqual(['/beds', 0])

  // One who is only like them does not keep them from being registered; what is no name can’t be.
  hits.push(found(thandi, 'alike'))
  await seek('zubin patil')
  await expect.element(screen.getByText('1 result. Use the arrow keys to choose.')).toBeVisible()
  await expect.element(options('Actions').first()).toMatchTextContent('Register “Zubin Patil”')
  hits.splice(0)
  await seek('MRN99')
  await expect.element(screen.getByText('No results for “MRN99”.')).toBeVisible()
  await expect.element(options('Actions').first()).not.toBeInTheDocument()

  await box.fill('zubin patel')
  await expect.element(options('Actions').first()).toMatchTextContent('Register “Zubin Patel”')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(address).toBe('/patients/new?called=zubin+patel')
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Zubin')
  await expect.element(screen.getByRole('textbox', { name: 'Last name' })).toHaveValue('Patel')
})

test('a doctor, who registers nobody, is offered to book alone', async () => {
  const { options, seek } = await searching([], 'doctor')
  await seek('zubin patel')
  await expect.element(options('Actions')).toMatchTextContent('Book an appointment')
})

test('a number of today’s queue and one of an order are found by one request each, and open with Enter', async () => {
  const { hospital, screen, options, seek } = await searching([])
  const turn = appointmentOf(thandi, { queueNumber: 57, status: 'IN_QUEUE' })
  hospital.answer(listAppointments, ({ query }) => {
    const items = query.queueNumber === '57' && query.from === today && query.to === today ? [turn] : []
    return { items, total: items.length, nextCursor: null }
  })
  const asked = hospital.calls.length
  await seek('#57')
  await expect.element(options('Today’s queue')).toMatchTextContent(/^#57ZUMA, Thandi/)
  expect(hospital.calls.slice(asked).map(({ endpoint }) => endpoint.name)).toEqual(['listAppointments'])
  hospital.answer(listQueue, [turn])
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/opd-queue')
  // The focus moves to their card.
  await expect.poll(() => document.activeElement?.textContent).toContain('ZUMA, Thandi')

  hospital.answer(listPurchaseOrders, { items: [order], total: 1, nextCursor: null })
  hospital.answer(readPurchaseOrder, order)
  await seek('po1099')
  await expect.element(options('Purchase orders')).toMatchTextContent('PO1099Acme, Sent')
  expect(hospital.sent(listPurchaseOrders).map(({ query }) => query.search)).toEqual(['po1099'])
  expect(hospital.sent(listPatients).filter(({ query }) => query.search)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/purchase-orders/${order.id}`)
  await expect.element(screen.getByRole('heading', { name: /PO1099/ })).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('an administrator finds an account', async () => {
  const { hospital, options, seek } = await searching([], 'admin')
  const member = staffMember('Petra', 'Lindqvist')
  hospital.answer(listStaff, [member, staffMember('Ada', 'Berg')])
  await seek('lindq')
  await expect.element(options('Staff')).toMatchTextContent(`Petra Lindqvist${member.email}`)
  await options('Staff').click()
  await expect.poll(address).toContain(`/staff?search=${encodeURIComponent(member.email)}`)
})

test('hours, absences and the calendar are found by the words that people type, and a doctor’s name leads to her week', async () => {
  const { options, seek, screen } = await searching([], 'receptionist', true)
  for (const [typed, label] of [
    ['leave', 'Absences'],
    ['public holiday', 'Absences'],
    ['rota', 'Doctors’ Hours'],
    ['diary', 'Calendar'],
  ] as const) {
    await seek(typed)
    await expect.element(options('Screens and actions').first()).toMatchTextContent(label)
  }
  await seek('mehta')
  await expect.element(options('Doctors’ weeks')).toMatchTextContent('Dr Anika MehtaCalendar')
  await options('Doctors’ weeks').click()
  await expect.poll(address).toBe(`/calendar/doctors/${mehta.id}`)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
