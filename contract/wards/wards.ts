import { daysBetween } from '../days.ts'

export const wards = ['GENERAL', 'ICU', 'EMERGENCY', 'PEDIATRIC', 'MATERNITY', 'PSYCHIATRIC'] as const
export type Ward = (typeof wards)[number]
export const wardNames: Record<Ward, string> = {
  GENERAL: 'General Ward',
  ICU: 'ICU',
  EMERGENCY: 'Emergency',
  PEDIATRIC: 'Pediatric',
  MATERNITY: 'Maternity',
  PSYCHIATRIC: 'Psychiatric',
}

/** The sex that a ward can be for; without a rule it is for everyone. */
export const sexRules = ['FEMALE', 'MALE'] as const
export type SexRule = (typeof sexRules)[number]
export const sexRuleNames: Record<SexRule, string> = { FEMALE: 'Women', MALE: 'Men' }

export const bedStatuses = ['AVAILABLE', 'OCCUPIED', 'MAINTENANCE'] as const
export type BedStatus = (typeof bedStatuses)[number]

/** The notes of a bed that waits to be cleaned, unless somebody gave another reason. */
export const cleaningReasons = { discharge: 'Cleaning after discharge', transfer: 'Cleaning after transfer' }
export const maintenanceReason = 'Maintenance in progress'

/** Whole days that a patient has been in, the day of admission being day 1; both moments in the hospital's zone. */
export function daysIn(admissionDay: string, today: string): number {
  return daysBetween(admissionDay, today) + 1
}

export interface Occupancy {
  total: number
  available: number
  occupied: number
  maintenance: number
  /** Occupied of total, rounded; 0 without beds. */
  percentOccupied: number
}

export function occupancyOf(beds: readonly { status: BedStatus }[]): Occupancy {
  const count = (status: BedStatus) => beds.filter((bed) => bed.status === status).length
  const occupied = count('OCCUPIED')
  return {
    total: beds.length,
    available: count('AVAILABLE'),
    occupied,
    maintenance: count('MAINTENANCE'),
    percentOccupied: beds.length ? Math.round((occupied / beds.length) * 100) : 0,
  }
}
