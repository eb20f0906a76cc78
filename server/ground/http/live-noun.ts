import type { ScopeKindName } from '../../../contract/nouns.ts'
import type { Change, Label } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'

/** The live updates of a noun: its records, or only that something has to be reloaded. */
export interface LiveNoun {
  records?: readonly LiveRecords[]
  stale?: StaleScopes
}

/** A record as it is now, and the scopes that it is in. */
export interface Placed {
  record: { id: string }
  scopes: readonly string[]
  /** The patient that the record is about. */
  patientId: string | null
}

/** Records that are sent in full. */
export interface LiveRecords {
  /** The noun under which their changes are announced. */
  noun: string
  /** The kinds of scope that hold them. */
  kinds: readonly ScopeKindName[]
  /** Every scope that a changed one was in before, or may be in now. `today` is the hospital's day. */
  scopesOf(change: Change, today: string): readonly string[]
  /** The records with these ids, without those that no longer exist. */
  read(db: Database, ids: readonly string[], today: string): Promise<Placed[]>
  /** Changes of other nouns that these records show, as changes of these: a patient's new name is on their cards. */
  carrying?: Readonly<Record<string, (db: Database, changes: readonly Change[]) => Promise<Change[]>>>
  /**
   * Minimum milliseconds between two updates: the first of many changes is sent at once, and the combined state after
   * a pause.
   */
  pause?: number
  /** Changes of other nouns after which these scopes are reloaded whole, because too many records changed. */
  overturned?: Readonly<Record<string, (change: Change) => boolean>>
}

/**
 * The kinds of scope that have to be reloaded, by the noun that changed: the keys of those affected, or `every` for all
 * of the kind. A kind without a key is affected by 'every'. `today` is the hospital's day.
 */
export type StaleScopes = Partial<
  Record<
    ScopeKindName,
    Readonly<Record<string, (change: Change, today: string) => readonly string[] | 'every'>>
  >
>

/** All of the kind. */
export const always = () => 'every' as const
/** The one that changed. */
export const itself = ({ id }: Change) => [id]
/** Everything in which one of these changed; many records carry a name. */
export const where =
  (...parts: Label[]) =>
  ({ told }: Change) =>
    parts.some((part) => told[part]) ? ('every' as const) : []
