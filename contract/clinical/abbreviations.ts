/**
 * Ways of writing that killed patients, and what is written instead: the Joint Commission's official 'Do Not Use' list
 * (2004, reaffirmed 2018; https://www.jointcommission.org/resources/news-and-multimedia/fact-sheets/facts-about-do-not-use-list/).
 */

interface Unsafe {
  readonly found: RegExp
  /** Its possible meanings. */
  readonly safe: readonly string[]
}

/** No letter or digit on either side. */
const alone = (written: string, flags = 'u') =>
  new RegExp(`(?<![\\p{L}\\p{N}.])(?:${written})(?![\\p{L}\\p{N}])`, flags)

const drugNames: readonly Unsafe[] = [
  { found: alone('MS', 'u'), safe: ['morphine sulfate', 'magnesium sulfate'] },
  { found: alone('MSO4', 'iu'), safe: ['morphine sulfate'] },
  { found: alone('MgSO4', 'iu'), safe: ['magnesium sulfate'] },
]
const orders: readonly Unsafe[] = [
  ...drugNames,
  // Also right behind a number: '10U'.
  { found: /(?<![\p{L}.])IU(?!\p{L})/iu, safe: ['international units'] },
  { found: /(?<![\p{L}.])U(?!\p{L})/iu, safe: ['units'] },
  { found: alone('Q\\.?O\\.?D\\.?', 'iu'), safe: ['every other day'] },
  { found: alone('Q\\.?D\\.?', 'iu'), safe: ['daily'] },
]

export interface UnsafeWriting {
  found: string
  /** Where in the text: the same letters may stand before it within a word or a number. */
  index: number
  safe: readonly string[]
}

function firstOf(list: readonly Unsafe[], text: string): UnsafeWriting | undefined {
  for (const { found, safe } of list) {
    const match = found.exec(text)
    if (match) return { found: match[0], index: match.index, safe }
  }
  return undefined
}

/** In a number as it was written: 1.0 is read as 10, and .5 as 5. */
export function unsafeNumber(text: string): UnsafeWriting | undefined {
  const trailing = /(?<![\d.])\d+\.\d*0(?![\d.])/.exec(text)
  if (trailing) {
    const [found] = trailing
    const number = found.replace(/\.?0+$/, '')
    // 5.000 may mean five thousand; only its author knows.
    const safe = /^[1-9]\d{0,2}\.\d{3}$/.test(found) ? [number, found.replace('.', '')] : [number]
    return { found, index: trailing.index, safe }
  }
  const leading = /(?<![\d.])\.\d+/.exec(text)
  return leading ? { found: leading[0], index: leading.index, safe: [`0${leading[0]}`] } : undefined
}

/** A comma in a number that parts thousands as probably as decimals: 5,000 and 1,125, but neither 0,125 nor 1,25. */
const parted = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d.,])/

/** A sentence with clearer ways to write a number whose comma can be read in two ways; undefined for other numbers. */
export function partedWords(text: string): string | undefined {
  const number = parted.exec(text)?.[0]
  if (!number) return undefined
  const groups = number.split(',')
  const whole = `Write ${groups.join('')} without a comma`
  const decimal = String(Number(groups.join('.')))
  return groups.length === 2 && decimal.includes('.') ? `${whole}, or ${decimal} with a point` : whole
}

/**
 * Reads a number as it is typed: '0,5' becomes 0.5. '5,000' is left unchanged and then refused, because it may mean
 * five thousand.
 */
export const readDose = (typed: string) =>
  partedWords(typed) ? typed.trim() : typed.trim().replace(',', '.')

/** In what says how to give a medicine. */
export const unsafeWriting = (text: string) => firstOf(orders, text) ?? unsafeNumber(text)
/** In the name of a medicine, which may hold the unit of its maker. */
export const unsafeName = (text: string) => firstOf(drugNames, text)

/** 'Write “units” instead of “U”' */
export function unsafeWords({ found, safe }: UnsafeWriting): string {
  return `Write ${safe.map((one) => `“${one}”`).join(' or ')} instead of “${found}”`
}

/** The text in which this was found, with a safe writing in its place. */
export function written(text: string, { found, index }: UnsafeWriting, safe: string): string {
  const before = text.slice(0, index)
  const gap = /\d$/.test(before) && /^[a-z]/.test(safe) ? ' ' : ''
  return before + gap + safe + text.slice(index + found.length)
}
