import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  Day,
  DayInput,
  editOf,
  Id,
  Moment,
  MomentInput,
  optionalLines,
  optionalText,
  requiredLines,
  requiredText,
  SearchText,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { onlyFor, unlessRestricted, versionUnlessRestricted } from '../api/only-for.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { reference, refersTo } from '../api/references.ts'
import { Patient, PatientIdentity } from '../people/patients.ts'
import { Doctor } from '../people/staff.ts'
import { wards } from './wards.ts'

export const screens = ['/admissions'] as const

export const errors = {
  patient_already_admitted: 409,
  patient_deceased: 409,
  admission_closed: 409,
  no_death_recorded: 409,
  /** The patient is still admitted. */
  not_discharged: 409,
  summary_signed: 409,
} as const

export const admissionStatuses = ['active', 'discharged', 'transferred'] as const
export type AdmissionStatus = (typeof admissionStatuses)[number]

export const destinations = ['HOME', 'OTHER_HOSPITAL', 'AGAINST_ADVICE', 'DIED'] as const
export type Destination = (typeof destinations)[number]
export const destinationNames: Record<Destination, string> = {
  HOME: 'Home',
  OTHER_HOSPITAL: 'Other hospital',
  AGAINST_ADVICE: 'Left against medical advice',
  DIED: 'Died',
}

export const acuities = ['STABLE', 'IMPROVING', 'SERIOUS', 'CRITICAL'] as const
export type Acuity = (typeof acuities)[number]
export const acuityNames: Record<Acuity, string> = {
  STABLE: 'Stable',
  IMPROVING: 'Improving',
  SERIOUS: 'Serious',
  CRITICAL: 'Critical',
}

/** Days after a discharge in which another admission counts as a readmission. */
export const readmittedWithin = 30

/** How late an admission can be entered, in years; the database keeps it. */
export const admittedAtMostYearsAgo = 30
/** Minutes after which an event counts as entered late, and is marked so. */
export const enteredLateAfter = 5

const notes = optionalLines(2000)
export const longestSexRuleReason = 200
/**
 * Why a patient is placed in a ward that is for the other sex. It is kept only if it was asked for. A form that asks for none
 * sends none: during an update the version before may answer, which refuses what it doesn't know.
 */
export const sexRuleReason = optionalText(longestSexRuleReason).transform((reason) => reason ?? undefined)
const longestSummary = 5000
const longestFollowUp = 2000
export const expectedDischargeDate = z
  .union([z.literal('').transform(() => null), DayInput, z.null()])
  .optional()
  .transform((typed) => typed ?? null)

/** One patient's time in one bed; `until` is null while they lie there. */
export const Stay = z.object({
  id: z.string(),
  bedId: z.string(),
  bedNumber: z.string(),
  ward: z.enum(wards),
  /** The hospital's own ward in which it was spent, by its name now. */
  unitName: z.string(),
  from: Moment,
  until: Moment.nullable(),
  /** Why the patient was moved here, if somebody said. */
  reason: z.string().nullable(),
  /** Why they were placed here although the ward was for the other sex. */
  sexRuleReason: z.string().nullable(),
})

export type Stay = z.infer<typeof Stay>

export const AcuityEntry = z.object({
  acuity: z.enum(acuities),
  note: onlyFor('clinical.view', unlessRestricted(z.string())),
  at: Moment,
  by: z.string(),
})
export type AcuityEntry = z.infer<typeof AcuityEntry>

/** The later entry of an event in the past: the time of entry, and the user's name. */
const Entered = z.object({ at: Moment, by: z.string().nullable() })

export const Admission = z.object({
  id: z.string(),
  patientId: z.string(),
  patient: PatientIdentity,
  /** The bed of the current stay, or of the last one. */
  bedId: z.string(),
  bed: z.object({ bedNumber: z.string(), ward: z.enum(wards), unitName: z.string() }),
  /** Doctor and diagnosis are null when the bed was assigned without them. */
  doctorId: z.string().nullable(),
  doctor: Doctor.nullable(),
  diagnosis: unlessRestricted(z.string()),
  admissionDate: Moment,
  expectedDischargeDate: z.string().nullable(),
  dischargeDate: Moment.nullable(),
  /** Null where admission and discharge were entered as they happened. */
  admissionEntered: Entered.nullable(),
  dischargeEntered: Entered.nullable(),
  status: z.enum(admissionStatuses),
  destination: z.enum(destinations).nullable(),
  /** The correction of a DIED that was recorded by mistake. */
  deathTakenBack: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
  summary: onlyFor('clinical.view', unlessRestricted(z.string())),
  /** Appointments, tests and warning signs for the time after the discharge. */
  followUp: onlyFor('clinical.view', unlessRestricted(z.string())),
  /** The doctor's signature under summary and follow-up; null until it is signed. */
  summarySigned: z.object({ at: Moment, by: z.string().nullable() }).nullable(),
  notes: unlessRestricted(z.string()),
  /** The last recorded acuity of the patient, if any was. */
  acuity: AcuityEntry.nullable(),
  version: versionUnlessRestricted,
  createdAt: Moment,
  updatedAt: Moment,
})

export type Admission = z.infer<typeof Admission>

export const scopes = {
  admission: { summary: 'One admission and its stays', permission: 'bed.view', key: Id },
  'patient-admissions': { summary: 'A patient’s admissions', permission: 'bed.view', key: Id },
  admissions: { summary: 'Lists of admissions', permission: 'bed.view' },
} as const satisfies Record<string, ScopeKind>

