import type { Allergen } from '../../contract/clinical/allergen.ts'
import type { Appointment } from '../../contract/front-desk/appointments.ts'
import type { AuditRecord } from '../../contract/hospital/audit.ts'
import type { Site } from '../../contract/hospital/hospital.ts'
import { Patient, type PatientIdentity } from '../../contract/people/patients.ts'
import type { ListedDoctor, Me, StaffMember } from '../../contract/people/staff.ts'
import { permissionsOf, type Role, roles } from '../../contract/permissions.ts'
import type { InventoryItem } from '../../contract/store/items.ts'
import type { PurchaseOrder } from '../../contract/store/purchase-orders.ts'
import type { Admission } from '../../contract/wards/admissions.ts'
import type { Bed } from '../../contract/wards/beds.ts'
import type { Unit } from '../../contract/wards/units.ts'
import { type Ward, wardNames, wards } from '../../contract/wards/wards.ts'

/** Records for tests of the screens, each whole; a test names what matters to it. */

/** The moment of a test by the server's clock: ten o'clock in the hospital, whose day began at half past six in UTC. */
export const now = '2026-11-23T04:30:00.000Z'
export const today = '2026-11-23'

let last = 0
/** An id that no other record has. */
export function newId(): string {
  last += 1
  return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
}

const written = { version: 1, createdAt: '2026-11-01T05:00:00.000Z', updatedAt: '2026-11-01T05:00:00.000Z' }

export const site: Site = {
  hospitalName: 'Riverside',
  timeZone: 'Asia/Kolkata',
  currency: 'INR',
  address: null,
  phone: null,
  email: null,
  clockStyle: '12h',
  temperatureUnit: '°C',
  weightUnit: 'kg',
  heightUnit: 'cm',
  logoMark: null,
  labelMark: '0a1b2c3d',
  today: { day: today, from: '2026-11-22T18:30:00.000Z', until: '2026-11-23T18:30:00.000Z' },
  idleLockMinutes: null,
  hasClinics: false,
  hasShifts: false,
  hasSchedules: false,
  booksFromHome: false,
  identifierFields: null,
  invitationOnly: false,
  messages: { channels: [], isOn: false },
  sendsMail: false,
  signOn: null,
  awaitsFirstAccount: false,
  isBeingSetUp: false,
}

export function listedDoctor(fields: Partial<ListedDoctor> & { lastName: string }): ListedDoctor {
  const { lastName } = fields
  return {
    id: newId(),
    firstName: 'Anika',
    email: `${lastName.toLowerCase()}@hospital.test`,
    specialty: null,
    clinic: null,
    room: null,
    ...fields,
  }
}
export const mehta = listedDoctor({ lastName: 'Mehta', specialty: 'Cardiology', room: '12' })
export const bose = listedDoctor({ lastName: 'Bose', firstName: 'Kiran' })

/** The account that is signed in with a role; the doctor is Mehta. */
export function personOf(role: Role): Me {
  const { id, firstName, lastName, email } =
    role === 'doctor' ? mehta : listedDoctor({ firstName: 'Grace', lastName: 'Okafor' })
  const access = {
    role,
    offeredRoles: roles.filter((one) => one === role),
    ownRoles: [],
    isDoctor: role === 'doctor',
    permissions: permissionsOf(role),
  }
  return {
    id,
    firstName,
    lastName,
    email,
    ...access,
    ward: null,
    unitId: null,
    shiftWards: [],
    shiftNow: null,
    shiftNowUntil: null,
    emailVerified: true,
    hasPassword: true,
    secondStep: null,
  }
}

/** An allergy as reception reports it. */
export function reportedAllergy(substance: string): Allergen {
  return { substance, isNoneKnown: false, reaction: null, severity: null, certainty: 'REPORTED' }
}

type Unrecorded<Row> = { [Field in keyof Row as null extends Row[Field] ? Field : never]: null }

/** Every field of a patient that may be left out, left out. */
const unrecorded = Object.fromEntries(
  Object.entries(Patient.shape)
    .filter(([, field]) => field.safeParse(null).success)
    .map(([name]) => [name, null]),
) as Unrecorded<Patient>

export function patientRecord(fields: Partial<Patient> = {}): Patient {
  last += 1
  return {
    ...unrecorded,
    id: newId(),
    mrn: `MRN${1000 + last}`,
    firstName: 'Asha',
    lastName: 'Rao',
    dateOfBirth: '1984-02-03',
    birthPrecision: 'DAY',
    gender: 'FEMALE',
    contactNumber: '+91 98765 43210',
    address: '4 Mill Lane',
    allergens: [],
    hasMerged: false,
    ...written,
    ...fields,
  }
}

export function identityOf(patient: Patient): PatientIdentity {
  const { id, mrn, firstName, lastName, dateOfBirth, birthPrecision, gender } = patient
  const { contactNumber, allergies, allergens } = patient
  const born = { dateOfBirth, birthPrecision }
  return { id, mrn, firstName, lastName, ...born, gender, contactNumber, allergies, allergens }
}

