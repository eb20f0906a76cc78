import { z } from 'zod'

/** The kinds of field that several nouns share. Texts are trimmed and hold nothing that PostgreSQL can't keep. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** A text as it is being typed: it may be empty. */
export function text(longest: number, required?: string) {
  return z
    .string({ error: required ?? 'Must be text' })
    .trim()
    .max(longest, `At most ${longest} characters`)
    .refine((typed) => !unprintable.test(typed), 'Contains characters that can’t be shown')
}

/** A text that has to be there; `message` is what stands beside the field when it is not. */
export function requiredText(message: string, longest = 200) {
  return text(longest, message).min(1, message)
}

/** A text that may be left out; an empty one counts as left out (null). */
export function optionalText(longest = 2000) {
  return text(longest)
    .nullish()
    .transform((typed) => typed || null)
}

export const Id = z.guid('Not a valid id').toLowerCase()
/** A calendar day, yyyy-mm-dd, with no time and no zone: it never moves. */
export const Day = z.iso
  .date('Must be a date (yyyy-mm-dd)')
  .refine((day) => day >= '1850-01-01' && day <= '2200-12-31', 'Not a plausible date')
export function requiredDay(message: string) {
  return z.string({ error: message }).trim().min(1, message).pipe(Day)
}
/** A wall-clock time in the hospital's zone, hh:mm. */
export function requiredTime(message: string) {
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time (hh:mm)')
}
/** A moment in UTC, ISO 8601 with milliseconds. */
export const Moment = z.string()
/** What somebody typed to search a list; empty means everything. */
export const SearchText = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  .transform((typed) => typed.replace(/[\u0000-\u001F\u007F]/g, ' ').trim())
