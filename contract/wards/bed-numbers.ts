import { fold } from '../fold.ts'
import { firstTwice, longestBedNumber, mostBedsAtOnce } from './beds.ts'

/** The bed numbers that were meant by what was typed, or why they can't be told, in a sentence. */
export type MeantBeds = { numbers: string[] } | { problem: string }

const example = 'A-101 to A-130'
/** 'A-101 to A-130', 'A-101 – A-130', 'A-101…A-130': a hyphen is part of a number unless there is space around it. */
const between = / to | -+ | ?(?:[–—…]|\.{2,}) ?/i
const counted = /(.*?)(\d{1,9})$/

/**
 * Reads what somebody types who adds many beds: ranges and single numbers, one a line or with commas between them.
 * Leading zeros count: 'B-001 to B-012' goes on with B-002.
 */
export function meantBeds(typed: string): MeantBeds {
  const parts = typed
    .split(/[,;\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
  const numbers: string[] = []
  for (const part of parts) {
    const meant = meantByPart(part, mostBedsAtOnce - numbers.length)
    if ('problem' in meant) return meant
    numbers.push(...meant.numbers)
  }
  const long = numbers.find((number) => number.length > longestBedNumber)
  if (long)
    return { problem: `${long} is too long: a bed number has at most ${longestBedNumber} characters.` }
  const twice = firstTwice(numbers)
  if (twice) return { problem: `${twice} is listed twice.` }
  return numbers.length > 0 ? { numbers } : { problem: 'Bed numbers are required' }
}

function meantByPart(part: string, most: number): MeantBeds {
  const [from = '', to, ...more] = part.split(between)
  if (to === undefined && !/\bto$|^to\b/i.test(part)) {
    return most > 0 ? { numbers: [part] } : tooMany
  }
  const [first, last] = [counted.exec(from), counted.exec(to ?? '')]
  if (!first || !last || more.length > 0) return { problem: `Enter a range such as ${example}.` }
  const [, prefix = '', begins = ''] = first
  const [, otherPrefix = '', ends = ''] = last
  if (otherPrefix && fold(otherPrefix) !== fold(prefix)) {
    return { problem: `${from} and ${to} begin differently. Enter a range for each, such as ${example}.` }
  }
  const [low, high] = [Number(begins), Number(ends)]
  if (high < low) return { problem: `${from} to ${to} runs backwards: the lower number comes first.` }
  if (high - low + 1 > most) return tooMany
  const numberOf = (place: number) => `${prefix}${String(low + place).padStart(begins.length, '0')}`
  return { numbers: Array.from({ length: high - low + 1 }, (_, place) => numberOf(place)) }
}

const tooMany: MeantBeds = { problem: `At most ${mostBedsAtOnce} beds can be added at once.` }

/** 'A-101 to A-130, B-7': consecutive numbers are written as a range. */
export function bedNumberWords(numbers: readonly string[]): string {
  const runs: { first: string; last: string }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && follows(run.last, number)) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(', ')
}

/** 'A-101 to A-104 exist already.' */
export function existWords(numbers: readonly string[]): string {
  return `${bedNumberWords(numbers)} ${numbers.length === 1 ? 'exists' : 'exist'} already.`
}

function follows(one: string, next: string): boolean {
  const [, prefix, digits = ''] = counted.exec(one) ?? []
  return (
    prefix !== undefined && next === `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`
  )
}
