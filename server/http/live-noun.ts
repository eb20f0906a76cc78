import type { ScopeKindName } from '../../contract/nouns.ts'
import type { Change } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'

/** What a noun tells screens of its changes: its records, or only that something is to be read again. */
export interface LiveNoun {
  records?: readonly LiveRecords[]
  stale?: StaleScopes
}

/** A record as it is now, and the scopes that it is in. */
export interface Placed {
  record: { id: string }
  scopes: readonly string[]
  /** The patient whom it tells of. */
  patientId: string | null
}

/** Records that are told as they are. */
export interface LiveRecords {
  /** The noun that their changes are told as. */
  noun: string
  /** The kinds of scope that hold them. */
  kinds: readonly ScopeKindName[]
  /** Every scope that a changed one was in before, or may be in now. `today` is the hospital's day. */
  touched(change: Change, today: string): readonly string[]
  /** Those with these ids; what is no record any more is left out. */
  read(db: Database, ids: readonly string[], today: string): Promise<Placed[]>
  /** Changes of other nouns that these records show, as changes of these: a patient's new name is on their cards. */
  carrying?: Readonly<Record<string, (db: Database, changes: readonly Change[]) => Promise<Change[]>>>
  /**
   * Milliseconds between two tellings of them at least: what many changes add up to is told at once, and then as it is
   * after a pause.
   */
  pause?: number
  /** Changes of other nouns after which all of these scopes are to be read again: too many records carry them. */
  overturned?: Readonly<Record<string, (change: Change) => boolean>>
}

/**
 * The kinds of scope that are to be read again, by the noun that changed: the keys of those concerned, or `every` for all
 * of the kind. A kind without a key is concerned by 'every'.
 */
export type StaleScopes = Partial<
  Record<ScopeKindName, Readonly<Record<string, (change: Change) => readonly string[] | 'every'>>>
>

/** All of the kind. */
export const always = () => 'every' as const
/** The one that changed. */
export const itself = ({ id }: Change) => [id]
/** All, where one of these was told of the change; a name is carried by many. */
export const where =
  (...parts: string[]) =>
  ({ told }: Change) =>
    parts.some((part) => told[part]) ? ('every' as const) : []
