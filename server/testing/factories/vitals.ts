import type { z } from 'zod'
import { recordVitals, type VitalSigns, type VitalSignsForm } from '../../../contract/clinical/vitals.ts'
import type { Answer, Client, Extra } from '../client.ts'

/** A full set, of somebody who is well; NEWS2 of it is 0. */
export const wellSet = {
  temperature: 36.8,
  pulse: 72,
  respiratoryRate: 16,
  systolic: 122,
  diastolic: 78,
  oxygenSaturation: 98,
  consciousness: 'ALERT',
  oxygen: 'AIR',
} as const satisfies z.input<typeof VitalSignsForm>

/** A full set of a very ill patient, with a NEWS2 of 13. */
export const illSet = {
  ...wellSet,
  respiratoryRate: 28,
  oxygenSaturation: 90,
  oxygen: 'OXYGEN',
  systolic: 88,
  pulse: 121,
} as const

/** Records a set of vital signs; the answer may be a refusal. */
export function takeVitals(
  doctor: Client,
  patient: { id: string },
  set: z.input<typeof VitalSignsForm> = wellSet,
  extra: Extra = {},
): Promise<Answer<VitalSigns>> {
  return doctor.call(recordVitals, { params: { id: patient.id }, body: set }, extra)
}
