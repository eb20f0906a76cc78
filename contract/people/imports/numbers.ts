/**
 * The decimal mark of a column of numbers, proved by the column's own values or chosen by a person, as the order of dates
 * is: 1,234 is a thousand times as many on either side of the Channel.
 */

export const decimalMarks = ['POINT', 'COMMA'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** `CLEAR`: no value has a mark. `UNPROVED`: every value with one can be read both ways. `MIXED`: some contradict others. */
export const numberProofs = ['CLEAR', 'POINT', 'COMMA', 'UNPROVED', 'MIXED'] as const
export type NumberProof = (typeof numberProofs)[number]

/** Facts about the values of a column so far. */
export interface NumberEvidence {
  numbers: number
  others: number
  point: string | null
  comma: string | null
  open: string | null
}

export const noNumbers = (): NumberEvidence => ({
  numbers: 0,
  others: 0,
  point: null,
  comma: null,
  open: null,
})

/** Without its currency, and without spaces and apostrophes between thousands. */
function bare(typed: string): string {
  const text = typed
    .trim()
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
    .replace(/\u2212/g, '-')
  return /^-?\d{1,3}([ \u00a0\u202f'’]\d{3})+([.,]\d+)?$/.test(text) ? text.replace(/[^\d.,-]/g, '') : text
}

/** A number as text that JavaScript reads, by either mark; undefined where it is none. */
function readings(typed: string): Record<DecimalMark, string | undefined> {
  const text = bare(typed)
  const by = (decimal: string, thousands: string) => {
    const pattern = new RegExp(`^-?(\\d+|[1-9]\\d{0,2}(\\${thousands}\\d{3})+)?(\\${decimal}\\d+)?$`)
    return /\d/.test(text) && pattern.test(text)
      ? text.replaceAll(thousands, '').replace(decimal, '.')
      : undefined
  }
  return { POINT: by('.', ','), COMMA: by(',', '.') }
}

/** Takes one value of a column into account; an empty one tells nothing. */
export function noteNumber(evidence: NumberEvidence, typed: string): void {
  if (typed.trim() === '') return
  const { POINT, COMMA } = readings(typed)
  if (POINT === undefined && COMMA === undefined) {
    evidence.others++
    return
  }
  evidence.numbers++
  if (POINT === COMMA) return
  if (COMMA === undefined) evidence.point ??= typed
  else if (POINT === undefined) evidence.comma ??= typed
  else evidence.open ??= typed
}

/** The mark that a column proves; null where few of its values are numbers. */
export function numberProof({ numbers, others, point, comma, open }: NumberEvidence): NumberProof | null {
  if (numbers === 0 || others > numbers) return null
  if (point && comma) return 'MIXED'
  if (point) return 'POINT'
  if (comma) return 'COMMA'
  return open ? 'UNPROVED' : 'CLEAR'
}

export const mustChooseMark = (proof: NumberProof | null) => proof === 'UNPROVED' || proof === 'MIXED'

/** The mark by which a column is read: the chosen one, else the proved one; null where it has to be chosen. */
export function markOf(proof: NumberProof | null, chosen: DecimalMark | undefined): DecimalMark | null {
  return chosen ?? (proof === 'POINT' || proof === 'COMMA' ? proof : null)
}

/** The number that a value of the column is, or the sentence for why it is none. */
export function readNumber(
  typed: string,
  mark: DecimalMark | null,
): { number: number } | { problem: string } {
  const both = readings(typed)
  const text = both.POINT === both.COMMA ? both.POINT : mark ? both[mark] : undefined
  if (text !== undefined) return { number: Number(text) }
  if (both.POINT === undefined && both.COMMA === undefined) return { problem: `“${typed}” is not a number` }
  return {
    problem: mark
      ? `“${typed}” is no number with a decimal ${mark === 'POINT' ? 'point' : 'comma'}`
      : `“${typed}” can be read two ways. Choose the decimal mark`,
  }
}
