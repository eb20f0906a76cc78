import { z } from 'zod'

export const severities = ['MILD', 'MODERATE', 'SEVERE'] as const
export type Severity = (typeof severities)[number]
/** How certain a doctor can say an allergy is. */
export const judgements = ['SUSPECTED', 'CONFIRMED'] as const
/** An allergy is 'reported' until a doctor has judged it. */
export const certainties = ['REPORTED', ...judgements] as const
export type Certainty = (typeof certainties)[number]

/** In the words in which forms say that there is none. */
export const noneKnown = 'None known'

/** An entry of the allergy list, as shown wherever a patient is named. */
export const Allergen = z.object({
  /** The substance, or the words that were entered if there is no allergy: 'None known', 'NKDA'. */
  substance: z.string(),
  isNoneKnown: z.boolean(),
  reaction: z.string().nullable(),
  /** Null if no one has recorded it. */
  severity: z.enum(severities).nullable(),
  certainty: z.enum(certainties),
})
export type Allergen = z.infer<typeof Allergen>
