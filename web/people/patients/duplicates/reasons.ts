import type { DuplicateReason, DuplicateRecord } from '../../../../contract/people/duplicates/duplicates.ts'
import type { LikenessField } from '../../../../contract/search/patient-likeness.ts'

const alike: Partial<Record<LikenessField, string>> = {
  firstName: 'Same first name',
  lastName: 'Same last name',
  dateOfBirth: 'Same date of birth',
  phone: 'Same phone',
  email: 'Same e-mail',
  address: 'Same address',
}
const near: Partial<Record<LikenessField, string>> = {
  firstName: 'First names alike',
  lastName: 'Last names alike',
  dateOfBirth: 'One digit of the date of birth differs',
}
const swapped: Partial<Record<LikenessField, string>> = {
  names: 'First and last name swapped',
  dateOfBirth: 'Day and month of birth swapped',
}
const period: Partial<Record<LikenessField, string>> = {
  dateOfBirth: 'Dates of birth agree as far as they are known',
}
const differing: Partial<Record<LikenessField, string>> = {
  firstName: 'First names differ',
  lastName: 'Last names differ',
  dateOfBirth: 'Dates of birth differ',
  gender: 'Genders differ',
  phone: 'Phones differ',
  email: 'E-mails differ',
  address: 'Addresses differ',
  bloodGroup: 'Blood types differ',
}

/** A reason in words; undefined where it hardly says anything, such as the same gender. */
export function reasonWords({ field, result, system = 'identifier' }: DuplicateReason): string | undefined {
  if (field === 'identifier') {
    if (result === 'same') return `Same ${system}`
    return result === 'near' ? `One character of the ${system} differs` : `${system}: different`
  }
  if (result === 'rare')
    return field === 'firstName' ? 'Same first name, rare here' : 'Same last name, rare here'
  return { same: alike, near, period, swapped, differs: differing }[result][field]
}

/** The reasons for and against, each in words. */
export function reasonsOf(reasons: readonly DuplicateReason[]) {
  const words = (wanted: readonly DuplicateReason[]) => wanted.flatMap((reason) => reasonWords(reason) ?? [])
  return {
    alike: words(reasons.filter(({ result }) => result !== 'differs')),
    different: words(reasons.filter(({ result }) => result === 'differs')),
  }
}

/** A line of the comparison. */
export interface ComparedLine {
  label: string
  values: readonly [string | null, string | null]
  /** The difference in a word; null if there is none, or one side is not recorded. */
  mark: string | null
}

const marks: Partial<Record<DuplicateReason['result'], string>> = {
  near: 'Alike',
  period: 'Known in part',
  swapped: 'Swapped',
  differs: 'Differs',
}

interface Words {
  gender: (record: DuplicateRecord) => string
  born: (record: DuplicateRecord) => string
}

/** The fields of the two records, side by side, with what differs. */
export function comparedLines(
  reasons: readonly DuplicateReason[],
  records: readonly DuplicateRecord[],
  { gender, born }: Words,
): ComparedLine[] {
  const [one, other] = records
  if (!one || !other) return []
  const resultOf = (...fields: LikenessField[]) =>
    reasons.find(({ field }) => fields.includes(field))?.result ?? 'same'
  const line = (
    label: string,
    value: (record: DuplicateRecord) => string | null,
    ...fields: LikenessField[]
  ): ComparedLine => {
    const values = [value(one) || null, value(other) || null] as const
    const mark = values[0] === null || values[1] === null ? null : (marks[resultOf(...fields)] ?? null)
    return { label, values, mark }
  }
  const systems = [...new Set(records.flatMap(({ identifiers }) => identifiers.map(({ system }) => system)))]
  return [
    line('First Name', ({ firstName }) => firstName, 'names', 'firstName'),
    line('Last Name', ({ lastName }) => lastName, 'names', 'lastName'),
    line('Date of Birth', born, 'dateOfBirth'),
    line('Gender', gender, 'gender'),
    line('Contact Number', ({ contactNumber }) => contactNumber, 'phone'),
    line('Address', ({ address }) => address, 'address'),
    ...(one.email || other.email ? [line('E-mail', ({ email }) => email, 'email')] : []),
    ...(one.bloodGroup || other.bloodGroup
      ? [line('Blood Type', ({ bloodGroup }) => bloodGroup, 'bloodGroup')]
      : []),
    ...systems.map((system): ComparedLine => {
      const held = ({ identifiers }: DuplicateRecord) =>
        identifiers
          .filter((identifier) => identifier.system === system)
          .map(({ value }) => value)
          .join(', ') || null
      const result = reasons.find(
        (reason) => reason.field === 'identifier' && reason.system === system,
      )?.result
      return { label: system, values: [held(one), held(other)], mark: (result && marks[result]) ?? null }
    }),
  ]
}
