import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  appointmentPeriods,
  type DashboardSummary,
  growthOf,
  readAppointmentStats,
  readBedStats,
  summarizeHospital,
} from '../../../contract/figures/dashboard.ts'
import { listAppointments, listQueue } from '../../../contract/front-desk/appointments.ts'
import { deletePatient, listPatients } from '../../../contract/people/patients.ts'
import { holderOf, may, type Role, roles } from '../../../contract/permissions.ts'
import { listInventoryItems } from '../../../contract/store/items.ts'
import {
  addPurchaseOrder,
  listPurchaseOrders,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { dischargePatient, listAdmissions } from '../../../contract/wards/admissions.ts'
import { changeBed, listBeds, listBedsAt } from '../../../contract/wards/beds.ts'
import { occupancyOf, wards } from '../../../contract/wards/wards.ts'
import { startApp } from '../../testing/app.ts'
import { storyClock } from '../../testing/clock.ts'
import { givenPeople } from '../../testing/every-example.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'
import { type LiveStream, openLive } from '../../testing/live-stream.ts'

/** A fixed Wednesday in the middle of a month, so that the tests don't depend on the day they run. */
const today = '2026-07-15'
const story = storyClock(`${today}T09:00:00Z`)
const app = await startApp({ clock: story.clock })
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, doctor, receptionist: desk, inventory_manager: keeper } = people