/** An appointment of today with Mehta, at ten. */
export function appointmentOf(
  patient: Patient = patientRecord(),
  fields: Partial<Appointment> = {},
): Appointment {
  last += 1
  const { id, firstName, lastName, email } = mehta
  return {
    id: newId(),
    patientId: patient.id,
    patient: identityOf(patient),
    doctorId: id,
    doctor: { id, firstName, lastName, email },
    date: today,
    time: '10:00',
    status: 'SCHEDULED',
    type: 'GENERAL',
    queueNumber: last,
    notes: null,
    cancelReason: null,
    cancelNote: null,
    queuedAt: null,
    startedAt: null,
    startedBy: null,
    completedAt: null,
    missedCalls: 0,
    returnedAt: null,
    behind: [],
    sessionId: null,
    minutes: null,
    seat: 1,
    seriesId: null,
    walkIn: false,
    overbookReason: null,
    admittedTo: null,
    statusAt: '2026-11-23T03:00:00.000Z',
    statusBy: null,
    statusByName: null,
    undoable: false,
    ...written,
    ...fields,
  }
}

function unitRecord(ward: Ward): Unit {
  return {
    id: newId(),
    name: wardNames[ward],
    ward,
    department: null,
    floor: null,
    phone: null,
    cleanedByStaff: true,
    sexRule: null,
    version: 1,
  }
}

/** A ward of each kind, as a hospital begins. */
export const unitRecords: readonly Unit[] = wards.map(unitRecord)

export function bedRecord(fields: Partial<Bed> = {}): Bed {
  last += 1
  const unit = unitRecords.find(({ ward }) => ward === (fields.ward ?? 'GENERAL'))
  return {
    id: newId(),
    bedNumber: `A-${100 + last}`,
    ward: 'GENERAL',
    unitId: unit?.id ?? '',
    unitName: unit?.name ?? '',
    status: 'AVAILABLE',
    patientId: null,
    patient: null,
    admissionId: null,
    doctorId: null,
    admissionDate: null,
    expectedDischargeDate: null,
    sexRuleReason: null,
    maintenanceSince: null,
    notes: null,
    ...written,
    ...fields,
  }
}

/** A bed with somebody in it since yesterday at ten. */
export function occupiedBed(patient: Patient = patientRecord(), fields: Partial<Bed> = {}): Bed {
  return bedRecord({
    status: 'OCCUPIED',
    patientId: patient.id,
    patient: identityOf(patient),
    admissionId: newId(),
    doctorId: mehta.id,
    admissionDate: '2026-11-22T04:30:00.000Z',
    ...fields,
  })
}

/** The stay of the patient in a bed. */
export function admissionIn(bed: Bed, fields: Partial<Admission> = {}): Admission {
  if (!bed.patient || !bed.admissionId || !bed.admissionDate) throw new Error('Nobody lies in this bed')
  const { id, firstName, lastName, email } = mehta
  return {
    id: bed.admissionId,
    patientId: bed.patient.id,
    patient: bed.patient,
    bedId: bed.id,
    bed: { bedNumber: bed.bedNumber, ward: bed.ward, unitName: bed.unitName },
    doctorId: id,
    doctor: { id, firstName, lastName, email },
    diagnosis: 'Pneumonia',
    admissionDate: bed.admissionDate,
    expectedDischargeDate: bed.expectedDischargeDate,
    dischargeDate: null,
    admissionEntered: null,
    dischargeEntered: null,
    status: 'active',
    destination: null,
    deathTakenBack: null,
    summary: null,
    followUp: null,
    summarySigned: null,
    notes: null,
    acuity: null,
    ...written,
    ...fields,
  }
}

/** A medicine with 100 tablets in stock. */
export function itemRecord(fields: Partial<InventoryItem> = {}): InventoryItem {
  return {
    id: newId(),
    name: 'Paracetamol 500 mg',
    category: 'MEDICINE',
    description: null,
    unit: 'tablets',
    packSize: null,
    isControlled: false,
    quantity: 100,
    reorderLevel: 20,
    cost: 0.5,
    supplierId: null,
    supplier: null,
    storageLocationId: null,
    location: null,
    expiryDate: null,
    status: 'IN_STOCK',
    notes: null,
    ...written,
    ...fields,
  }
}

/** A doctor's account, as an administrator reads it. */
export const staffMember = (firstName: string, lastName: string): StaffMember => ({
  id: newId(),
  email: `${firstName}.${lastName}@hospital.test`.toLowerCase(),
  firstName,
  lastName,
  role: 'doctor',
  isDoctor: true,
  offeredRoles: ['doctor'],
  emailVerified: true,
  active: true,
  clinicId: null,
  clinic: null,
  room: null,
  specialty: null,
  registrationNumber: null,
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

/** An entry of the audit log: a record that was opened at this moment, unless `fields` say otherwise. */
export function auditRecord(at: string, fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: newId(),
    kind: 'opened',
    at,
    until: null,
    staff: { id: 'nina', name: 'Nina' },
    action: 'readPatient',
    scope: null,
    subjectId: null,
    patients: [],
    patientCount: 1,
    changes: null,
    address: '10.0.0.1',
    requestId: null,
    outcome: 'done',
    names: {},
    ...fields,
  }
}

export function purchaseOrder(fields: Partial<PurchaseOrder> = {}): PurchaseOrder {
  return {
    id: newId(),
    number: 'PO1001',
    supplierId: null,
    supplier: 'Acme',
    supplierContact: null,
    supplierEmail: null,
    status: 'SENT',
    notes: null,
    neededBy: null,
    orderedBy: 'Łukasz Zieliński',
    lines: [],
    total: 0,
    version: 1,
    createdAt: '2026-11-20T05:00:00.000Z',
    sentAt: '2026-11-20T06:00:00.000Z',
    mailedTo: null,
    mailedAt: null,
    receivedAt: null,
    cancelledAt: null,
    ...fields,
  }
}
