import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  Day,
  editOf,
  Id,
  Moment,
  optionalEmail,
  optionalLines,
  requiredDay,
  requiredLines,
  requiredText,
  SearchText,
  text,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { unlessRestricted, versionUnlessRestricted } from '../api/only-for.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { refersTo } from '../api/references.ts'
import { Allergen } from '../clinical/allergen.ts'
import { labelShape } from '../search/labels.ts'

export const screens = ['/patients', '/patients/$id', '/patients/edit/$id', '/patients/new'] as const

export const errors = {
  patient_has_open_appointment: 400,
  patient_has_active_admission: 400,
  label_unknown: 404,
  label_of_removed_patient: 404,
  label_of_other_hospital: 404,
} as const

export const genders = ['MALE', 'FEMALE', 'OTHER'] as const
export type Gender = (typeof genders)[number]
export const genderNames: Record<Gender, string> = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' }
/** How much of a date of birth is known. */
export const birthPrecisions = ['DAY', 'MONTH', 'YEAR'] as const
export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

/** The fields of the patient form, which creates and edits send. Its MRN is a preview: the server assigns it. */
export const PatientForm = z.strictObject({
  mrn: text(20).optional(),
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  dateOfBirth: requiredDay('Date of birth is required'),
  /** Left out, the day is known; an edit that leaves it and the date as they were changes neither. */
  birthPrecision: z.enum(birthPrecisions).optional(),
  gender: z.enum(genders, { error: 'Gender is required' }),
  // Two patterns that read a text once, where one pattern for both would try every digit as the one that counts.
  contactNumber: requiredText('Contact number is required', 40).pipe(
    z
      .string()
      .regex(/^\+?[\d\s().\-/#*a-zA-Z]*$/, 'Contact number must contain digits')
      .regex(/\d/, 'Contact number must contain digits'),
  ),
  email: optionalEmail,
  address: requiredLines('Address is required', 500),
  bloodGroup: z
    .union([z.literal('').transform(() => null), z.enum(bloodGroups), z.null()], {
      error: 'Choose one of the eight blood groups',
    })
    .optional()
    .transform((chosen) => chosen ?? null),
  allergies: optionalLines(2000),
  medicalHistory: optionalLines(20_000),
})
export type PatientForm = z.output<typeof PatientForm>

export const longestIdentifier = 60

export const Patient = z.object({
  id: z.string(),
  mrn: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  /** Where only the month or the year is known, `dateOfBirth` is the first day of it. */
  birthPrecision: z.enum(birthPrecisions),
  gender: z.enum(genders),
  contactNumber: z.string(),
  email: z.string().nullable(),
  address: z.string(),
  bloodGroup: z.enum(bloodGroups).nullable(),
  /** The list as one sentence. What is written here and not in it yet is reported, to be confirmed by a doctor. */
  allergies: z.string().nullable(),
  /** The list: what was reported and what doctors recorded, the worst first. */
  allergens: z.array(Allergen),
  medicalHistory: unlessRestricted(z.string()),
  deceasedAt: Moment.nullable(),
  /** Null where everybody who may see patients sees the record, as far as their role goes. */
  restrictedSince: Moment.nullable(),
  /** Which photo there is: another one has another mark. Null where there is none. */
  photoMark: z.string().nullable(),
  /** Whether other records were merged into it. */
  hasMerged: z.boolean(),
  version: versionUnlessRestricted,
  createdAt: Moment,
  updatedAt: Moment,
})
export type Patient = z.infer<typeof Patient>

export const scopes = {
  patient: { summary: 'One patient', permission: 'patient.view', key: Id, record: Patient },
  patients: { summary: 'Lists of patients', permission: 'patient.view' },
  'patient-figures': { summary: 'The figures above the patient list', permission: 'patient.view' },
} as const satisfies Record<string, ScopeKind>

/** Whether a number is long enough to be somebody's: two patients with fewer digits in common need not be one. */
export function isWholePhone(typed: string): boolean {
  return typed.replace(/\D/g, '').length >= 6
}

/** Enough of a patient to know who it is and what they can't tolerate, wherever one is mentioned. */
export const PatientIdentity = Patient.pick({
  id: true,
  mrn: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  birthPrecision: true,
  gender: true,
  contactNumber: true,
  allergies: true,
  allergens: true,
})
export type PatientIdentity = z.infer<typeof PatientIdentity>

export const patientSortKeys = ['mrn', 'firstName', 'lastName', 'dateOfBirth'] as const

/** How a search found a patient. */
export const FoundBy = z.object({
  /**
   * `exact`: by the whole of a number or a name, so that somebody can mean this patient alone. `alike`: by a name that is
   * spelled or sounds like the one that was typed.
   */
  match: z.enum(['exact', 'part', 'alike']),
  /** The reason for the match if the name doesn't show it: 'phone ends 0142', 'sounds like Whitfeild'. */
  because: z.string().nullable(),
})
export type FoundBy = z.infer<typeof FoundBy>

/** A patient in a list; `found` where something was searched for. */
export const ListedPatient = Patient.extend({ found: FoundBy.optional() })
export type ListedPatient = z.infer<typeof ListedPatient>

/**
 * Filters the patients of a list, an export or a print. `registeredSince` is a day in the hospital's time zone. Without
 * a `sort`, matches are ranked: a whole MRN or e-mail, the last digits of a phone number, the beginning of the names,
 * any word of a name, any part; and similar names if fewer than five are found.
 */
export const PatientFilter = z.strictObject({
  search: SearchText.optional(),
  gender: z.enum(genders).optional(),
  registeredSince: Day.optional(),
  sort: z.enum(patientSortKeys).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
})
export type PatientFilter = z.output<typeof PatientFilter>

export const listPatients = endpoint({
  name: 'listPatients',
  summary:
    'Patients by name, MRN, phone, e-mail or date of birth, the most likely first, and how each was found',
  method: 'GET',
  path: '/patients',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  query: PatientFilter.extend(PageQuery.shape),
  reply: pageOf(ListedPatient),
})

export const exportPatients = endpoint({
  name: 'exportPatients',
  summary: 'The whole filtered list as CSV, streamed',
  method: 'GET',
  path: '/patients/export',
  permission: 'patient.export',
  kind: 'read',
  namesPatients: true,
  query: PatientFilter,
  isWholeList: true,
  download: { media: 'text/csv', filename: 'patients.csv' },
  reply: z.string(),
})

export const printPatients = endpoint({
  name: 'printPatients',
  summary: 'The whole filtered list for paper, as it is at one moment',
  method: 'GET',
  path: '/patients/print',
  permission: 'patient.export',
  kind: 'read',
  namesPatients: true,
  query: PatientFilter,
  isWholeList: true,
  reply: z.array(Patient),
  errors: ['too_many_to_print'],
})

export const summarizePatients = endpoint({
  name: 'summarizePatients',
  summary: 'The figures above the patient list',
  method: 'GET',
  path: '/patients/summary',
  permission: 'patient.view',
  kind: 'read',
  reply: z.object({
    totalPatients: z.number().int(),
    newPatients: z.number().int(),
    /** The first day that `newPatients` counts: today and the 29 days before it. */
    newPatientsSince: z.string(),
    /** Today's appointments that are scheduled or in the queue. */
    pendingAppointments: z.number().int(),
  }),
})

export const readPatient = endpoint({
  name: 'readPatient',
  summary: 'One patient; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/patients/{id}',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: Patient,
})

export const findLabelledPatient = endpoint({
  name: 'findLabelledPatient',
  summary: 'The patient whose label, wristband or token was scanned',
  method: 'GET',
  path: '/patients/labelled',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  query: z.strictObject({ code: text(100).regex(labelShape, 'Scan the label again') }),
  /** `formerly` is the MRN on the label, where that record was merged into this one: a new wristband is due. */
  reply: PatientIdentity.extend({ formerly: z.string().nullable() }),
  errors: ['label_unknown', 'label_of_removed_patient', 'label_of_other_hospital'],
})

export const editPatient = endpoint({
  name: 'editPatient',
  summary: 'Change a patient’s record, read at the version in If-Match',
  method: 'PUT',
  path: '/patients/{id}',
  permission: 'patient.edit',
  cases: {
    describe: { summary: 'Change the record', permission: 'patient.edit', edits: true },
    reportAllergies: {
      summary: 'Report what `allergies` says beyond the list',
      permission: 'allergy.report',
      edits: true,
    },
  },
  kind: 'edit',
  namesPatients: true,
  params: byId,
  body: editOf(PatientForm.extend({ id: Id.meta({ [refersTo]: 'itself' }) })),
  reply: Patient,
  errors: ['allergy_recorded', 'patient_deceased'],
})

export const deletePatient = endpoint({
  name: 'deletePatient',
  summary: 'Retire a patient’s record: it leaves lists and search; history, audit and MRN remain',
  method: 'DELETE',
  path: '/patients/{id}',
  permission: 'patient.delete',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['patient_has_open_appointment', 'patient_has_active_admission'],
})

/** Age in whole years on a day; both are yyyy-mm-dd. */
export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export const auditWords = {
  listPatients: 'patient list',
  exportPatients: 'the patient list',
  printPatients: 'patient list',
  summarizePatients: 'figures of patients',
  readPatient: 'record',
  findLabelledPatient: 'scanned label',
  editPatient: 'edited the record',
  deletePatient: 'deleted the record',
}
