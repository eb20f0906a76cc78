import { z } from 'zod'

export const severities = ['MILD', 'MODERATE', 'SEVERE'] as const
export type Severity = (typeof severities)[number]
/** What a doctor can say of one. */
export const judgements = ['SUSPECTED', 'CONFIRMED'] as const
/** What somebody was told is 'reported' until a doctor has judged it. */
export const certainties = ['REPORTED', ...judgements] as const
export type Certainty = (typeof certainties)[number]

/** An entry of the list as it stands wherever a patient is named. */
export const Allergen = z.object({
  /** What was said, where none is known: 'None known', 'NKDA'. */
  substance: z.string(),
  isNoneKnown: z.boolean(),
  reaction: z.string().nullable(),
  /** Null where nobody has said. */
  severity: z.enum(severities).nullable(),
  certainty: z.enum(certainties),
})
export type Allergen = z.infer<typeof Allergen>
