import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { news2 } from '../../../contract/clinical/news2.ts'
import { type Deviation, monthsOn } from '../../../contract/clinical/normal.ts'
import type { SignName } from '../../../contract/clinical/signs.ts'
import type { VitalSigns } from '../../../contract/clinical/vitals.ts'
import { ageOn } from '../../../contract/people/patients.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { inZone } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

/** The labels of the signs. */
export const signLabels: Record<SignName | 'consciousness' | 'oxygen', string> = {
  temperature: 'Temperature',
  pulse: 'Pulse',
  respiratoryRate: 'Respiratory Rate',
  systolic: 'Systolic BP',
  diastolic: 'Diastolic BP',
  oxygenSaturation: 'Oxygen Saturation',
  weight: 'Weight',
  height: 'Height',
  pain: 'Pain',
  consciousness: 'Consciousness',
  oxygen: 'Air or Oxygen',
}

export const deviationLooks: Record<Deviation, StatusLook> = {
  low: { word: 'Low', icon: IconArrowDown, tone: 'amber' },
  high: { word: 'High', icon: IconArrowUp, tone: 'amber' },
}
/** The look of reduced consciousness. */
export const notAlertLook: StatusLook = { word: 'Not alert', icon: IconAlertTriangle, tone: 'amber' }

/** 'Dr Anika Mehta', or the plain name of a nurse or somebody in a role of the hospital's own. */
export function recorderOf({
  recordedAs,
  recordedBy,
}: Pick<VitalSigns, 'recordedAs' | 'recordedBy'>): string {
  return recordedAs === 'doctor' ? doctorName(recordedBy) : recordedBy
}

/** How old somebody was when a set was taken: in years, and in months. */
export function ageWhen({ takenAt }: { takenAt: string }, dateOfBirth: string, timeZone: string) {
  const { day } = inZone(takenAt, timeZone)
  return { years: ageOn(day, dateOfBirth), months: monthsOn(day, dateOfBirth) }
}

/** The score of a set, as it counted at that age. */
export function scoreOf(set: VitalSigns, dateOfBirth: string, timeZone: string) {
  return news2(set, ageWhen(set, dateOfBirth, timeZone).years)
}
