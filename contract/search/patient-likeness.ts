import { fold } from '../fold.ts'
import { lettersOff } from './likeness.ts'
import { nameWords } from './people.ts'

/**
 * How likely it is that two records are of one person: each field that agrees adds log2(m/u), where m is how often it agrees for
 * one person and u for two, and each that differs takes away log2((1-m)/(1-u)). What is missing says nothing (record 99).
 */

/** The fields that are compared. Text that is null or blank is missing. */
export interface Compared {
  firstName: string
  lastName: string
  /** yyyy-mm-dd: the first day of it where only the month or the year is known */
  dateOfBirth?: string | null | undefined
  birthPrecision?: 'DAY' | 'MONTH' | 'YEAR' | undefined
  gender?: string | null | undefined
  contactNumber?: string | null | undefined
  email?: string | null | undefined
  address?: string | null | undefined
  bloodGroup?: string | null | undefined
  identifiers?: readonly ComparedIdentifier[] | undefined
}

export interface ComparedIdentifier {
  systemId: string
  system: string
  /** As `identifierKey` writes it. */
  key: string
  isExclusive: boolean
}

export const likenessFields = [
  'firstName',
  'lastName',
  'names',
  'dateOfBirth',
  'gender',
  'phone',
  'email',
  'address',
  'bloodGroup',
  'identifier',
] as const
export type LikenessField = (typeof likenessFields)[number]

/**
 * `names` swapped: the first name of each is the last name of the other. A date of birth is swapped where day and month are,
 * `near` where one digit differs, and of one `period` where the two agree as far as they are known. A name is `near` where it is spelled or sounds alike, or is a part of the other.
 */
export const likenessResults = ['same', 'rare', 'near', 'period', 'swapped', 'differs'] as const
export type LikenessResult = (typeof likenessResults)[number]

export interface LikenessReason {
  field: LikenessField
  result: LikenessResult
  /** The identifier system that was compared. */
  system?: string | undefined
  /** Bits, positive where the two are alike. */
  weight: number
}

export interface Likeness {
  weight: number
  band: Band | null
  /** The strongest first. */
  reasons: LikenessReason[]
}

export const bands = ['probable', 'possible'] as const
export type Band = (typeof bands)[number]
export const bandWeights: Record<Band, number> = { probable: 24, possible: 16 }

/** How many patients of the hospital have a value, of how many. */
export interface Frequencies {
  total: number
  firstName: (key: string) => number
  lastName: (key: string) => number
  dateOfBirth: (day: string) => number
}

/** Nothing is counted: each value is as frequent as usual. */
export const usualFrequencies: Frequencies = {
  total: 0,
  firstName: () => 0,
  lastName: () => 0,
  dateOfBirth: () => 0,
}

/** A small hospital says little about how frequent a value is, so as many others count as in an average one. */
const usualPatients = 1000
const usualShare = { name: 1 / 500, day: 1 / 22_000 }

/** The share of patients with the value, beside the one who is compared. */
function shareOf(count: number, total: number, usual: number): number {
  return (Math.max(0, count - 1) + usual * usualPatients) / (Math.max(0, total) + usualPatients)
}

const bits = (ratio: number) => Math.log2(ratio)
const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** A name that so few share is rare. */
const rareShare = 1 / 2500
const rareFrom = 2000

export const nameKey = (name: string) => fold(name).slice(0, 100)

/** The words of a name, in whichever way they are parted. */
const wordsIn = (name: string) => nameWords(fold(name)).split(/\s+/).filter(Boolean)

/** A rough key of how a word of Latin letters sounds: doubled letters and vowels hardly tell names apart. */
function soundOf(word: string): string {
  return word
    .replace(/[^a-z]/g, '')
    .replace(/ph/g, 'f')
    .replace(/ck|q|c(?=[^ei]|$)|k/g, 'k')
    .replace(/[sz]|c(?=[ei])/g, 's')
    .replace(/[jy](?=[aeiou])|dg/g, 'j')
    .replace(/w/g, 'v')
    .replace(/(?<=.)[aeiouyh]/g, '')
    .replace(/(.)\1+/g, '$1')
}

