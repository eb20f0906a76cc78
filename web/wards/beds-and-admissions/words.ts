import {
  IconAlertTriangle,
  IconAmbulance,
  IconBed,
  IconCircleCheck,
  IconDoorExit,
  IconHeartbeat,
  IconTool,
  IconTrendingUp,
  IconUrgent,
  IconUserCheck,
} from '@tabler/icons-react'
import { type Acuity, type Admission, type AdmissionStatus } from '../../../contract/wards/admissions.ts'
import { type Bed } from '../../../contract/wards/beds.ts'
import { type BedStatus, daysIn, type Ward } from '../../../contract/wards/wards.ts'
import { formatDay, inZone } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

/** 'ICU-3, ICU'; 'A-101, General Ward' */
export function placeWords(bed: { bedNumber: string; unitName: string }): string {
  return `${bed.bedNumber}, ${bed.unitName}`
}

/** Why a patient is in a ward that is for the other sex. */
export function wardReasonWords(reason: string): string {
  return `Reason for this ward: ${reason}`
}

/** 'Day 5', the day of admission being day 1. */
export function dayWords(admissionDate: string, today: string, timeZone: string): string {
  return `Day ${Math.max(1, daysIn(inZone(admissionDate, timeZone).day, today))}`
}

export const bedLooks: Record<BedStatus, StatusLook> = {
  AVAILABLE: { word: 'Available', icon: IconCircleCheck, tone: 'green' },
  OCCUPIED: { word: 'Occupied', icon: IconBed, tone: 'ink' },
  MAINTENANCE: { word: 'Maintenance', icon: IconTool, tone: 'violet' },
}

export const admissionStatusLooks: Record<AdmissionStatus, StatusLook> = {
  active: { word: 'Active', icon: IconUserCheck, tone: 'green' },
  discharged: { word: 'Discharged', icon: IconDoorExit, tone: 'quiet' },
  transferred: { word: 'Transferred', icon: IconAmbulance, tone: 'blue' },
}

/** Somebody who is in the hospital now. */
export const admittedLook: StatusLook = { word: 'Admitted', icon: IconBed, tone: 'ink' }

export const acuityLooks: Record<Acuity, StatusLook> = {
  STABLE: { word: 'Stable', icon: IconHeartbeat, tone: 'green' },
  IMPROVING: { word: 'Improving', icon: IconTrendingUp, tone: 'blue' },
  SERIOUS: { word: 'Serious', icon: IconAlertTriangle, tone: 'amber' },
  CRITICAL: { word: 'Critical', icon: IconUrgent, tone: 'red' },
}

export interface Departure {
  words: string
  isOverdue: boolean
}

/** When a patient is expected to leave, as seen from today. */
export function departureOf(expected: string | null, today: string): Departure {
  if (!expected) return { words: 'Expected discharge not recorded', isOverdue: false }
  if (expected < today) return { words: `Overdue since ${formatDay(expected)}`, isOverdue: true }
  return {
    words: expected === today ? 'Expected discharge today' : `Expected discharge ${formatDay(expected)}`,
    isOverdue: false,
  }
}

/** Whether a patient is expected to leave today, or was earlier. */
export function isLeaving(
  { expectedDischargeDate: expected }: Pick<Bed, 'expectedDischargeDate'>,
  today: string,
) {
  return expected !== null && expected <= today
}

/** Somebody who lies in a bed. */
export type OccupiedBed = Bed & {
  patient: NonNullable<Bed['patient']>
  admissionId: string
  admissionDate: string
}

export function isOccupied(bed: Bed): bed is OccupiedBed {
  return bed.status === 'OCCUPIED' && bed.patient !== null && bed.admissionId !== null
}

/** The details of an inpatient that all dialogs need. */
export interface Inpatient {
  admissionId: string
  patient: Admission['patient']
  bedId: string
  bedNumber: string
  ward: Ward
  unitName: string
}

export function inpatientIn(bed: OccupiedBed): Inpatient {
  const { admissionId, patient, id, bedNumber, ward, unitName } = bed
  return { admissionId, patient, bedId: id, bedNumber, ward, unitName }
}

export function inpatientOf({ id, patient, bedId, bed }: Admission): Inpatient {
  return { admissionId: id, patient, bedId, ...bed }
}
