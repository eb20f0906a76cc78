import type { Ward } from '../../../contract/wards/wards.ts'

/**
 * Published averages of hospitals; README.md names the sources. Unpublished ones are marked as assumed.
 */

/**
 * England, 2012/13: the shares of 94 million appointments that were missed, or cancelled by patients or by hospitals.
 */
export const visits = {
  notAttended: 0.073,
  cancelledByPatient: 0.061,
  cancelledByHospital: 0.061,
  /** The share of patients seen who were booked again on the spot. */
  followUp: 0.332,
  /**
   * Assumed: the share of patients who are new, and of those who come without an appointment, at any hour of any day.
   */
  isNew: 0.3,
  emergencies: 0.06,
}

/** England, 2017/18: the share of discharges that an emergency admission followed within 30 days. */
export const readmitted = 0.137
/** OECD, United Kingdom, 2019: days in curative care. */
export const averageStay = 5.8
/** England, general and acute beds, 2019/20. */
export const occupancy = 0.88
/** Royal College of Physicians: patients with a NEWS2 score of 0 are observed every 12 hours at least. */
/** A hospital with 200 beds uses 16,000 gloves a day. */
export const glovesOfBedDay = 80

/** By month. Assumed in size: northern hospitals are fuller in winter, and emptier in August. */
export const seasons = [1.06, 1.06, 1.03, 1, 0.99, 0.97, 0.97, 0.95, 0.98, 1, 1.02, 1.03]
/** Monday first. Assumed in size: planned admissions come on weekdays. */
export const weekdays = [1.14, 1.1, 1.08, 1.05, 1.03, 0.82, 0.78]

export interface WardAverages {
  /** The share of the hospital's beds. */
  share: number
  /** The average length of a stay in this ward, in days. */
  stay: number
  occupancy: number
  /** The wards to which patients are moved, with the share of patients for each. */
  next?: readonly (readonly [Ward, number])[]
  takes(age: number): boolean
}

/**
 * Assumed, so that all wards together have the averages above. Critical care was three quarters full in England
 * (February 2022).
 */
export const wardAverages: Readonly<Record<Ward, WardAverages>> = {
  GENERAL: { share: 0.58, stay: 6.6, occupancy: 0.92, takes: (age) => age >= 16 },
  ICU: { share: 0.05, stay: 3.5, occupancy: 0.75, next: [['GENERAL', 0.8]], takes: (age) => age >= 16 },
  EMERGENCY: {
    share: 0.06,
    stay: 0.8,
    occupancy: 0.8,
    next: [
      ['GENERAL', 0.5],
      ['ICU', 0.06],
    ],
    takes: () => true,
  },
  PEDIATRIC: { share: 0.1, stay: 2.4, occupancy: 0.78, takes: (age) => age < 16 },
  MATERNITY: { share: 0.12, stay: 2.6, occupancy: 0.85, takes: (age) => age >= 16 && age < 50 },
  PSYCHIATRIC: { share: 0.09, stay: 30, occupancy: 0.95, takes: (age) => age >= 16 },
}

/** Where patients go when they leave. Assumed, except for deaths: 2 to 3 of 100 in English hospitals. */
export const destinations = [
  ['HOME', 94],
  ['OTHER_HOSPITAL', 2.5],
  ['AGAINST_ADVICE', 1],
  ['DIED', 2.5],
] as const