function isNearName(one: string, other: string): boolean {
  const [ones, others] = [wordsIn(one), wordsIn(other)]
  const [fewer, more] = ones.length <= others.length ? [ones, others] : [others, ones]
  if (fewer.length > 0 && fewer.length < more.length && fewer.every((word) => more.includes(word)))
    return true
  const [a, b] = [ones.join(' '), others.join(' ')]
  const shorter = Math.min(a.length, b.length)
  if (shorter < 3) return false
  const off = lettersOff(a, b)
  if (off <= (shorter < 6 ? 1 : 2)) return true
  const sound = soundOf(a.replaceAll(' ', ''))
  return off <= shorter / 2 && sound.length >= 2 && sound === soundOf(b.replaceAll(' ', ''))
}

const sameWords = (one: string, other: string) => wordsIn(one).join('') === wordsIn(other).join('')

/** Day and month changed places; null where there is no such other day. */
export function swappedDay(day: string): string | null {
  const [year = '', month = '', date = ''] = day.split('-')
  return date <= '12' && date !== month ? `${year}-${date}-${month}` : null
}

const knownLength = { DAY: 10, MONTH: 7, YEAR: 4 }
const bornIn = ({ dateOfBirth, birthPrecision = 'DAY' }: Compared) =>
  dateOfBirth?.slice(0, knownLength[birthPrecision]) ?? ''

/** A month is shared by one patient in a thousand, a year by one in eighty. */
const periodWeights = { month: 8, year: 4.5 }

function compareDays(one: string, other: string, { dateOfBirth, total }: Frequencies): LikenessReason {
  const field = 'dateOfBirth'
  const shared = Math.min(one.length, other.length)
  if (shared < knownLength.DAY) {
    if (one.slice(0, shared) !== other.slice(0, shared)) return { field, result: 'differs', weight: -8 }
    return { field, result: 'period', weight: periodWeights[shared > 4 ? 'month' : 'year'] }
  }
  if (one === other) {
    const weight = between(2, bits(0.95 / shareOf(dateOfBirth(one), total, usualShare.day)), 15)
    return { field, result: 'same', weight }
  }
  if (swappedDay(one) === other) return { field, result: 'swapped', weight: 8.5 }
  const off = [...one].filter((digit, at) => digit !== other[at]).length
  if (one.length === other.length && off === 1) return { field, result: 'near', weight: 4 }
  return { field, result: 'differs', weight: -8 }
}

function compareNames(one: Compared, other: Compared, counted: Frequencies): LikenessReason[] {
  const weightOf = (which: 'firstName' | 'lastName', name: string) =>
    between(1, bits(0.95 / shareOf(counted[which](nameKey(name)), counted.total, usualShare.name)), 10)
  const isRare = (which: 'firstName' | 'lastName', name: string) =>
    counted.total >= rareFrom && counted[which](nameKey(name)) / counted.total <= rareShare
  const isSwapped =
    !sameWords(one.firstName, one.lastName) &&
    sameWords(one.firstName, other.lastName) &&
    sameWords(one.lastName, other.firstName)
  if (isSwapped) {
    const weight = weightOf('firstName', one.firstName) + weightOf('lastName', one.lastName) - 2
    return [{ field: 'names', result: 'swapped', weight }]
  }
  return (['firstName', 'lastName'] as const).flatMap((field): LikenessReason[] => {
    const [name, another] = [one[field], other[field]]
    if (!name.trim() || !another.trim()) return []
    const weight = Math.min(weightOf(field, name), weightOf(field, another))
    if (sameWords(name, another)) return [{ field, result: isRare(field, name) ? 'rare' : 'same', weight }]
    if (isNearName(name, another)) return [{ field, result: 'near', weight: weight * 0.6 }]
    return [{ field, result: 'differs', weight: field === 'firstName' ? -5 : -3.5 }]
  })
}

