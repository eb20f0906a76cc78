import type { Acuity } from '../../../contract/admissions.ts'
import type { Ward } from '../../../contract/wards.ts'

const day = 24
const numbered = (prefix: string, first: number, count: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}-${first + place}`)

export interface WardCustom {
  beds: readonly string[]
  /** How many patients come straight to this ward in a day. */
  arrivals: number
  /** Least and most hours in a bed of this ward. */
  stays: readonly [number, number]
  /** Where those go who stay in the hospital, how likely, and why. */
  next?: readonly { ward: Ward; likely: number; reason: string }[]
  /** Nobody is admitted twice in a quarter for this. */
  once?: boolean
}

/** What the wards of the demo hospital are like; why patients come to them, `content/stays.json` says. */
export const wardCustoms: Record<Ward, WardCustom> = {
  GENERAL: { beds: numbered('A', 101, 10), arrivals: 1.25, stays: [2 * day, 9 * day] },
  ICU: {
    beds: numbered('ICU', 1, 5),
    arrivals: 0.45,
    stays: [1.5 * day, 7 * day],
    next: [{ ward: 'GENERAL', likely: 0.72, reason: 'Stable for 24 hours, no longer needs intensive care' }],
  },
  EMERGENCY: {
    beds: numbered('ER', 1, 4),
    arrivals: 1.9,
    stays: [7, 34],
    next: [
      { ward: 'GENERAL', likely: 0.22, reason: 'Needs further treatment on the ward' },
      { ward: 'ICU', likely: 0.25, reason: 'Deteriorated, needs intensive care' },
    ],
  },
  PEDIATRIC: { beds: numbered('P', 201, 4), arrivals: 0.95, stays: [1.2 * day, 5 * day] },
  MATERNITY: { beds: numbered('M', 301, 4), arrivals: 0.72, stays: [1.5 * day, 5.5 * day], once: true },
  PSYCHIATRIC: { beds: numbered('Y', 401, 3), arrivals: 0.2, stays: [8 * day, 26 * day], once: true },
}

export const bedNotes: Readonly<Record<string, string>> = {
  'A-101': 'By the window',
  'A-104': 'Near the nurses’ station',
  'A-110': 'Single room, suitable for isolation',
  'ICU-1': 'Ventilator',
  'ICU-2': 'Ventilator, dialysis connection',
  'ER-4': 'Resuscitation bay',
  'P-204': 'Folding bed for a parent',
  'M-301': 'Family room',
}

/** What is noted of anybody, by whether they are grown up; the rest depends on the illness. */
export const admissionNotes = {
  adult: [
    'Needs an interpreter; a relative is reachable by phone.',
    'Blood results pending.',
    'Prefers to be spoken to on the right side.',
    'No visitors after 6 PM, at the patient’s wish.',
  ],
  child: ['A parent stays overnight.', 'Blood results pending.'],
}

/** True of every illness. */
export const acuityNotes: Record<Acuity, readonly string[]> = {
  STABLE: ['Observations within limits overnight.', 'No new complaints.'],
  IMPROVING: ['Slept well, feels better today.', 'Eats and drinks again.'],
  SERIOUS: ['Observations every hour.', 'Closely observed, family informed.'],
  CRITICAL: ['Continuous monitoring, reviewed by the intensive care team.'],
}
