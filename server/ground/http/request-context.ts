import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder, Transaction } from 'kysely'
import type { BodyOf, CaseOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../../contract/api/endpoint.ts'
import { Id } from '../../../contract/api/fields.ts'
import type { AsOf } from '../db/as-of.ts'
import type { Database } from '../db/connect.ts'
import type { Replica } from '../db/replica/replica.ts'
import type { DB } from '../db/types.ts'
import type { Channels } from '../mail/channels.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PublicSealKey } from '../seals/key.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import type { Sight } from '../trail/patient-sets.ts'
import type { Displays, Screen } from './admit.ts'
import { idOf } from './answers/fields.ts'
import type { KeptFile } from './answers/file.ts'
import type { Snapshots } from './answers/snapshots.ts'
import type { HospitalReader, WallClock } from './hospital.ts'
import type { WholeLists } from './limits/whole-lists.ts'
import type { NewRecord } from './new-record.ts'
import type { RecordName } from './noun.ts'
import type { Restrictions } from './restrictions.ts'
import type { Presence, Sessions, SignedIn } from './session.ts'

/** The services that every call needs; created once by `buildApp`. */
export interface Lantern {
  db: Database
  /** A copy of it, for what takes long to read. */
  replica: Replica | null
  wholeLists: WholeLists
  asOf: AsOf
  snapshots: Snapshots
  sessions: Sessions
  restrictions: Restrictions
  presence: Presence
  displays: Displays
  audit: AuditTrail
  outbox: Outbox
  /** The ways in which messages reach patients. */
  channels: Channels
  /** Sends the e-mails of bookings from home now. */
  hurryBookingMails: () => void
  /** The hospital's own way to sign in, where it has one. */
  signOn: { name: string; issuer: string } | null
  hospital: HospitalReader
  clock: () => Date
  /** The names of the records of all nouns. */
  recordNames: RawBuilder<RecordName>
  /** The key that the trail's seals are checked against; null if this process has none. */
  sealKey: PublicSealKey | null
}

declare module 'fastify' {
  interface FastifyInstance {
    lantern: Lantern
  }
  interface FastifyRequest {
    /** Set before the handler of every endpoint that is not public. */
    staff: SignedIn | null
    /** Set for the calls of a waiting-room screen. */
    screen: Screen | null
    /** The handler's notes so far about the subject of its call. */
    audited: AuditNote | null
  }
}

/** The handler's part of the audit entry that `serve` writes. */
export interface AuditNote {
  subjectId: string | null
  patientIds: readonly string[]
  changes: Record<string, unknown> | null
  /** For a read with one body for many patients: the patients it shows, instead of `patientIds`. */
  sight?: Sight
}

interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Public endpoints have nobody. */
  staff: E['permission'] extends 'public' ? SignedIn | null : SignedIn
  now: Date
  /** The hospital's calendar day, yyyy-mm-dd. */
  today: () => Promise<string>
  /** The hospital's wall clock. */
  wallClock: () => Promise<WallClock>
  hospital: HospitalReader
  /** The clinic of the waiting-room screen that makes the call. */
  clinicId: string | null
  /** Whence it comes: the socket's address, or the one that a believed proxy names. */
  address: string
}
export interface ReadCall<E extends Endpoint> extends Call<E> {
  db: Database
  audit: AuditNote
}
/**
 * The handler runs again after a deadlock, and when a request is repeated under the same key; then `create` and
 * `transact` return what they returned before. Outside them it must do nothing that would count twice.
 */
export interface CreateCall<E extends Endpoint> extends Call<E> {
  db: Database
  /**
   * Makes the record, or answers the one that the same request made before. `refusal` says why nothing was made, where
   * that can be.
   */
  create: <Row>(record: NewRecord<Row>, refusal?: () => Error | Promise<Error>) => Promise<Row>
  /** Creates a record in a transaction, by several statements that build on one another. */
  transact: <Row>(act: (trx: Transaction<DB>, audit: AuditNote) => Promise<Row>) => Promise<Row>
}
export interface WriteCall<E extends Endpoint> extends Call<E> {
  trx: Transaction<DB>
  audit: AuditNote
  /** Refuses with 403 unless the role may do this case of the endpoint. What was permitted no case is not done. */
  permit: (name: CaseOf<E>) => void
  /** The version that the record was read at; a state change need not say one. */
  version: E['kind'] extends 'edit' ? number : number | undefined
  /** Runs an act after the commit and before the response. */
  afterCommit: (act: () => void) => void
}

type CallOf<E extends Endpoint> = E['kind'] extends 'read'
  ? ReadCall<E>
  : E['kind'] extends 'create'
    ? CreateCall<E>
    : WriteCall<E>
type Answer<E extends Endpoint> = E extends { download: object } ? Readable | KeptFile : ReplyOf<E>
export type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Answer<E>>
// The types above are for handlers; inside, an endpoint is any endpoint.
type AnyCall = ReadCall<Endpoint> & CreateCall<Endpoint> & WriteCall<Endpoint>

/** An endpoint with what serves it. */
export interface Served {
  app: FastifyInstance
  endpoint: Endpoint
  run: (call: AnyCall) => Promise<unknown>
}

/** A handler's call, with the parts that only its kind of endpoint has. */
export function callOf(
  { app }: Served,
  request: FastifyRequest,
  own: Partial<AnyCall>,
  now = app.lantern.clock(),
) {
  const { hospital } = app.lantern
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    staff: request.staff,
    now,
    today: () => hospital.today(now),
    wallClock: () => hospital.clockAt(now),
    hospital,
    clinicId: request.screen?.clinicId ?? null,
    address: request.ip,
    ...own,
  } as unknown as AnyCall
}

/** The fields about a call that every entry of the trail has. */
export function traceOf({ app, endpoint }: Served, request: FastifyRequest) {
  return {
    at: app.lantern.clock(),
    staffId: request.staff?.id ?? null,
    action: endpoint.name,
    address: request.ip,
    requestId: request.id,
    outcome: 'done',
  }
}

/** A note from the address alone, because nothing else is read of a call that is refused at once. */
export function blankNote({ endpoint: { path } }: Served, request: FastifyRequest): AuditNote {
  const given = idOf(request.params)
  // Most lists have no id, and Zod builds an error to say so.
  const id = given === null ? null : (Id.safeParse(given).data ?? null)
  return { subjectId: id, patientIds: id && path.startsWith('/patients/{id}') ? [id] : [], changes: null }
}