/** The last nine digits, which are the same with and without a country code. Null for fewer than six. */
export function phoneKey(typed: string | null | undefined): string | null {
  const digits = (typed ?? '').replace(/\D/g, '')
  return digits.length >= 6 && !/^(\d)\1*$/.test(digits) ? digits.slice(-9) : null
}

const plain = (text: string | null | undefined) => fold(text ?? '').replace(/[^\p{L}\p{N}@]/gu, '')

function compareTexts(
  field: LikenessField,
  [one, other]: readonly [string | null | undefined, string | null | undefined],
  [same, differs]: readonly [number, number],
): LikenessReason[] {
  if (!one || !other) return []
  return one === other
    ? [{ field, result: 'same', weight: same }]
    : [{ field, result: 'differs', weight: differs }]
}

function compareIdentifiers(ones: readonly ComparedIdentifier[], others: readonly ComparedIdentifier[]) {
  const field = 'identifier'
  const systems = [...new Set(ones.map(({ systemId }) => systemId))].sort()
  return systems.flatMap((id): LikenessReason[] => {
    const [mine, theirs] = [ones, others].map((held) => held.filter(({ systemId }) => systemId === id))
    const [first] = mine ?? []
    if (!first || !mine || !theirs?.length) return []
    const { system, isExclusive } = first
    const off = Math.min(...mine.flatMap(({ key }) => theirs.map((held) => lettersOff(key, held.key))))
    if (off === 0) return [{ field, system, result: 'same', weight: isExclusive ? 20 : 5 }]
    if (off === 1 && first.key.length >= 6) return [{ field, system, result: 'near', weight: 5 }]
    return isExclusive ? [{ field, system, result: 'differs', weight: -8 }] : []
  })
}

/** How alike two patients are, and why. */
export function likenessOf(
  one: Compared,
  other: Compared,
  counted: Frequencies = usualFrequencies,
): Likeness {
  const names = compareNames(one, other, counted)
  const isEitherOther = one.gender === 'OTHER' || other.gender === 'OTHER'
  const reasons = [
    ...names,
    ...(one.dateOfBirth && other.dateOfBirth ? [compareDays(bornIn(one), bornIn(other), counted)] : []),
    ...compareTexts('gender', [one.gender, other.gender], [1, isEitherOther ? 0 : -4.5]),
    ...compareTexts('phone', [phoneKey(one.contactNumber), phoneKey(other.contactNumber)], [9, -1.5]),
    ...compareTexts('email', [plain(one.email), plain(other.email)], [8, -0.5]),
    ...compareTexts('address', [plain(one.address), plain(other.address)], [5, -0.5]),
    ...compareTexts('bloodGroup', [one.bloodGroup, other.bloodGroup], [1, -4]),
    ...compareIdentifiers(one.identifiers ?? [], other.identifiers ?? []),
  ].toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  const sum = reasons.reduce((total, { weight }) => total + weight, 0)
  // Twins share all but the first name, and the names of twins are often alike.
  const isOneFirstName = names.some(
    ({ field, result }) =>
      field === 'names' || (field === 'firstName' && (result === 'same' || result === 'rare')),
  )
  const weight = isOneFirstName ? sum : Math.min(sum, bandWeights.probable - 0.1)
  return { weight, band: bands.find((band) => weight >= bandWeights[band]) ?? null, reasons }
}

/** The compared fields in one form, however they are written. A decision about two records holds while it stays the same. */
export function comparedForm(patient: Compared): unknown[] {
  const identifiers = (patient.identifiers ?? []).map(({ systemId, key }) => `${systemId} ${key}`)
  return [
    wordsIn(patient.firstName).join(' '),
    wordsIn(patient.lastName).join(' '),
    bornIn(patient),
    patient.gender ?? '',
    phoneKey(patient.contactNumber) ?? '',
    plain(patient.email),
    plain(patient.address),
    patient.bloodGroup ?? '',
    identifiers.sort(),
  ]
}
