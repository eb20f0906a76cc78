import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/**
 * An endpoint as data: server, client, OpenAPI and the contract-wide tests all read the same object.
 * Paths are below /api and name their parameters in braces.
 */
export interface Endpoint {
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** `public` needs no session, `signed-in` any session (a role or not); everything else is a permission. */
  readonly permission: Permission | 'public' | 'signed-in'
  /** Open before a required second step is set up, for what setting it up needs (record 50). */
  readonly isBeforeSecondStep?: true
  /**
   * The cases of an endpoint that does several things, each with the permission that it needs beside the endpoint's own;
   * for edits and changes alone.
   */
  readonly cases?: Readonly<Record<string, EndpointCase>>
  /**
   * read: changes nothing. create: answers 201. edit: wants `If-Match` with the ETag that the record was read with.
   * change: a state change, guarded by the transition itself; where a case of it edits fields, that one wants `If-Match`
   * as well. All that write honour `Idempotency-Key`.
   */
  readonly kind: 'read' | 'create' | 'edit' | 'change'
  /** The answer tells of patients, so reading it leaves an audit entry. */
  readonly namesPatients?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Bytes of the largest request, where it may be larger than usual. */
  readonly largestBody?: number
  readonly reply: z.ZodType
  /**
   * Answers a whole list, which may take long to make and to send: such calls share few connections to the database, one
   * at a time for each account. What left the hospital is on record: each leaves an audit entry.
   */
  readonly isWholeList?: true
  /**
   * The scope that the answer holds, whole and alike for everyone who may ask: `key` names the parameter that is the
   * scope's key. Screens that follow it read one snapshot, made for all.
   */
  readonly scope?: { readonly kind: string; readonly key?: string }
  /** The answer is no list of a scope, and still the same for everybody of a role: they too read one snapshot. */
  readonly isAlikeByRole?: true
  /** The response never changes, so browsers and caches keep it. */
  readonly isKept?: true
  /** Sent as a file of this media type and name instead of JSON; each leaves an audit entry. */
  readonly download?: {
    readonly media: 'text/csv' | 'text/plain' | 'image/jpeg' | 'application/zip'
    readonly filename: string
  }
  /**
   * Whether it is done only where the patient's record is open to the caller, if the record is restricted (record 88).
   * Left out, `chartOf` tells: whatever is about one patient, or about an entry of theirs that needs a clinical permission.
   * `open` is for what must never wait for a reason, and for what a restriction leaves visible.
   */
  readonly whenRestricted?: 'reason' | 'open'
  /** The codes beyond the ones that every endpoint can answer; `nouns.ts` holds them to those that there are. */
  readonly errors?: readonly string[]
}

/** One of the things that an endpoint does. */
export interface EndpointCase {
  readonly summary: string
  readonly permission: Permission
  /** It edits fields instead of moving the record on, and so wants `If-Match`. */
  readonly edits?: true
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** The validated parameters that the server's handler gets. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
/** Whether `If-Match` is looked at: always, in some of its cases, or never. */
export function wantsVersion({ kind, cases = {} }: Endpoint): 'always' | 'for edits' | 'never' {
  if (kind === 'edit') return 'always'
  return Object.values(cases).some(({ edits }) => edits) ? 'for edits' : 'never'
}

/**
 * A search, a list by pages or a report can take long, so it is read from a replica if there is one; a record is read
 * from the primary. A response that is streamed can't be started again on the primary if the replica fails.
 */
export function isSearchOrReport(endpoint: Endpoint): boolean {
  const { kind, query, scope, isAlikeByRole, isWholeList, download } = endpoint
  return kind === 'read' && query !== undefined && !scope && !isAlikeByRole && !isWholeList && !download
}

/** The records by whose ids calls name a patient, by the first part of their address. */
const charts = {
  patients: 'patient',
  appointments: 'appointment',
  admissions: 'admission',
  notes: 'visit_note',
  vitals: 'vital_signs',
  medications: 'medication',
  problems: 'problem',
  identifiers: 'patient_identifier',
  contacts: 'patient_contact',
  coverage: 'coverage',
} as const
export type Chart = (typeof charts)[keyof typeof charts]

/**
 * The kind of record whose id leads to the patient, where a restricted record has to be open for the call; null where it
 * need not be.
 * @throws for a clinical endpoint whose address is of another kind, because nothing would keep it from being answered
 */
export function chartOf({ name, path, permission, cases = {}, whenRestricted }: Endpoint): Chart | null {
  const [, place = '', id] = path.split('/')
  if (id !== '{id}' || whenRestricted === 'open') return null
  const chart = Reflect.get(charts, place) as Chart | undefined
  const asked = [permission, ...Object.values(cases).map((one) => one.permission)]
  const isClinical = asked.some((one) => one.startsWith('clinical.'))
  if (chart === 'patient' || isClinical || whenRestricted) {
    if (chart) return chart
    throw new Error(`${name}: its address does not lead to a patient, so say what it does whenRestricted`)
  }
  return null
}

export type CaseOf<E extends Endpoint> = E['cases'] extends object ? keyof E['cases'] & string : never
/** The reply that the server's handler returns and the client receives. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** The request that the client sends. */
export type RequestOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? { params: InputOf<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: InputOf<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType
    ? undefined extends InputOf<E['body']>
      ? { body?: InputOf<E['body']> }
      : { body: InputOf<E['body']> }
    : { body?: undefined })
