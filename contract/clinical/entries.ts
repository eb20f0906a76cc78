import { z } from 'zod'
import { Moment, MomentInput, requiredLines } from '../api/fields.ts'
import { PageQuery } from '../api/page.ts'

/**
 * Entries on a patient's record: vital signs, problems, medications and so on. An entry is appended and never
 * edited; one made in error is struck through with a reason, and stays where the history is shown. Record 24 tells how to
 * make another kind of entry.
 */

export const errors = {
  entry_struck: 409,
  /** A value that is possible and unlikely: sent again with `evenIfUnlikely`, it is saved. */
  value_unlikely: 409,
} as const

/** The strike-through of an entry that was made in error. */
export const Struck = z.object({ at: Moment, by: z.string(), isByDoctor: z.boolean(), reason: z.string() })
export type Struck = z.infer<typeof Struck>

/** The author and time of an entry, and whether it still counts. */
export const entryTrace = {
  id: z.string(),
  patientId: z.string(),
  recordedAt: Moment,
  recordedBy: z.string(),
  /** Null for what counts. */
  struck: Struck.nullable(),
}

/** When what an entry tells was true. Left out it is now; never later than that. */
export const trueAt = MomentInput.optional()

export const StrikeForm = z.strictObject({ reason: requiredLines('Reason is required', 500) })

/** A page of entries: all of them, or those that count (`current`), or the others (`past`: over, or struck through). */
export const EntryPageQuery = PageQuery.extend({ state: z.enum(['current', 'past']).optional() })
export type EntryState = z.output<typeof EntryPageQuery>['state']
