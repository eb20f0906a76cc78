import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, Moment, MomentInput, optionalLines, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { unlessRestricted } from '../api/only-for.ts'
import { optionalReference, refersTo } from '../api/references.ts'
import { fold } from '../fold.ts'
import { PatientIdentity } from '../people/patients.ts'
import { expectedDischargeDate, sexRuleReason } from './admissions.ts'
import { bedStatuses, wards } from './wards.ts'

export const screens = ['/beds', '/beds/new', '/beds/new/several'] as const

export const errors = {
  bed_occupied: 409,
  bed_not_available: 409,
  bed_number_taken: 409,
  ward_for_other_sex: 409,
} as const

/** The most beds that can be added at once. */
export const mostBedsAtOnce = 200
export const longestBedNumber = 20

/** The first number that appears twice, ignoring differences in how it is written. */
export function firstTwice(numbers: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return numbers.find((number) => {
    const key = fold(number)
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
}

const notes = optionalLines(2000)

/**
 * A bed as it is now. OCCUPIED is derived from the stay in it; patient, admission and dates are that stay's.
 * In maintenance, `notes` says why and `maintenanceSince` since when.
 */
export const Bed = z.object({
  id: z.string(),
  bedNumber: z.string(),
  /** The kind of its unit. */
  ward: z.enum(wards),
  /** The hospital's own ward, called as its kind is until somebody gives it another name. */
  unitId: z.string(),
  unitName: z.string(),
  status: z.enum(bedStatuses),
  patientId: z.string().nullable(),
  patient: PatientIdentity.nullable(),
  admissionId: z.string().nullable(),
  /** The attending doctor. */
  doctorId: z.string().nullable(),
  admissionDate: Moment.nullable(),
  expectedDischargeDate: z.string().nullable(),
  /** Why the patient is in a ward that was for the other sex when they came. */
  sexRuleReason: unlessRestricted(z.string()),
  maintenanceSince: Moment.nullable(),
  notes: z.string().nullable(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})

export type Bed = z.infer<typeof Bed>

export const scopes = {
  beds: { summary: 'Every bed as it is now', permission: 'bed.view', record: Bed },
} as const satisfies Record<string, ScopeKind>

/** One bed at a past moment: who lay in it, if anybody. */
export const BedAt = z.object({
  bedId: z.string(),
  bedNumber: z.string(),
  ward: z.enum(wards),
  /** The ward in which it was then. */
  unitId: z.string(),
  unitName: z.string(),
  patient: PatientIdentity.nullable(),
  admissionId: z.string().nullable(),
  from: Moment.nullable(),
  until: Moment.nullable(),
})

export type BedAt = z.infer<typeof BedAt>

const bedNumber = requiredText('Bed number is required', longestBedNumber)

export const BedForm = z.strictObject({
  bedNumber,
  ward: z.enum(wards, { error: 'Ward is required' }),
  /** One of the hospital's own wards of that kind; without it, the oldest. */
  unitId: optionalReference('unit'),
  status: z
    .enum(['AVAILABLE', 'MAINTENANCE'], { error: 'A new bed is available or in maintenance' })
    .default('AVAILABLE'),
  notes,
})

/** The spec's state change of a bed, or a change of its number, ward or notes. */
export const BedChange = z.strictObject({
  status: z.enum(bedStatuses).optional(),
  /**
   * The status that the user saw. A new status is refused if the bed has another one by now; new notes, if maintenance
   * began or ended meanwhile.
   */
  from: z.enum(bedStatuses).optional(),
  patientId: z
    .union([Id.meta({ [refersTo]: 'patient' }), z.literal('').transform(() => null), z.null()])
    .optional(),
  admissionDate: z.union([MomentInput, z.literal('').transform(() => null), z.null()]).optional(),
  expectedDischargeDate: expectedDischargeDate.optional(),
  notes: notes.optional(),
  bedNumber: bedNumber.optional(),
  ward: z.enum(wards).optional(),
  unitId: Id.meta({ [refersTo]: 'unit' }).optional(),
  doctorId: Id.meta({ [refersTo]: 'doctor' }).optional(),
  diagnosis: optionalText(500).optional(),
  sexRuleReason,
})

export const listBeds = endpoint({
  name: 'listBeds',
  summary: 'Every bed as it is now, by ward and number',
  method: 'GET',
  path: '/beds',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  scope: { kind: 'beds' },
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
  summary: 'Who was in which bed at a past moment',
  method: 'GET',
  path: '/beds/at/{moment}',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: z.strictObject({ moment: MomentInput }),
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

export const addBeds = endpoint({
  name: 'addBeds',
  summary: 'Add several beds of a ward, all of them or none',
  method: 'POST',
  path: '/beds/several',
  permission: 'bed.edit',
  kind: 'create',
  body: z.strictObject({
    bedNumbers: z
      .array(bedNumber, { error: 'Bed numbers are required' })
      .min(1, 'Bed numbers are required')
      .max(mostBedsAtOnce, `At most ${mostBedsAtOnce} beds can be added at once.`)
      .superRefine((numbers, context) => {
        const twice = firstTwice(numbers)
        if (twice) context.addIssue(`${twice} is listed twice.`)
      }),
    ward: BedForm.shape.ward,
    unitId: BedForm.shape.unitId,
  }),
  reply: z.array(Bed),
  errors: ['bed_number_taken'],
})

export const changeBed = endpoint({
  name: 'changeBed',
  summary: 'Assign a patient, discharge, set or end maintenance; or change number, ward, notes',
  method: 'PUT',
  path: '/beds/{id}',
  permission: 'bed.view',
  cases: {
    describe: { summary: 'Change the number, the ward or the notes', permission: 'bed.edit', edits: true },
    admit: { summary: 'Assign a patient (OCCUPIED)', permission: 'bed.admit' },
    discharge: { summary: 'Discharge the bed’s patient (AVAILABLE)', permission: 'bed.admit' },
    setMaintenance: { summary: 'Take the bed out of use (MAINTENANCE)', permission: 'bed.maintain' },
    endMaintenance: { summary: 'Give the bed back to use (AVAILABLE)', permission: 'bed.maintain' },
  },
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
    'ward_for_other_sex',
  ],
})

export const deleteBed = endpoint({
  name: 'deleteBed',
  summary: 'Delete a bed; one with past stays is retired, and the stays remain',
  method: 'DELETE',
  path: '/beds/{id}',
  permission: 'bed.edit',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['bed_occupied'],
})

export const auditWords = {
  listBeds: 'beds',
  listBedsOfWard: 'beds of a ward',
  listBedsAt: 'beds at a past moment',
  readBed: 'bed',
  addBed: 'added a bed',
  addBeds: 'added beds',
  changeBed: 'changed the bed',
  deleteBed: 'deleted a bed',
}
