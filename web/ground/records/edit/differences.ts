import type { ReactNode } from 'react'
import { formatMoment } from '../../ui/format.ts'

/** A field of a form, as an edit conflict compares and shows it. */
export interface RecordField<Value> {
  label: string
  /** How a value reads; without it, as it stands in the form. */
  words?: (value: Value) => ReactNode
  /** Whether two values mean the same; without it, whether they read the same but for space around them. */
  same?: (one: Value, other: Value) => boolean
}

/** The fields that an edit can change, in the order of the form. */
export type RecordFields<Values> = { readonly [Name in keyof Values]?: RecordField<Values[Name]> }

/** A field that they changed, and that differs from what stands in this form. */
export interface Difference<Values> {
  name: keyof Values & string
  mine: Values[keyof Values & string]
  theirs: Values[keyof Values & string]
  /** Only they touched it; otherwise both did. */
  onlyTheirs: boolean
}

function readTheSame(one: unknown, other: unknown): boolean {
  return read(one) === read(other)
}

function read(value: unknown): string {
  return typeof value === 'string' ? value.trim() : value == null ? '' : JSON.stringify(value)
}

/** Their changes since `was` that differ from the values in the form. */
export function differencesOf<Values extends object>(
  fields: RecordFields<Values>,
  { mine, was, theirs }: { mine: Values; was: Values; theirs: Values },
): Difference<Values>[] {
  const names = Object.keys(fields) as (keyof Values & string)[]
  return names.flatMap((name) => {
    const same = fields[name]?.same ?? readTheSame
    if (same(theirs[name], was[name]) || same(theirs[name], mine[name])) return []
    return [{ name, mine: mine[name], theirs: theirs[name], onlyTheirs: same(mine[name], was[name]) }]
  })
}

/** The changes typed since the form was sent. */
export function typedSince<Values extends object>(
  fields: RecordFields<Values>,
  { sent, now }: { sent: Values; now: Values },
): Partial<Values> {
  const names = Object.keys(sent) as (keyof Values & string)[]
  const typed = names.filter((name) => !(fields[name]?.same ?? readTheSame)(now[name], sent[name]))
  return Object.fromEntries(typed.map((name) => [name, now[name]])) as Partial<Values>
}

/** The author and time of a change; a refused edit (412) gives both if they are known. */
export interface Change {
  changedBy?: string | undefined
  changedAt?: string | undefined
}

/** 'Grace Okafor changed this record on 21 Nov 2026, 10:30 AM' */
export function changeWords({ changedBy, changedAt }: Change, what: string, timeZone: string): string {
  const when = changedAt ? ` on ${formatMoment(changedAt, timeZone)}` : ''
  return `${changedBy ?? 'Someone else'} changed ${what}${when}`
}
