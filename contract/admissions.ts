import { z } from 'zod'
import { Doctor } from './appointments.ts'
import { endpoint } from './endpoint.ts'
import { Day, Id, Moment, optionalText, requiredText } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'
import { PatientIdentity } from './patients.ts'
import { admissionStatuses, bedStatuses, conditions, destinations, wards } from './wards.ts'

/**
 * A bed as it is now. OCCUPIED is derived from the stay in it; patient, admission and dates are that stay's.
 * In maintenance, `notes` says why and `maintenanceSince` since when.
 */
export const Bed = z.object({
  id: z.string(),
  bedNumber: z.string(),
  ward: z.enum(wards),
  status: z.enum(bedStatuses),
  patientId: z.string().nullable(),
  patient: PatientIdentity.nullable(),
  admissionId: z.string().nullable(),
  admissionDate: Moment.nullable(),
  expectedDischargeDate: z.string().nullable(),
  maintenanceSince: Moment.nullable(),
  notes: z.string().nullable(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Bed = z.infer<typeof Bed>

/** One patient's time in one bed; `until` is null while they lie there. */
export const Stay = z.object({
  id: z.string(),
  bedId: z.string(),
  bedNumber: z.string(),
  ward: z.enum(wards),
  from: Moment,
  until: Moment.nullable(),
  /** Why the patient was moved here, if somebody said. */
  reason: z.string().nullable(),
})
export type Stay = z.infer<typeof Stay>

export const StatusEntry = z.object({
  condition: z.enum(conditions),
  note: z.string().nullable(),
  at: Moment,
  by: z.string(),
})

export const Admission = z.object({
  id: z.string(),
  patientId: z.string(),
  patient: PatientIdentity,
  /** The bed of the current stay, or of the last one. */
  bedId: z.string(),
  bed: z.object({ bedNumber: z.string(), ward: z.enum(wards) }),
  /** Doctor and diagnosis are null when the bed was assigned without them. */
  doctorId: z.string().nullable(),
  doctor: Doctor.nullable(),
  diagnosis: z.string().nullable(),
  admissionDate: Moment,
  expectedDischargeDate: z.string().nullable(),
  dischargeDate: Moment.nullable(),
  status: z.enum(admissionStatuses),
  destination: z.enum(destinations).nullable(),
  summary: z.string().nullable(),
  notes: z.string().nullable(),
  /** The last recorded condition of the patient, if any was. */
  condition: StatusEntry.nullable(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Admission = z.infer<typeof Admission>

/** One bed at a past moment: who lay in it, if anybody. */
export const BedAt = z.object({
  bedId: z.string(),
  bedNumber: z.string(),
  ward: z.enum(wards),
  patient: PatientIdentity.nullable(),
  admissionId: z.string().nullable(),
  from: Moment.nullable(),
  until: Moment.nullable(),
})
export type BedAt = z.infer<typeof BedAt>

const notes = optionalText(2000)
const typedMoment = z.iso
  .datetime({ offset: true, error: 'Must be a moment (ISO 8601)' })
  .refine((typed) => Day.safeParse(typed.slice(0, 10)).success, 'Not a plausible moment')
/** In UTC, because PostgreSQL does not take every offset that ISO 8601 does. */
const momentIn = typedMoment.transform((typed) => new Date(typed).toISOString())
const dayOrMoment = z
  .union([Day, typedMoment], { error: 'Must be a date (yyyy-mm-dd)' })
  .transform((typed) => typed.slice(0, 10))
const expectedDischargeDate = z
  .union([z.literal('').transform(() => null), dayOrMoment, z.null()])
  .optional()
  .transform((typed) => typed ?? null)

export const BedForm = z.strictObject({
  bedNumber: requiredText('Bed number is required', 20),
  ward: z.enum(wards, { error: 'Ward is required' }),
  status: z
    .enum(['AVAILABLE', 'MAINTENANCE'], { error: 'A new bed is available or in maintenance' })
    .default('AVAILABLE'),
  notes,
})

/** The spec's state change of a bed, or a change of its number, ward or notes. */
export const BedChange = z.strictObject({
  status: z.enum(bedStatuses).optional(),
  patientId: z.union([Id, z.literal('').transform(() => null), z.null()]).optional(),
  admissionDate: z.union([momentIn, z.literal('').transform(() => null), z.null()]).optional(),
  expectedDischargeDate: expectedDischargeDate.optional(),
  notes: notes.optional(),
  bedNumber: requiredText('Bed number is required', 20).optional(),
  ward: z.enum(wards).optional(),
  doctorId: Id.optional(),
  diagnosis: optionalText(500).optional(),
})

export const AdmissionForm = z.strictObject({
  patientId: z.guid('Patient is required').toLowerCase(),
  bedId: z.guid('Bed is required').toLowerCase(),
  doctorId: z.guid('Doctor is required').toLowerCase(),
  diagnosis: requiredText('Diagnosis is required', 500),
  admissionDate: momentIn.optional(),
  expectedDischargeDate,
  notes,
})

export const AdmissionEdit = z.strictObject({
  doctorId: z.guid('Doctor is required').toLowerCase(),
  diagnosis: requiredText('Diagnosis is required', 500),
  expectedDischargeDate,
  notes,
})

export const TransferForm = z.strictObject({
  bedId: z.guid('Bed is required').toLowerCase(),
  notes,
})

export const DischargeForm = z.strictObject({
  destination: z.enum(destinations, { error: 'Destination is required' }),
  summary: optionalText(5000),
  dischargeDate: momentIn.optional(),
})

const byId = z.strictObject({ id: Id })

export const listBeds = endpoint({
  name: 'listBeds',
  summary: 'Every bed as it is now, by ward and number',
  method: 'GET',
  path: '/beds',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  reply: z.array(Bed),
})

export const listBedsOfWard = endpoint({
  name: 'listBedsOfWard',
  summary: 'A ward’s beds as they are now',
  method: 'GET',
  path: '/beds/ward/{ward}',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: z.strictObject({ ward: z.string().toUpperCase().pipe(z.enum(wards)) }),
  reply: z.array(Bed),
})

export const listAvailableBeds = endpoint({
  name: 'listAvailableBeds',
  summary: 'The beds that a patient can be admitted to now',
  method: 'GET',
  path: '/beds/available',
  permission: 'bed.view',
  kind: 'read',
  reply: z.array(Bed),
})

export const listBedsAt = endpoint({
  name: 'listBedsAt',
  summary: 'Who lay in which bed at a past moment',
  method: 'GET',
  path: '/beds/at/{moment}',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: z.strictObject({ moment: momentIn }),
  reply: z.array(BedAt),
})

export const readBed = endpoint({
  name: 'readBed',
  summary: 'One bed as it is now',
  method: 'GET',
  path: '/beds/{id}',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: Bed,
})

export const addBed = endpoint({
  name: 'addBed',
  summary: 'Add a bed, available or in maintenance',
  method: 'POST',
  path: '/beds',
  permission: 'bed.edit',
  kind: 'create',
  body: BedForm,
  reply: Bed,
  errors: ['bed_number_taken'],
})

export const changeBed = endpoint({
  name: 'changeBed',
  summary: 'Assign a patient, discharge, set or end maintenance; or change number, ward, notes',
  method: 'PUT',
  path: '/beds/{id}',
  permission: 'bed.view',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: BedChange,
  reply: Bed,
  errors: [
    'bed_occupied',
    'bed_not_available',
    'bed_number_taken',
    'patient_already_admitted',
    'patient_deceased',
  ],
})

export const deleteBed = endpoint({
  name: 'deleteBed',
  summary: 'Delete a bed; one that patients have lain in is retired, and their stays remain',
  method: 'DELETE',
  path: '/beds/{id}',
  permission: 'bed.edit',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['bed_occupied'],
})

export const listAdmissions = endpoint({
  name: 'listAdmissions',
  summary: 'Admissions, newest first',
  method: 'GET',
  path: '/admissions',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  query: PageQuery.extend({ status: z.enum(admissionStatuses).optional(), ward: z.enum(wards).optional() }),
  reply: pageOf(Admission),
})

export const listPatientAdmissions = endpoint({
  name: 'listPatientAdmissions',
  summary: 'A patient’s admissions, newest first',
  method: 'GET',
  path: '/patients/{id}/admissions',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: PageQuery,
  reply: pageOf(Admission),
})

export const readAdmission = endpoint({
  name: 'readAdmission',
  summary: 'One admission; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/admissions/{id}',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: Admission,
})

export const listStays = endpoint({
  name: 'listStays',
  summary: 'The beds of one admission, in their order',
  method: 'GET',
  path: '/admissions/{id}/stays',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(Stay),
})

export const admitPatient = endpoint({
  name: 'admitPatient',
  summary: 'Admit a patient to a bed',
  method: 'POST',
  path: '/admissions',
  permission: 'bed.admit',
  kind: 'create',
  namesPatients: true,
  body: AdmissionForm,
  reply: Admission,
  errors: ['bed_occupied', 'bed_not_available', 'patient_already_admitted', 'patient_deceased'],
})

export const editAdmission = endpoint({
  name: 'editAdmission',
  summary:
    'Change an admission’s doctor, diagnosis, expected discharge or notes, read at the version in If-Match',
  method: 'PUT',
  path: '/admissions/{id}',
  permission: 'bed.admit',
  kind: 'edit',
  namesPatients: true,
  params: byId,
  body: AdmissionEdit,
  reply: Admission,
  errors: ['admission_closed'],
})

export const transferPatient = endpoint({
  name: 'transferPatient',
  summary: 'Move an admitted patient to another bed; the earlier stay remains',
  method: 'POST',
  path: '/admissions/{id}/transfer',
  permission: 'bed.admit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: TransferForm,
  reply: Admission,
  errors: ['bed_occupied', 'bed_not_available', 'admission_closed'],
})

export const dischargePatient = endpoint({
  name: 'dischargePatient',
  summary: 'End an admission, with where the patient goes',
  method: 'POST',
  path: '/admissions/{id}/discharge',
  permission: 'bed.admit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: DischargeForm,
  reply: Admission,
  errors: ['admission_closed'],
})

export const recordStatus = endpoint({
  name: 'recordStatus',
  summary: 'Record how an admitted patient is',
  method: 'POST',
  path: '/admissions/{id}/status',
  permission: 'clinical.record',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: z.strictObject({
    condition: z.enum(conditions, { error: 'Condition is required' }),
    note: optionalText(1000),
  }),
  reply: Admission,
  errors: ['admission_closed'],
})
