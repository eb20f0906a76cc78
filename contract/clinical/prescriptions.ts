import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import type { ScopeKind } from '../api/live.ts'
import { unlessRestricted } from '../api/only-for.ts'
import { PatientIdentity } from '../people/patients.ts'
import { PrescribableMedicine, stockStatuses } from '../store/items.ts'
import { wards } from '../wards/wards.ts'
import { Medication } from './medications.ts'

/** The day's prescriptions for the pharmacy, apart from a patient's own, so that records don't load them. */

export const scopes = {
  prescriptions: { summary: 'The medicines prescribed today', permission: 'clinical.view' },
} as const satisfies Record<string, ScopeKind>

/** The most prescriptions of a day that are listed. */
export const mostPrescriptions = 200

/** A medicine that was prescribed today, beside what the store has of it. */
export const Prescription = Medication.pick({
  id: true,
  patientId: true,
  unit: true,
  route: true,
  frequency: true,
  startsOn: true,
  isInpatient: true,
  recordedAt: true,
  recordedBy: true,
}).extend({
  name: unlessRestricted(Medication.shape.name),
  dose: unlessRestricted(Medication.shape.dose),
  stopped: unlessRestricted(Medication.shape.stopped),
  patient: PatientIdentity,
  /** The bed that the patient is in now; null if they are in none. */
  bed: z.object({ bedNumber: z.string(), ward: z.enum(wards), unitName: z.string() }).nullable(),
  /** The medicine of this name in the store, with the status of what can be used of it; null if there is none. */
  stock: unlessRestricted(
    PrescribableMedicine.pick({ id: true, name: true, unit: true, usable: true }).extend({
      status: z.enum(stockStatuses),
    }),
  ),
})
export type Prescription = z.infer<typeof Prescription>

export const listPrescriptions = endpoint({
  name: 'listPrescriptions',
  summary: `The medicines prescribed today, with what the store has of each, newest first (${mostPrescriptions} at most)`,
  method: 'GET',
  path: '/medications/today',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  isAlikeByRole: true,
  /** `total` counts those that are not listed, too. */
  reply: z.object({ items: z.array(Prescription), total: z.number().int() }),
})

export const auditWords = {
  listPrescriptions: 'medicines prescribed today',
}
