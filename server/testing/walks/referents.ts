import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Referent, referents, refersTo } from '../../../contract/api/references.ts'
import { closeClinic } from '../../../contract/people/clinics.ts'
import { editIdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { retirePayer } from '../../../contract/people/payers.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import type { Role } from '../../../contract/permissions.ts'
import { deleteInventoryItem } from '../../../contract/store/items.ts'
import { readPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { listBatches } from '../../../contract/store/stock.ts'
import { deleteStorageLocation } from '../../../contract/store/storage-locations.ts'
import { deleteSupplier } from '../../../contract/store/suppliers.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { changeBed, deleteBed } from '../../../contract/wards/beds.ts'
import { closeUnit } from '../../../contract/wards/unit-changes.ts'
import { offerRoles, type TestApp } from '../app.ts'
import { ifMatch } from '../client.ts'
import { utcToday } from '../days.ts'
import { type Example, one, type People } from '../example.ts'
import { admit } from '../factories/admissions.ts'
import { givenAppointment } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { givenClinic } from '../factories/clinics.ts'
import { givenItem } from '../factories/items.ts'
import { givenSystem } from '../factories/patients/identifiers.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { givenPayer } from '../factories/patients/payers.ts'
import { givenOrder } from '../factories/purchase-orders.ts'
import { givenLocation } from '../factories/storage-locations.ts'
import { givenSupplier } from '../factories/suppliers.ts'
import { givenUnit } from '../factories/units.ts'
import { type Field, fieldsOf } from './fields.ts'

/** The place of an id in a body. */
export interface Reference extends Pick<Field, 'path' | 'form'> {
  /** Null where the contract does not say what the id refers to. */
  referent: string | null
}

/** Every id in a schema of what is sent. */
export function referencesOf(body: z.ZodType): Reference[] {
  return fieldsOf(body).flatMap(({ path, form, schema }) => {
    const said: unknown = Reflect.get(schema, refersTo)
    const isId = schema.format === 'uuid' || schema.format === 'guid' || said !== undefined
    return isId ? [{ path, form, referent: typeof said === 'string' ? said : null }] : []
  })
}

export function isReferent(name: string | null): name is Referent {
  return name !== null && Object.hasOwn(referents, name)
}

/** The kinds of record whose ids can be sent, also kinds that no body refers to. */
type Kind =
  | Referent
  | 'contact'
  | 'coverage'
  | 'appointment'
  | 'admission'
  | 'purchaseOrder'
  | 'shift'
  | 'department'
  | 'identifier'

/** An id that must be refused, and what it is the id of. */
export interface BadId {
  why: string
  id: string
}

/** The kind of record by the first part of its address. */
export const kindAt: Partial<Record<string, Kind>> = {
  patients: 'patient',
  contacts: 'contact',
  payers: 'payer',
  coverage: 'coverage',
  appointments: 'appointment',
  admissions: 'admission',
  beds: 'bed',
  units: 'unit',
  inventory: 'inventoryItem',
  'purchase-orders': 'purchaseOrder',
  suppliers: 'supplier',
  'storage-locations': 'storageLocation',
  clinics: 'clinic',
  shifts: 'shift',
  departments: 'department',
  'identifier-systems': 'identifierSystem',
  identifiers: 'identifier',
  staff: 'staff',
}

/** One good id of every kind, and every kind of id that was good once. */
export async function givenIds(app: TestApp, people: People) {
  const { admin, receptionist: desk, inventory_manager: keeper, doctor } = people
  const item = await givenItem(keeper)
  const order = await givenOrder(keeper, { isSent: true })
  const bed = await givenBed(admin)
  const patient = await givenPatient(desk)
  const admission = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })).body
  const good = {
    patient: patient.id,
    doctor: (await app.signIn('doctor')).id,
    bed: bed.id,
    unit: (await givenUnit(admin)).id,
    inventoryItem: item.id,
    batch: await batchOf(item.id),
    supplier: (await givenSupplier(keeper)).id,
    storageLocation: (await givenLocation(keeper)).id,
    clinic: (await givenClinic(admin)).id,
    identifierSystem: (await givenSystem(admin)).id,
    payer: (await givenPayer(admin)).id,
    purchaseOrderLine: order.lines[0]?.id ?? '',
    appointment: (await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })).id,
    admission: admission.id,
    purchaseOrder: order.id,
    staff: desk.id,
  } satisfies Partial<Record<Kind, string>>

  /** Records that are no longer what the reference asks for. */
  const gone: Partial<Record<Kind, BadId[]>> = {
    patient: [{ why: 'a deleted patient', id: await deletedPatient() }],
    keptPatient: [{ why: 'a deleted patient', id: await deletedPatient() }],
    bed: [
      { why: 'a bed that was removed', id: await removedBed() },
      { why: 'a bed that was removed after somebody lay in it', id: await removedUsedBed() },
    ],
    keptBed: [{ why: 'a bed that was removed', id: await removedBed() }],
    unit: [{ why: 'a closed ward', id: await closedUnit() }],
    inventoryItem: [{ why: 'a deleted item', id: await deletedItem() }],
    supplier: [{ why: 'a deleted supplier', id: await deletedSupplier() }],
    clinic: [{ why: 'a closed clinic', id: await closedClinic() }],
    payer: [{ why: 'a retired payer', id: await retiredPayer() }],
    storageLocation: [{ why: 'a deleted storage location', id: await deletedLocation() }],
  }
  /** Records that exist, also at their address, but can't be chosen. */
  const unfit: Partial<Record<Kind, BadId[]>> = {
    patient: [{ why: 'a patient who died', id: await deceasedPatient() }],
    doctor: [
      { why: 'a deactivated doctor', id: await deactivatedDoctor() },
      { why: 'a doctor whose role was withdrawn', id: await formerDoctor() },
      { why: 'a doctor who works as a receptionist now', id: await doctorAtTheDesk() },
      ...(['admin', 'receptionist', 'inventory_manager', 'roleless'] as const).map((role) => ({
        why: `somebody who is ${role}`,
        id: people[role].id,
      })),
    ],
    bed: [
      { why: 'a bed in maintenance', id: (await givenBed(admin, { status: 'MAINTENANCE' })).id },
      { why: 'a bed in use', id: admission.bedId },
    ],
    identifierSystem: [{ why: 'a retired system', id: await retiredSystem() }],
    staff: [{ why: 'a deactivated account', id: await deactivatedDoctor() }],
    batch: [{ why: 'an emptied batch of another item', id: await emptiedBatch() }],
  }

  return {
    /** Every id that a field must refuse; the good ids here are of other records than an example's. */
    badFor(referent: Referent): BadId[] {
      return [...strangers(referent), ...(gone[referent] ?? []), ...(unfit[referent] ?? [])]
    },
    /** Every id that leads to nothing at an address of this kind, or of a kind of which there are none here. */
    leadingNowhere(kind: Kind | undefined): BadId[] {
      return [...strangers(kind), ...((kind && gone[kind]) ?? [])]
    },
    /** An id that the field takes, given the rest of the call. */
    async goodFor(referent: Referent, { request }: Example): Promise<string> {
      const { id } = (request.params ?? {}) as { id: string }
      switch (referent) {
        case 'itself':
          return id
        case 'patient':
        case 'keptPatient':
          return (await givenPatient(desk)).id
        case 'bed':
        case 'keptBed':
          return (await givenBed(admin)).id
        case 'batch':
          return batchOf(id)
        case 'purchaseOrderLine':
          return (await keeper.call(readPurchaseOrder, { params: { id } })).body.lines[0]?.id ?? ''
        case 'laterAppointment':
        case 'countersignature':
          // No example has one, or is an act that a second person countersigns; empty is none.
          return ''
        case 'appointment':
        case 'staff':
        case 'doctor':
        case 'unit':
        case 'inventoryItem':
        case 'supplier':
        case 'storageLocation':
        case 'clinic':
        case 'identifierSystem':
        case 'payer':
          return good[referent]
      }
    },
  }

  /** An id of nothing, and of every other kind; of this kind too where only its own record's will do. */
  function strangers(kind: Kind | undefined): BadId[] {
    const ownOnly = kind === 'batch' || kind === 'purchaseOrderLine'
    const others = Object.entries(good).filter(([other]) => {
      return (
        ownOnly ||
        (other !== kind &&
          !(kind === 'staff' && other === 'doctor') &&
          !(kind === 'keptBed' && other === 'bed') &&
          !(kind === 'keptPatient' && other === 'patient'))
      )
    })
    return [
      { why: 'an id of nothing', id: randomUUID() },
      ...others.map(([other, id]) => ({ why: `the id of another: ${other}`, id })),
    ]
  }

  async function batchOf(itemId: string): Promise<string> {
    return (await keeper.call(listBatches, { params: { id: itemId } })).body[0]?.id ?? ''
  }
  async function closedClinic() {
    const { id } = await givenClinic(admin)
    return (await admin.call(closeClinic, { params: { id } })).body.id
  }
  async function retiredSystem() {
    const system = await givenSystem(admin)
    const retired = { ...one(system), body: { isRetired: true } }
    return (await admin.call(editIdentifierSystem, retired, ifMatch(system))).body.id
  }
  async function retiredPayer() {
    const { id } = await givenPayer(admin)
    return (await admin.call(retirePayer, { params: { id } })).body.id
  }
  async function deletedPatient() {
    const { id } = await givenPatient(desk)
    return (await admin.call(deletePatient, { params: { id } })).body.id
  }
  async function deceasedPatient() {
    const { id, patientId } = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id }))
      .body
    const died = await desk.call(dischargePatient, { params: { id }, body: { destination: 'DIED' } })
    return died.body && patientId
  }
  async function removedBed() {
    const { id } = await givenBed(admin)
    return (await admin.call(deleteBed, { params: { id } })).body.id
  }
  async function removedUsedBed() {
    const { id } = await givenBed(admin)
    const admitted = (await admit(desk, { bedId: id, doctorId: doctor.id })).body
    const leaving = { params: { id: admitted.bedId }, body: { status: 'AVAILABLE' as const } }
    expectDone((await desk.call(changeBed, leaving)).status)
    return (await admin.call(deleteBed, { params: { id } })).body.id
  }
  async function closedUnit() {
    const { id } = await givenUnit(admin)
    return (await admin.call(closeUnit, { params: { id } })).body.id
  }
  async function deletedItem() {
    const { id } = await givenItem(keeper, { quantity: 0 })
    return (await keeper.call(deleteInventoryItem, { params: { id } })).body.id
  }
  async function deletedSupplier() {
    const { id } = await givenSupplier(keeper)
    return (await keeper.call(deleteSupplier, { params: { id } })).body.id
  }
  async function deletedLocation() {
    const { id } = await givenLocation(keeper)
    return (await keeper.call(deleteStorageLocation, { params: { id } })).body.id
  }
  async function emptiedBatch() {
    const { id } = await givenItem(keeper, { quantity: 1 })
    const batchId = await batchOf(id)
    await app.asOwner(
      `insert into stock_movement (item_id, batch_id, kind, quantity, ward) values ($1, $2, 'ISSUE', -1, 'ICU')`,
      [id, batchId],
    )
    return batchId
  }
  async function deactivatedDoctor() {
    const { id } = await app.signIn('doctor')
    await offerRoles(admin, id, ['doctor'], false)
    return id
  }
  async function formerDoctor() {
    const { id } = await app.signIn('doctor')
    await offerRoles(admin, id, ['receptionist'])
    return id
  }
  async function doctorAtTheDesk() {
    const somebody = await app.signIn('doctor')
    const offered: Role[] = ['doctor', 'receptionist']
    await offerRoles(admin, somebody.id, offered)
    expectDone((await somebody.call(chooseRole, { body: { role: 'receptionist' } })).status)
    return somebody.id
  }
}

function expectDone(status: number) {
  if (status >= 300) throw new Error(`making a bad id was answered with ${status}`)
}