/** Fills a hospital in which no two figures are equal. */
beforeAll(async () => {
  await story.set(app, new Date(`${today}T09:00:00Z`))
  const colleague = await app.signIn('doctor')
  const ofToday = async (by = doctor, date = today) => givenAppointment(desk, { doctorId: by.id, date })
  for (const by of [doctor, doctor, colleague]) await ofToday(by)
  const [waiting, begun, seen, gone] = [await ofToday(), await ofToday(), await ofToday(), await ofToday()]
  for (const { id } of [waiting, begun, seen]) await change(desk, { id }, { status: 'IN_QUEUE' })
  for (const { id } of [begun, seen]) await change(doctor, { id }, { status: 'IN_PROGRESS' })
  await change(doctor, { id: seen.id }, { status: 'COMPLETED' })
  await change(desk, { id: gone.id }, { status: 'CANCELLED', cancelReason: 'OTHER' })
  await ofToday(doctor, '2026-07-16')
  // Two patients of yesterday: one still waits, and one did not come.
  const late = await ofToday()
  await change(desk, { id: late.id }, { status: 'IN_QUEUE' })
  const missed = await ofToday()
  await app.asOwner('alter table appointment disable trigger user')
  await app.asOwner(`update appointment set date = date - 1 where id = any ($1)`, [[late.id, missed.id]])
  await app.asOwner('alter table appointment enable trigger user')

  const beds = await Promise.all(
    ['GENERAL', 'GENERAL', 'GENERAL', 'ICU', 'ICU'].map((ward) => givenBed(admin, { ward: ward as 'ICU' })),
  )
  for (const [index, bed] of beds.slice(0, 3).entries()) {
    const doctorId = index === 2 ? colleague.id : doctor.id
    await admit(desk, { bedId: bed.id, doctorId, admissionDate: `2026-07-${10 + index}T08:00:00Z` })
  }
  await admin.call(changeBed, { params: { id: beds[3]?.id ?? '' }, body: { status: 'MAINTENANCE' } })
  await app.asOwner(`update bed set created_at = '2026-01-01'`)

  // Registered over three months; one record has been retired.
  const retired = await givenPatient(desk)
  await admin.call(deletePatient, one(retired))
  const [old, middle] = [await givenPatient(desk), await givenPatient(desk)]
  const registered = (id: string, at: string) =>
    app.asOwner('update patient set created_at = $2 where id = $1', [id, at])
  await app.asOwner(`update patient set created_at = '2026-07-02'`)
  await registered(old.id, '2026-05-01')
  await registered(middle.id, '2026-06-20')

  const supplier = await givenSupplier(keeper)
  const items = await Promise.all(Array.from({ length: 4 }, () => givenItem(keeper)))
  for (const item of items.slice(0, 2)) await move(keeper, item, { kind: 'ISSUE', quantity: 95, ward: 'ICU' })
  const order = async () => {
    const lines = [{ inventoryItemId: items[0]?.id ?? '', quantity: 5, cost: 1 }]
    return (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  }
  const orders = [await order(), await order(), await order()]
  await keeper.call(sendPurchaseOrder, one(orders[0] ?? { id: '' }))
})

/** The number of rows in the list that each figure's link opens, read as a screen reads it. */
const lists: Partial<Record<keyof DashboardSummary, (somebody: typeof admin) => Promise<number>>> = {
  totalPatients: async (by) => rowsOf(await by.call(listPatients, { query: { limit } })),
  newPatients: async (by) => {
    const registeredSince = (await summaryOf(by)).newPatientsSince ?? undefined
    return rowsOf(await by.call(listPatients, { query: { registeredSince, limit } }))
  },
  patientsThisMonth: async (by) =>
    rowsOf(await by.call(listPatients, { query: { registeredSince: '2026-07-01', limit } })),
  appointmentsToday: (by) => onBoard(by, 'SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'),
  scheduled: (by) => onBoard(by, 'SCHEDULED'),
  inQueue: (by) => onBoard(by, 'IN_QUEUE'),
  inQueueFromEarlier: async (by) =>
    (await by.call(listQueue)).body.filter(({ status, date }) => status === 'IN_QUEUE' && date < today)
      .length,
  inProgress: (by) => onBoard(by, 'IN_PROGRESS'),
  availableBeds: async (by) => occupancyOf((await by.call(listBeds)).body).available,
  occupiedBeds: async (by) => occupancyOf((await by.call(listBeds)).body).occupied,
  maintenanceBeds: async (by) => occupancyOf((await by.call(listBeds)).body).maintenance,
  totalItems: async (by) => rowsOf(await by.call(listInventoryItems, { query: { limit } })),
  lowStockItems: async (by) =>
    rowsOf(await by.call(listInventoryItems, { query: { lowStock: 'true', limit } })),
  draftOrders: async (by) => rowsOf(await by.call(listPurchaseOrders, { query: { status: 'DRAFT', limit } })),
  sentOrders: async (by) => rowsOf(await by.call(listPurchaseOrders, { query: { status: 'SENT', limit } })),
}

/** More rows than any list here has. Rows are counted, because a list's total can share the figure's fault. */
const limit = 200

function rowsOf({ body }: { body: { items: readonly unknown[] } }): number {
  return body.items.length
}

async function summaryOf(by: typeof admin): Promise<DashboardSummary> {
  return (await by.call(summarizeHospital)).body
}

async function onBoard(by: typeof admin, ...statuses: string[]): Promise<number> {
  return (await by.call(listQueue)).body.filter(({ status }) => statuses.includes(status)).length
}

type Figure = keyof DashboardSummary
const stockFigures = ['totalItems', 'lowStockItems', 'draftOrders', 'sentOrders']
const visitFigures = ['appointmentsToday', 'scheduled', 'inQueue', 'inQueueFromEarlier', 'inProgress']
/** The figures that each role sees: a store keeper none of patients, a doctor none of the store. */
const seen: Record<Role, (figure: string) => boolean> = {
  admin: () => true,
  receptionist: () => true,
  doctor: (figure) => !stockFigures.includes(figure),
  nurse: (figure) => ![...visitFigures, ...stockFigures].includes(figure),
  pharmacist: (figure) => !visitFigures.includes(figure),
  inventory_manager: (figure) => stockFigures.includes(figure),
}

function countedFor(role: Role): Figure[] {
  return (Object.keys(lists) as Figure[]).filter(seen[role])
}

describe.each(roles)('the dashboard of %s', (role) => {
  test.each(countedFor(role))('%s is what its list counts', async (figure) => {
    expect(await isCounted(people[role], figure)).toBe(true)
  })

  test('says nothing of what the role may not see', async () => {
    const summary = await summaryOf(people[role])
    const hidden = (Object.keys(lists) as Figure[]).filter((figure) => !countedFor(role).includes(figure))
    expect(hidden.map((figure) => summary[figure])).toEqual(hidden.map(() => null))
  })

  test('names patients to those who may see them', async () => {
    const { recentAdmissions, upcomingAppointments } = await summaryOf(people[role])
    expect(recentAdmissions?.length ?? 0).toBe(may(holderOf(role), 'bed.view') ? 3 : 0)
    expect(upcomingAppointments?.length ?? 0).toBe(may(holderOf(role), 'appointment.view') ? 3 : 0)
  })
})

/** Whether a figure is sent, and equals the count of its list. */
async function isCounted(by: typeof admin, figure: Figure): Promise<boolean> {
  const told = (await summaryOf(by))[figure]
  return told !== null && told === (await lists[figure]?.(by))
}

test('a figure that has lost count is found, and no other', async () => {
  const wrongWithin = async (statement: string) => {
    const before = await app.asOwner(statement)
    expect(before).toEqual([])
    const wrong: Figure[] = []
    for (const figure of countedFor('admin')) if (!(await isCounted(admin, figure))) wrong.push(figure)
    return wrong
  }
  expect(await wrongWithin('update patient_tally set current = current + 1')).toEqual(['totalPatients'])
  expect(await wrongWithin('update patient_tally set current = current - 1')).toEqual([])
  const store = (change: string) =>
    `update store_tally set low = low ${change}, items = items ${change} where category = 'MEDICINE'`
  expect(await wrongWithin(store('+ 1'))).toEqual(['totalItems', 'lowStockItems'])
  expect(await wrongWithin(store('- 1'))).toEqual([])
})

test('no figure of this hospital is nothing, so that none agrees by chance', async () => {
  const {
    recentAdmissions: _,
    upcomingAppointments: __,
    newPatientsSince: ___,
    ...figures
  } = await summaryOf(admin)
  expect(Object.entries(figures).filter(([, figure]) => Number(figure) === 0)).toEqual([])
  expect(growthOf(figures as never)).toBeCloseTo((Number(figures.patientsThisMonth) / 2) * 100, 1)
})

test('patients have grown by nothing that can be said where there were none before', () => {
  expect(growthOf({ totalPatients: 7, patientsThisMonth: 7 })).toBeNull()
  expect(growthOf({ totalPatients: 1000, patientsThisMonth: 0 })).toBe(0)
  expect(growthOf({ totalPatients: 1043, patientsThisMonth: 43 })).toBe(4.3)
})

test('a doctor’s own figures are what the lists of their own hold', async () => {
  const query = { status: 'active', doctorId: doctor.id } as const
  const { total, items } = (await doctor.call(listAdmissions, { query })).body
  const beds = (await doctor.call(listBeds)).body.filter(({ doctorId }) => doctorId === doctor.id)
  expect(total).toBe(2)
  expect(beds.map(({ admissionId }) => admissionId).sort()).toEqual(items.map(({ id }) => id).sort())
})

test.each(appointmentPeriods)('each of the last %i days is what its list counts', async (days) => {
  const { daily } = (await doctor.call(readAppointmentStats, { query: { days } })).body
  expect(daily).toHaveLength(days)
  expect(daily.at(-1)?.day).toBe(today)
  const status = 'SCHEDULED,IN_QUEUE,IN_PROGRESS,COMPLETED'
  for (const { day, count } of daily.slice(-3)) {
    const list = await doctor.call(listAppointments, { query: { from: day, to: day, status, limit } })
    expect([day, Number(count)]).toEqual([day, rowsOf(list)])
  }
  // A patient who still waits from yesterday is on today's board, but counts as yesterday's.
  expect((await summaryOf(doctor)).inQueueFromEarlier).toBe(1)
  expect(daily.slice(-2).map(({ count }) => count)).toEqual(['2', '6'])
  const [first] = daily
  const period = await doctor.call(listAppointments, { query: { from: first?.day ?? '', to: today, status } })
  expect(daily.reduce((sum, { count }) => sum + Number(count), 0)).toBe(period.body.total)
})

test('each ward’s beds are what the board counts, now and at noon of a past day', async () => {
  const now = (await desk.call(readBedStats)).body
  const board = (await desk.call(listBeds)).body
  for (const ward of wards) {
    const { available, occupied, maintenance } = occupancyOf(board.filter((bed) => bed.ward === ward))
    expect(now[ward]).toEqual({ available, occupied, maintenance })
  }
  const then = (await desk.call(readBedStats, { query: { daysAgo: 7 } })).body
  const past = (await desk.call(listBedsAt, { params: { moment: '2026-07-08T12:00:00Z' } })).body
  expect(then.GENERAL).toEqual({ available: 3, occupied: 0, maintenance: null })
  const yesterday = (await desk.call(readBedStats, { query: { daysAgo: 1 } })).body
  const lay = (await desk.call(listBedsAt, { params: { moment: '2026-07-14T12:00:00Z' } })).body
  for (const ward of wards) {
    const [before, later] = [past, lay].map((beds) => {
      const ofWard = beds.filter((bed) => bed.ward === ward)
      const occupied = ofWard.filter(({ patient }) => patient).length
      return { available: ofWard.length - occupied, occupied, maintenance: null }
    })
    expect([then[ward], yesterday[ward]]).toEqual([before, later])
  }
  expect(yesterday.GENERAL?.occupied).toBe(3)
})

describe('a dashboard that is open', () => {
  const followed = {
    admin: ['patients', 'appointments', 'days', 'beds', 'stock'],
    keeper: ['stock'],
  }
  let streams: Record<'admin' | 'keeper', LiveStream>
  const last = (part: string, of: 'admin' | 'keeper' = 'admin') => streams[of].put(`dashboard-${part}`).at(-1)
  beforeAll(async () => {
    const open = (by: typeof admin, parts: string[]) =>
      openLive(app.url, by, ...parts.map((part) => `dashboard-${part}`))
    streams = { admin: await open(admin, followed.admin), keeper: await open(keeper, followed.keeper) }
  })
  afterAll(() => Object.values(streams).forEach((stream) => stream.close()))

  test('is told the new figures themselves, as far as something changed that they count', async () => {
    const before = await summaryOf(admin)
    const patient = await givenPatient(desk)
    await vi.waitFor(() =>
      expect(last('patients')).toMatchObject({ totalPatients: Number(before.totalPatients) + 1 }),
    )
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today, patientId: patient.id })
    await vi.waitFor(() => expect(last('days')).toEqual({ id: today, count: 7 }))
    expect(last('appointments')).toMatchObject({
      appointmentsToday: Number(before.appointmentsToday) + 1,
      scheduled: Number(before.scheduled) + 1,
    })
    await change(desk, { id: booked.id }, { status: 'IN_QUEUE' })
    await vi.waitFor(() =>
      expect(last('appointments')).toMatchObject({ inQueue: Number(before.inQueue) + 1 }),
    )
    const bed = await givenBed(admin)
    const { id } = (await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })).body
    await vi.waitFor(() =>
      expect(last('beds')).toMatchObject({ occupiedBeds: Number(before.occupiedBeds) + 1 }),
    )
    await desk.call(dischargePatient, { params: { id }, body: { destination: 'HOME' } })
    await vi.waitFor(() =>
      expect(last('beds')).toMatchObject({
        occupiedBeds: Number(before.occupiedBeds),
        availableBeds: Number(before.availableBeds) + 1,
      }),
    )
    // A change that no figure counts sends nothing.
    const told = streams.admin.events.length
    await givenAppointment(desk, { doctorId: doctor.id, date: '2026-09-01' })
    const item = await givenItem(keeper)
    await vi.waitFor(() => expect(last('stock')?.totalItems).toBe(Number(before.totalItems) + 1))
    const since = streams.admin.events.slice(told).map((event) => ('scope' in event ? event.scope : ''))
    expect(since).not.toContain('dashboard-appointments')
    expect(since).not.toContain('dashboard-days')
    await move(keeper, item, { kind: 'ISSUE', quantity: 95, ward: 'ICU' })
    await vi.waitFor(() =>
      expect(last('stock', 'keeper')?.lowStockItems).toBe(Number(before.lowStockItems) + 1),
    )
    expect(JSON.stringify(streams.keeper.events)).not.toContain(patient.id)
  })

  test('is told the sum of many changes, a few times a second', async () => {
    const told = streams.admin.put('dashboard-patients').length
    const before = Number((await summaryOf(admin)).totalPatients)
    const began = performance.now()
    for (let made = 0; made < 60; made += 6) {
      await Promise.all(Array.from({ length: 6 }, () => givenPatient(desk)))
    }
    await vi.waitFor(() => expect(last('patients')?.totalPatients).toBe(before + 60))
    const passed = performance.now() - began
    // An event at once, one after each pause, and one that is under way.
    expect(streams.admin.put('dashboard-patients').length - told).toBeLessThanOrEqual(passed / 250 + 2)
  })

  test('follows nothing that its role may not see', async () => {
    for (const part of ['patients', 'appointments', 'days', 'beds']) {
      await expect(openLive(app.url, keeper, `dashboard-${part}`)).rejects.toThrow('"forbidden"')
    }
    await expect(openLive(app.url, doctor, 'dashboard-stock')).rejects.toThrow('"forbidden"')
  })

  test('is answered from one snapshot for all of its role, and never from another’s', async () => {
    const { asOf } = await openLive(app.url, admin, 'dashboard-patients')
    const read = async (by: typeof admin) =>
      by.send('GET', '/api/dashboard/summary', {
        headers: { 'lantern-as-of': String(asOf['dashboard-patients']) },
      })
    const [first, second, ofKeeper] = [await read(admin), await read(admin), await read(keeper)]
    expect(first.headers.get('etag')).toBeTruthy()
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(ofKeeper.body).toMatchObject({ totalPatients: null, recentAdmissions: null })
    expect(first.body).toEqual(await summaryOf(admin))
  })
})
