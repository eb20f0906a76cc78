/** The fields of a kind of record that is imported, and the headers by which their columns are known. */

export interface FieldOfKind {
  /** As forms name it: 'Date of birth' */
  name: string
  /** Left out for a text. */
  reads?: 'DATE' | 'BIRTH' | 'NUMBER' | 'TIME'
  /** Without a column or a constant for it nothing can be checked. */
  isRequired?: boolean
  /** One value can hold for every row, where the file has no column for it. */
  canBeConstant?: boolean
  /** Several columns together are one value: 'Street', 'Town' and 'Postcode' an address, on lines or behind commas. */
  isJoined?: 'LINES' | 'COMMA' | false
  /** Its values are mapped, each to one of these. */
  choices?: readonly { value: string; label: string }[]
  /** The meaning of a value; undefined where a person has to say. */
  guess?: (typed: string) => string | undefined
  /** Headers by which its column is known, as `headerWords` writes them. */
  words: readonly string[]
}

export interface KindFields {
  fields: Readonly<Record<string, FieldOfKind>>
  /** Numbers in the hospital's identifier systems are fields too; exclusive ones alone with `EXCLUSIVE`. */
  identifiers?: 'ALL' | 'EXCLUSIVE'
  /** Alternatives: a file needs one field of each set. Any identifier counts for 'identifier'. */
  oneOf?: { fields: readonly string[]; message: string }
}

/** Whether it has days, whose order in a column has to be known; a date of birth may be known to the year or month alone. */
export const readsDays = (field: FieldOfKind | undefined) =>
  field?.reads === 'DATE' || field?.reads === 'BIRTH'

/** The choices of a fixed list by its names. */
export const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }))
