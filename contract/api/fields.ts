import { z } from 'zod'

/** The kinds of field that several nouns share. Texts are trimmed and hold nothing that can't be seen to be there. */

/** The message for a date or time that can't be read. Forms replace the example with one in the format people type. */
export const notADay = 'Enter a valid date, e.g. 2026-11-21'
export const notAMoment = 'Enter a valid date and time, e.g. 2026-11-21T14:30:00Z'

/**
 * Control characters, half a character, what Unicode will never make one, and letters of tags, which are invisible, except
 * after the black flag that they make the flag of England, Scotland or Wales.
 */
const unprintable =
  /(?![\t\n])\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}]|(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]/u
const cantBeShown = 'Contains characters that can’t be shown'
/** Characters that reverse the text after them, past the end of their field: 'SMITH' and 'Jo' read 'SMITHoJ'. */
const turning = /[\u202A-\u202E\u2066-\u2069]/
const turns = 'Contains hidden characters that reverse text. Delete it and type it again'
/** Stands in no text that is kept. */
const neverFound = new RegExp(`${unprintable.source}|${turning.source}|[\\t\\n]`, 'gu')

/**
 * Something that takes room on a screen: no space, no control character, nothing that Unicode calls ignorable (zero-width,
 * soft hyphen, Hangul filler), no Braille blank, and no mark without a letter. Among others all but control characters may
 * stand: Persian and emoji need some.
 */
const visible =
  /[^\s\p{Z}\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u
const looksEmpty = (typed: string) => !visible.test(typed)

/** Every kind of line break as '\n'. */
const withPlainBreaks = (typed: string) => typed.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')

/** A text of as many lines as somebody likes, as it is being typed: it may be empty. */
export function lines(longest: number, required?: string) {
  return z
    .string(required)
    .overwrite(withPlainBreaks)
    .trim()
    .max(longest, `At most ${longest} characters`)
    .refine((typed) => !unprintable.test(typed), cantBeShown)
    .refine((typed) => !turning.test(typed), turns)
}

/** A text of one line. */
export function text(longest: number, required?: string) {
  return lines(longest, required)
    .overwrite((typed) => typed.replaceAll('\t', ' '))
    .refine((typed) => !typed.includes('\n'), 'Must be on one line')
}

type Text = ReturnType<typeof text>

function required(written: Text, message: string) {
  return written.min(1, { error: message, abort: true }).refine((typed) => !looksEmpty(typed), message)
}
function optional(written: Text) {
  return written.nullish().transform((typed) => (typed && !looksEmpty(typed) ? typed : null))
}

/** A text of one line that has to be there; `message` is what stands beside the field when it is not. */
export const requiredText = (message: string, longest = 200) => required(text(longest, message), message)
export const requiredLines = (message: string, longest = 2000) => required(lines(longest, message), message)

/** A text of one line that may be left out; an empty one counts as left out (null). */
export const optionalText = (longest = 2000) => optional(text(longest))
export const optionalLines = (longest = 2000) => optional(lines(longest))

/** An e-mail address that may be left out; an empty one counts as left out (null). */
export const optionalEmail = z
  .union([
    z.literal('').transform(() => null),
    z.string().trim().max(254, 'At most 254 characters').pipe(z.email('Invalid email address')),
    z.null(),
  ])
  .optional()
  .transform((typed) => typed ?? null)

export const Id = z.guid().toLowerCase()
/** The parameters of an address that names one record. */
export const byId = z.strictObject({ id: Id })
/** A calendar day, yyyy-mm-dd, with no time and no zone: it never moves. */
export const Day = z.iso
  .date(notADay)
  .refine((day) => day >= '1850-01-01' && day <= '2200-12-31', 'Enter a date between 1850 and 2200')
export function requiredDay(message: string) {
  return z.string({ error: message }).trim().min(1, message).pipe(Day)
}
/** A wall-clock time in the hospital's zone, hh:mm. */
export function requiredTime(message: string) {
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a valid time, e.g. 14:30')
}
/** A day that may be left out; an empty one counts as left out (null). */
export function optionalDay(message: string) {
  return z
    .union([z.literal('').transform(() => null), requiredDay(message), z.null()])
    .optional()
    .transform((typed) => typed ?? null)
}

/** A moment in UTC, ISO 8601 with milliseconds, as answers tell it. */
export const Moment = z.string()
const typedMoment = z.iso
  .datetime({ offset: true, error: notAMoment })
  .refine((typed) => Day.safeParse(typed.slice(0, 10)).success, 'Enter a moment between 1850 and 2200')
/** A moment as requests tell it; made UTC, because PostgreSQL does not take every offset that ISO 8601 does. */
export const MomentInput = typedMoment.transform((typed) => new Date(typed).toISOString())
/** A day, or a moment cut to its day. */
export const DayInput = z
  .union([Day, typedMoment], { error: notADay })
  .transform((typed) => typed.slice(0, 10))

/** The largest that any amount is, and what an amount of one thing may cost altogether. */
export const largestAmount = 999_999_999
export const largestValue = 999_999_999_999.99
/** A number with at most `decimals` decimals. */
export function amount(required: string, decimals: number) {
  return z
    .number({
      error: (issue) => (issue.input === undefined || issue.input === null ? required : 'Must be a number'),
    })
    .max(largestAmount, 'At most 999,999,999')
    .refine((value) => Number(value.toFixed(decimals)) === value, `At most ${decimals} decimals`)
}
/** An amount of the hospital's currency: two decimals at most, none below zero. */
export const money = (required: string) => amount(required, 2).min(0, 'Can’t be negative')
/** A quantity of stock, in the item's unit: three decimals at most. */
export const quantityFrom0 = (required: string) => amount(required, 3).min(0, 'Can’t be negative')
export const quantityAbove0 = (required: string) => amount(required, 3).positive('Must be more than zero')

/** The form of an edit: fields that are left out stay as they are, and null clears an optional one. */
export function editOf<Shape extends z.ZodRawShape>(form: z.ZodObject<Shape, z.core.$strict>) {
  return form
    .partial()
    .refine((edit) => Object.values(edit).some((value) => value !== undefined), 'Nothing to change')
}

/** A search in a list; empty means everything. */
export const SearchText = z
  .string()
  .trim()
  .max(100, 'At most 100 characters')
  .refine((typed) => typed.isWellFormed(), cantBeShown)
  .transform((typed) => (looksEmpty(typed) ? '' : typed.replace(neverFound, ' ').trim()))

/** One of them or several, with commas between them. */
export function severalOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .max(80)
    .transform((typed) => typed.split(','))
    .pipe(z.array(z.enum(values)))
}
