import { stockedItems } from '../server/demo/content.ts'

/** The size of the simulated hospital, and the length of the simulation. */
export interface Size {
  days: number
  beds: number
  /** Booked on a weekday. */
  outpatients: number
  /** Sets of vital signs that a patient on a ward has taken in a day. */
  vitals: number
  /** Kinds of things in the store. */
  items: number
  /** Minutes after which the clock goes on. */
  step: number
  /** Calls that are underway at once. */
  atOnce: number
  /** The first day, a Sunday: the hospital is set up on it. */
  from: string
  /** IANA name: clocks go forward in spring and back in autumn. */
  timeZone: string
  seed: number
}

export const usualSize: Size = {
  days: 365,
  beds: 300,
  outpatients: 300,
  vitals: 2,
  items: stockedItems.length,
  step: 15,
  atOnce: 12,
  from: '2027-01-03',
  timeZone: 'Europe/London',
  seed: 1858,
}
