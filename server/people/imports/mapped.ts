import type { z } from 'zod'
import type { FieldError } from '../../../contract/api/errors.ts'
import { birthOf } from '../../../contract/people/birth/typed-birth.ts'
import { mustChooseOrder, orderOf, readBirth, readDate } from '../../../contract/people/imports/dates.ts'
import { identifierField } from '../../../contract/people/imports/fields.ts'
import type { ImportColumn, ImportMapping } from '../../../contract/people/imports/imports.ts'
import { type FieldOfKind, type KindFields, readsDays } from '../../../contract/people/imports/kinds/kind.ts'
import {
  fieldName,
  fieldOf,
  guessFields,
  missingFields,
  missingOneOf,
  systemsOf,
} from '../../../contract/people/imports/kinds/kinds.ts'
import { markOf, mustChooseMark, readNumber } from '../../../contract/people/imports/numbers.ts'
import { readTime } from '../../../contract/people/imports/times.ts'
import type { Database } from '../../ground/db/connect.ts'
import { openSystems } from '../identifier-systems/public.ts'
import type { RowProblem } from './kind-rules.ts'

/** Columns and rows of a file by the fields of its kind, for every kind. */

export async function suggestMapping(
  db: Database,
  kind: KindFields,
  columns: readonly ImportColumn[],
): Promise<ImportMapping> {
  const fields = guessFields(
    kind,
    columns.map(({ header }) => header),
    await openSystems(db),
  )
  return {
    columns: fields.map((field) => ({ field, dateOrder: null, values: {} })),
    constants: {},
    importsPossible: false,
  }
}

export async function problemsOfMapping(
  db: Database,
  kind: KindFields,
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
): Promise<FieldError[]> {
  const systems = systemsOf(kind, await openSystems(db))
  const known = new Set<string>([
    ...Object.keys(kind.fields),
    ...systems.map(({ id }) => identifierField(id)),
  ])
  const problems: FieldError[] = []
  const addProblem = (path: string, message: string) => void problems.push({ path, message })
  if (mapping.columns.length !== columns.length)
    addProblem('mapping.columns', `The file has ${columns.length} columns. Say what each of them is`)
  const used = new Set<string>()
  for (const [at, use] of mapping.columns.entries()) {
    const { field } = use
    const column = columns[at]
    if (field === '' || !column) continue
    const path = `mapping.columns.${at}`
    const spec = fieldOf(kind, field)
    if (!known.has(field)) addProblem(`${path}.field`, 'Choose a field from the list')
    else if (used.has(field) && !spec?.isJoined)
      addProblem(`${path}.field`, `${fieldName(kind, field, systems)} has another column already`)
    used.add(field)
    if (readsDays(spec) && !use.dateOrder && mustChooseOrder(column.dateProof))
      addProblem(
        `${path}.dateOrder`,
        column.dateProof === 'UNPROVED'
          ? `Every date can be read two ways, such as ${column.dateExamples[0]}. Choose whether the day or the month comes first`
          : `Some dates have the day first, others the month (${column.dateExamples.join(' and ')}). Choose which to read`,
      )
    if (spec?.reads === 'NUMBER' && !use.decimalMark && mustChooseMark(column.numberProof))
      addProblem(
        `${path}.decimalMark`,
        `Choose the decimal mark: ${column.numberExamples.join(' and ')} can be read two ways`,
      )
  }
  for (const field of missingFields(kind, mapping))
    addProblem('mapping.columns', `Choose the column of ${fieldName(kind, field, systems).toLowerCase()}`)
  const missing = missingOneOf(kind, mapping)
  if (missing) addProblem('mapping.columns', missing)
  return problems
}

/** The columns of each field, by their positions. */
export function placesOf(mapping: ImportMapping): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, { field }] of mapping.columns.entries())
    if (field !== '') places.set(field, [...(places.get(field) ?? []), at])
  return places
}

/** A row by the fields of its kind: texts, days, times and numbers, without those that are empty or can't be read. */
export interface TypedRow {
  typed: Record<string, string | number>
  problems: RowProblem[]
}

/** Reads the cells of rows by a mapping. */
export function typedRows(
  kind: KindFields,
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
  today = '',
) {
  const places = placesOf(mapping)
  const fields = Object.entries(kind.fields).map(([field, spec]) => ({
    field,
    spec,
    at: places.get(field) ?? [],
  }))
  const columnOf = (field: string) => places.get(field)?.[0] ?? null

  function textOf(field: string, spec: FieldOfKind, at: readonly number[], cells: readonly string[]) {
    const [first] = at
    if (first === undefined) return spec.canBeConstant ? (mapping.constants[field] ?? '') : ''
    if (spec.isJoined)
      return at
        .map((one) => cells[one]?.trim() ?? '')
        .filter(Boolean)
        .join(spec.isJoined === 'COMMA' ? ', ' : '\n')
    const value = cells[first]?.trim() ?? ''
    return spec.choices ? (mapping.columns[first]?.values[value] ?? spec.guess?.(value) ?? value) : value
  }

  function read(cells: readonly string[]): TypedRow {
    const problems: RowProblem[] = []
    const typed: TypedRow['typed'] = {}
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      problems.push({ column: null, message: 'The row has more cells than the file has columns' })
    for (const { field, spec, at } of fields) {
      const column = at[0] ?? null
      const value = textOf(field, spec, at, cells)
      if (value === '') continue
      const facts = columns[column ?? 0]
      const use = mapping.columns[column ?? 0]
      const order = orderOf(facts?.dateProof ?? null, use?.dateOrder ?? null)
      if (spec.reads === 'BIRTH') {
        const read = readBirth(value, order, today)
        if ('birth' in read) Object.assign(typed, birthOf(read.birth))
        else problems.push({ column, message: read.problem })
      } else if (spec.reads === 'DATE') {
        const day = readDate(value, order)
        if ('day' in day) typed[field] = day.day
        else problems.push({ column, message: day.problem })
      } else if (spec.reads === 'NUMBER') {
        const number = readNumber(value, markOf(facts?.numberProof ?? null, use?.decimalMark))
        if ('number' in number) typed[field] = number.number
        else problems.push({ column, message: number.problem })
      } else if (spec.reads === 'TIME') {
        const time = readTime(value)
        if (time) typed[field] = time
        else problems.push({ column, message: `“${value}” is not a time` })
      } else typed[field] = value
    }
    return { typed, problems }
  }

  /** Notes the problems that a form has with a row, each beside its column; the first of a column says enough. */
  function note({ typed, problems }: TypedRow, issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      const field = String(issue.path[0])
      const column = columnOf(field)
      if (column !== null && problems.some((one) => one.column === column)) continue
      const spec = fieldOf(kind, field)
      const isUnmapped = spec?.choices && typed[field] !== undefined
      problems.push({
        column,
        message: isUnmapped
          ? `“${typed[field]}” is not mapped to a ${spec.name.toLowerCase()}`
          : issue.message,
      })
    }
  }

  return { read, note, columnOf, places }
}
