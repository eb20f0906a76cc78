import type { FormularyMedicine } from '../../contract/clinical/formulary/formulary.ts'
import type { Medication } from '../../contract/clinical/medications.ts'
import type { VitalSigns } from '../../contract/clinical/vitals.ts'
import type { EarlyWarning } from '../../contract/clinical/warnings/early-warning.ts'
import { newId } from './records.ts'

/** The last score of a patient: a high one that nobody has acknowledged, taken 20 minutes ago. */
export function warningOf({ id }: { id: string }, fields: Partial<EarlyWarning> = {}): EarlyWarning {
  return {
    id,
    vitalSignsId: newId(),
    score: 9,
    band: 'High',
    takenAt: '2026-11-23T04:10:00.000Z',
    alert: { acknowledged: null },
    ...fields,
  }
}

/** A medicine of the formulary with every kind of maximum but a child's own. */
export const paracetamol: FormularyMedicine = {
  id: newId(),
  name: 'Paracetamol',
  route: null,
  unit: 'MG',
  maxDose: 1000,
  maxDailyDose: 4000,
  maxDosePerKg: 15,
  maxChildDose: null,
  version: 1,
}

/** Vital signs with a weight and nothing else. */
export const weighed = (weight: number): VitalSigns => ({
  id: newId(),
  patientId: newId(),
  recordedAt: '2026-11-20T05:00:00.000Z',
  recordedBy: 'Anika Mehta',
  recordedById: newId(),
  recordedAs: 'doctor',
  struck: null,
  takenAt: '2026-11-20T05:00:00.000Z',
  temperature: null,
  pulse: null,
  respiratoryRate: null,
  systolic: null,
  diastolic: null,
  oxygenSaturation: null,
  weight,
  height: null,
  pain: null,
  consciousness: null,
  oxygen: null,
  usesScale2: false,
})

export function medicationOf(fields: Partial<Medication> = {}): Medication {
  return {
    id: newId(),
    patientId: newId(),
    recordedAt: '2026-11-20T05:00:00.000Z',
    recordedBy: 'Anika Mehta',
    struck: null,
    name: 'Paracetamol 500 mg',
    dose: 500,
    unit: 'MG',
    route: 'ORAL',
    frequency: 'DAILY',
    instructions: null,
    startsOn: '2026-11-20',
    endsOn: null,
    reason: null,
    allergy: null,
    allergyReason: null,
    countersignedBy: null,
    weight: null,
    doseQuestion: null,
    doseReason: null,
    prescriberNumber: null,
    isInpatient: false,
    replacesId: null,
    stopped: null,
    isCurrent: true,
    ...fields,
  }
}
