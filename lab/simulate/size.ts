import { stockedItems } from '../../server/demo/content.ts'

/** The size of the simulated hospital, and the length of the simulation. */
export interface Size {
  days: number
  beds: number
  /** Outpatients booked on a weekday. */
  outpatients: number
  /** How many sets of vital signs a patient on a ward has taken in a day. */
  vitals: number
  /** Kinds of items in the store. */
  items: number
  /** Minutes of one step of the clock. */
  step: number
  /** How many calls are made at the same time. */
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
