import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { byId, Id, Moment, optionalLines, requiredText } from '../../api/fields.ts'
import type { ScopeKind } from '../../api/live.ts'
import { optionalReference, reference } from '../../api/references.ts'
import { knownBirth } from '../birth/birth.ts'
import { countersignatureErrors } from '../countersignature-errors.ts'
import { Patient } from '../patients.ts'

/**
 * Two records of one patient, merged by a pointer (record 102): the survivor shows what was entered in both, and the merge can
 * be undone.
 */

export const screens = ['/patients/merge/$id'] as const

export const errors = {
  /** One of the two was deleted, or merged before. */
  merge_record_gone: 409,
  merge_record_changed: 409,
  merge_one_died: 409,
  merge_both_admitted: 409,
  merge_with_doctor: 409,
  merge_queued_while_admitted: 409,
  merge_stays_overlap: 409,
  merge_appointments_clash: 409,
  merge_identifiers_clash: 409,
  merge_history_too_long: 409,
  merge_undone: 409,
  merge_not_last: 409,
  merge_undo_refused: 409,
} as const
export type MergeRefusalCode = keyof typeof errors

/** The fields of a record that a merge decides. The user chooses a side for each, except for the medical history. */
export const mergedFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'gender',
  'contactNumber',
  'email',
  'address',
  'bloodGroup',
  'medicalHistory',
] as const
export type MergedField = (typeof mergedFields)[number]

/** A record's value of a field; its date of birth as far as it is known. */
export function valueIn(
  patient: Pick<Patient, MergedField | 'birthPrecision'>,
  of: MergedField,
): string | null {
  return of === 'dateOfBirth' ? knownBirth(patient) : patient[of]
}

/** The kinds of thing in a record that a merge counts. */
export const mergedKinds = [
  'allergies',
  'problems',
  'medications',
  'visitNotes',
  'vitalSigns',
  'appointments',
  'admissions',
  'movements',
  'identifiers',
  'contacts',
  'coverage',
] as const
export type MergedKind = (typeof mergedKinds)[number]

const Counts = z.array(z.object({ kind: z.enum(mergedKinds), count: z.number().int() }))
export type MergedCounts = z.infer<typeof Counts>

export const RecordToMerge = Patient.pick({
  id: true,
  mrn: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  birthPrecision: true,
  gender: true,
  contactNumber: true,
  email: true,
  address: true,
  bloodGroup: true,
  medicalHistory: true,
  allergies: true,
  allergens: true,
  photoMark: true,
  deceasedAt: true,
  restrictedSince: true,
  createdAt: true,
  version: true,
}).extend({ holds: Counts })
export type RecordToMerge = z.infer<typeof RecordToMerge>

const field = z.enum(mergedFields)
/** The medical history of both is kept. */
const chosenField = field.exclude(['medicalHistory'])
export type ChosenField = z.infer<typeof chosenField>

export const previewMerge = endpoint({
  name: 'previewMerge',
  summary: 'What merging two records would do, and what stands in its way',
  method: 'POST',
  path: '/merges/preview',
  permission: 'patient.merge',
  kind: 'read',
  namesPatients: true,
  body: z.strictObject({
    oneId: reference('keptPatient', 'Choose a record'),
    otherId: reference('keptPatient', 'Choose the other record'),
  }),
  reply: z.object({
    /** The older record first. */
    records: z.array(RecordToMerge).length(2),
    /** The one that is suggested to survive: it holds more, or is older. */
    survivorId: z.string(),
    /** The fields in which they differ. */
    differing: z.array(chosenField),
    /** Open appointments and stays, by the record that would give them to the other. */
    handedOver: z.array(z.object({ patientId: z.string(), words: z.string() })),
    refusals: z.array(z.object({ code: z.string(), detail: z.string() })),
  }),
  errors: ['merge_record_gone'],
})
export type MergePreview = z.infer<typeof previewMerge.reply>

export const MergeForm = z.strictObject({
  survivorId: reference('keptPatient', 'Choose the record that survives'),
  mergedId: reference('keptPatient', 'Choose the other record'),
  /** The version at which each was looked at. */
  survivorVersion: z.int(),
  mergedVersion: z.int(),
  /** The fields whose value comes from the other record. */
  taken: z.array(chosenField).max(mergedFields.length).default([]),
  /** The survivor's MRN, typed. */
  mrn: requiredText('Type the MRN of the record that survives', 20),
  reason: optionalLines(500),
  countersignature: optionalReference('countersignature'),
})
export type MergeForm = z.output<typeof MergeForm>

export const Merge = z.object({
  id: z.string(),
  survivorId: z.string(),
  mergedId: z.string(),
  mergedMrn: z.string(),
  mergedName: z.string(),
  mergedAt: Moment,
  mergedBy: z.string(),
  /** The second person, where the hospital wanted one. */
  countersignedBy: z.string().nullable(),
  reason: z.string().nullable(),
  taken: z.array(field),
  /** Undone from the last. */
  isLast: z.boolean(),
  /** Entries made since, which would stay with the survivor. */
  since: Counts,
})
export type Merge = z.infer<typeof Merge>

export const scopes = {
  'patient-merges': { summary: 'The records merged into a patient’s', permission: 'patient.view', key: Id },
} as const satisfies Record<string, ScopeKind>

export const listMerges = endpoint({
  name: 'listMerges',
  summary: 'The records that were merged into this one, the last first',
  method: 'GET',
  path: '/patients/{id}/merges',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(Merge),
})

export const mergePatients = endpoint({
  name: 'mergePatients',
  summary:
    'Merge two records of one patient; `mrn` is that of the one that survives. It takes a `countersignature` where the hospital wants one',
  method: 'POST',
  path: '/merges',
  permission: 'patient.merge',
  kind: 'change',
  namesPatients: true,
  body: MergeForm,
  reply: Merge,
  errors: [
    'merge_record_gone',
    'merge_record_changed',
    'merge_one_died',
    'merge_both_admitted',
    'merge_with_doctor',
    'merge_queued_while_admitted',
    'merge_stays_overlap',
    'merge_appointments_clash',
    'merge_identifiers_clash',
    'merge_history_too_long',
    ...countersignatureErrors,
  ],
})

export const undoMerge = endpoint({
  name: 'undoMerge',
  summary: 'Undo a merge; what was entered since stays with the survivor',
  method: 'POST',
  path: '/merges/{id}/undo',
  permission: 'patient.merge',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ reason: optionalLines(500) }),
  reply: z.object({
    id: z.string(),
    survivorId: z.string(),
    mergedId: z.string(),
    mergedMrn: z.string(),
    /** Fields that were edited since, and keep that value. */
    keptFields: z.array(field),
    /** Entries made since, which stay with the survivor. */
    stayed: Counts,
  }),
  errors: ['merge_undone', 'merge_not_last', 'merge_undo_refused'],
})

export const auditWords = {
  previewMerge: 'two records to merge',
  listMerges: 'merged records',
  mergePatients: 'merged two records',
  undoMerge: 'undid a merge of two records',
}