export const AdmissionForm = z.strictObject({
  patientId: reference('patient', 'Patient is required'),
  bedId: reference('bed', 'Bed is required'),
  doctorId: reference('doctor', 'Doctor is required'),
  diagnosis: requiredText('Diagnosis is required', 500),
  admissionDate: MomentInput.optional(),
  expectedDischargeDate,
  notes,
  sexRuleReason,
})

export const AdmissionEdit = z.strictObject({
  doctorId: reference('doctor', 'Doctor is required'),
  diagnosis: requiredText('Diagnosis is required', 500),
  expectedDischargeDate,
  notes,
})

export const TransferForm = z.strictObject({
  bedId: reference('bed', 'Bed is required'),
  /** The bed in which the user saw the patient: refused if a colleague has moved them since. */
  fromBedId: Id.meta({ [refersTo]: 'bed' }).optional(),
  notes,
  sexRuleReason,
})

export const DischargeForm = z.strictObject({
  destination: z.enum(destinations, { error: 'Choose where the patient is discharged to' }),
  summary: optionalLines(longestSummary),
  followUp: optionalLines(longestFollowUp),
  dischargeDate: MomentInput.optional(),
})

export const SummaryForm = z.strictObject({
  summary: requiredLines('Discharge summary is required', longestSummary),
  followUp: optionalLines(longestFollowUp),
})

export const listAdmissions = endpoint({
  name: 'listAdmissions',
  summary: 'Admissions, or discharges, of a period, newest first',
  method: 'GET',
  path: '/admissions',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  query: PageQuery.extend({
    status: z.enum(admissionStatuses).optional(),
    ward: z.enum(wards).optional(),
    doctorId: Id.optional(),
    /** The days of the admissions, or of the discharges, as `of` says; discharges are sorted by their own time. */
    from: Day.optional(),
    to: Day.optional(),
    of: z.enum(['admissions', 'discharges']).default('admissions'),
    /** The ward of the first stay, and that of the last; `ward` is that of any. */
    admittedTo: z.enum(wards).optional(),
    dischargedFrom: z.enum(wards).optional(),
    /** Only readmissions within `readmittedWithin` days of a discharge. */
    readmissions: z.literal('true').optional(),
    /** The patient's name, MRN, phone or date of birth, as in the search of patients. */
    search: SearchText.optional(),
  }),
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
  whenRestricted: 'open',
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
  whenRestricted: 'reason',
  params: byId,
  reply: z.array(Stay),
})

export const listAcuity = endpoint({
  name: 'listAcuity',
  summary: 'How the patient was during one admission, as it was recorded, in that order',
  method: 'GET',
  path: '/admissions/{id}/acuity',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  query: PageQuery,
  reply: pageOf(AcuityEntry),
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
  errors: [
    'bed_occupied',
    'bed_not_available',
    'patient_already_admitted',
    'patient_deceased',
    'ward_for_other_sex',
  ],
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
  whenRestricted: 'reason',
  params: byId,
  body: editOf(AdmissionEdit),
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
  errors: ['bed_occupied', 'bed_not_available', 'admission_closed', 'ward_for_other_sex'],
})

export const dischargePatient = endpoint({
  name: 'dischargePatient',
  summary: 'End an admission, with where the patient goes',
  method: 'POST',
  path: '/admissions/{id}/discharge',
  permission: 'bed.admit',
  cases: {
    discharge: { summary: 'End the admission', permission: 'bed.admit' },
    signSummary: { summary: 'Sign its summary or follow-up with it', permission: 'clinical.write' },
  },
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: DischargeForm,
  reply: Admission,
  errors: ['admission_closed'],
})

export const signDischargeSummary = endpoint({
  name: 'signDischargeSummary',
  summary: 'Write and sign the summary of an admission that ended without one',
  method: 'POST',
  path: '/admissions/{id}/summary',
  permission: 'clinical.write',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: SummaryForm,
  reply: Admission,
  errors: ['not_discharged', 'summary_signed'],
})

export const recordAcuity = endpoint({
  name: 'recordAcuity',
  summary: 'Record how an admitted patient is',
  method: 'POST',
  path: '/admissions/{id}/acuity',
  permission: 'clinical.observe',
  kind: 'create',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: z.strictObject({
    acuity: z.enum(acuities, { error: 'Acuity is required' }),
    note: optionalLines(1000),
  }),
  reply: Admission,
  errors: ['admission_closed'],
})

export const TakingBackDeath = z.strictObject({ reason: requiredLines('Reason is required', 500) })

export const takeBackDeath = endpoint({
  name: 'takeBackDeath',
  summary:
    'Take back a death that was recorded by mistake; the admission stays ended, and what the death cancelled cancelled',
  method: 'POST',
  path: '/patients/{id}/take-back-death',
  permission: 'patient.takeBackDeath',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: TakingBackDeath,
  reply: Patient,
  errors: ['no_death_recorded'],
})

export const auditWords = {
  listAdmissions: 'admissions',
  listPatientAdmissions: 'admissions',
  readAdmission: 'admission',
  listStays: 'bed history of an admission',
  listAcuity: 'status history of an admission',
  admitPatient: 'admitted the patient',
  editAdmission: 'edited the admission',
  transferPatient: 'transferred the patient',
  dischargePatient: 'discharged the patient',
  signDischargeSummary: 'signed the discharge summary',
  recordAcuity: 'updated the status',
  takeBackDeath: 'corrected a recorded death',
}
