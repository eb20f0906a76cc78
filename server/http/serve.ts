import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  type BodyOf,
  type CaseOf,
  type Endpoint,
  isSearchOrReport,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../contract/api/endpoint.ts'
import { Problem } from '../../contract/api/errors.ts'
import { Id } from '../../contract/api/fields.ts'
import { asOfHeader, scopeNamed } from '../../contract/api/live.ts'
import type { ErrorCode } from '../../contract/nouns.ts'
import { again } from '../db/again.ts'
import type { AsOf } from '../db/as-of.ts'
import type { Database } from '../db/connect.ts'
import type { Replica } from '../db/replica/replica.ts'
import { troubleOf, untilTold } from '../db/trouble.ts'
import type { DB } from '../db/types.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PublicSealKey } from '../seals/key.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import type { Sight } from '../trail/sights.ts'
import { leaveEntry } from '../trail/write.ts'
import { admit, type Displays, hasNewRole, requirePermission } from './admit.ts'
import { idOf, versionOf } from './answers/fields.ts'
import { sendShared } from './answers/shared-body.ts'
import { asOfWanted, type Snapshots } from './answers/snapshots.ts'
import type { WholeLists } from './crowds/whole-lists.ts'
import { describe, refusalStatuses } from './described.ts'
import { Refusal } from './errors.ts'
import type { HospitalReader, WallClock } from './hospital.ts'
import { earlierAnswer, type Repeatable, repeatable, replyInsert, visitors } from './idempotency.ts'
import { makeRecord, type NewRecord } from './new-record.ts'
import type { Sessions, SignedIn } from './session.ts'

/** What every call needs; made once by `buildApp`. */
export interface Lantern {
  db: Database
  /** A copy of it, for what takes long to read. */
  replica: Replica | null
  wholeLists: WholeLists
  asOf: AsOf
  snapshots: Snapshots
  sessions: Sessions
  displays: Displays
  audit: AuditTrail
  outbox: Outbox
  /** The hospital's own way to sign in, where it has one. */
  signOn: { name: string; issuer: string } | null
  hospital: HospitalReader
  clock: () => Date
  /** With which the seals of the trail are held against; null where this process knows no key. */
  sealKey: PublicSealKey | null
}

declare module 'fastify' {
  interface FastifyInstance {
    lantern: Lantern
  }
  interface FastifyRequest {
    /** Set before the handler of every endpoint that is not public. */
    staff: SignedIn | null
    /** What a handler has noted so far of whom and what its call is about. */
    audited: AuditNote | null
  }
}

/** What a handler adds to the audit entry that `serve` leaves for it. */
export interface AuditNote {
  subjectId: string | null
  patientIds: readonly string[]
  changes: Record<string, unknown> | null
  /** Of a read whose answer is one body for many: whom it shows, instead of `patientIds`. */
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
  /** What the clock on the hospital's wall shows. */
  wallClock: () => Promise<WallClock>
  hospital: HospitalReader
  /** Whence it comes: the socket's address, or the one that a believed proxy names. */
  address: string
}
export interface ReadCall<E extends Endpoint> extends Call<E> {
  db: Database
  audit: AuditNote
}
export interface CreateCall<E extends Endpoint> extends Call<E> {
  db: Database
  /**
   * Makes the record, or answers the one that the same request made before. `refusal` says why nothing was made, where
   * that can be.
   */
  create: <Row>(record: NewRecord<Row>, refusal?: () => Error | Promise<Error>) => Promise<Row>
  /** The same in a transaction, for what takes several statements that build on one another. */
  transact: <Row>(act: (trx: Transaction<DB>, audit: AuditNote) => Promise<Row>) => Promise<Row>
}
export interface WriteCall<E extends Endpoint> extends Call<E> {
  trx: Transaction<DB>
  audit: AuditNote
  /** Refuses with 403 unless the role may do this case of the endpoint. What was permitted no case is not done. */
  permit: (name: CaseOf<E>) => void
  /** The version that the record was read at; a state change need not say one. */
  version: E['kind'] extends 'edit' ? number : number | undefined
  /** What is to happen once the change holds, and before it is answered. */
  afterCommit: (act: () => void) => void
}

type CallOf<E extends Endpoint> = E['kind'] extends 'read'
  ? ReadCall<E>
  : E['kind'] extends 'create'
    ? CreateCall<E>
    : WriteCall<E>
type Answer<E extends Endpoint> = E extends { download: object } ? Readable : ReplyOf<E>
type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Answer<E>>
// The types above are for handlers; inside, an endpoint is any endpoint.
type AnyCall = ReadCall<Endpoint> & CreateCall<Endpoint> & WriteCall<Endpoint>
type AnyHandler = (call: AnyCall) => Promise<unknown>

const nothing = z.strictObject({})
/** The refusals that leave an entry: what somebody may not do, and what shows them a record as it is now. */
const notedRefusals: readonly string[] = ['forbidden', 'stale_version'] satisfies ErrorCode[]
/** A read whose answer goes on paper says so in this header, and leaves an entry that does. */
const purposeHeader = 'lantern-purpose'

/**
 * Serves one endpoint of the contract below /api: session and permission first, then the contract's schemas both
 * ways, one statement for a create and a transaction for other writes, and one audit entry for every write, every read
 * that names patients, is a file or is for paper, and every refusal of what somebody may not do.
 */
export function serve<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const success = endpoint.kind === 'create' ? 201 : 200
  const run = handler as unknown as AnyHandler
  const act = { read, create, edit: write, change: write }[endpoint.kind]
  const { download, cases, scope, isAlikeByRole, isKept }: Endpoint = endpoint
  const isRead = endpoint.kind === 'read'
  const isForReplica = isSearchOrReport(endpoint)
  if (cases && act !== write) throw new Error(`${endpoint.name}: only what edits or changes has cases`)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      description: describe(endpoint),
      tags: [endpoint.path.split('/')[1] ?? ''],
      security: endpoint.permission === 'public' ? [] : [{ bearer: [] }],
      params: endpoint.params ?? nothing,
      querystring: endpoint.query ?? nothing,
      ...(endpoint.method !== 'GET' && { body: endpoint.body ?? nothing.nullish() }),
      response: {
        [success]: download ? { content: { [download.media]: { schema: endpoint.reply } } } : endpoint.reply,
        ...Object.fromEntries(refusalStatuses(endpoint).map((status) => [status, Problem])),
      },
    },
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      await admit(app.lantern, request, reply, endpoint)
    },
    onError: async (request, _reply, error) => {
      if (!(error instanceof Refusal) || !notedRefusals.includes(error.code)) return
      const about = request.audited ?? blankNote(request, endpoint)
      app.lantern.audit.note({ ...traceOf(request), ...about, changes: null, outcome: error.code })
    },
    handler: async (request, reply) => {
      const { asOf } = app.lantern
      const least = isRead ? asOfWanted(request) : undefined
      if ((scope || isAlikeByRole) && least !== undefined) return sendSnapshot(request, reply, least)
      // From before anything is read: the answer holds at least what this number stands for.
      void reply.header(asOfHeader, String(least === undefined ? asOf.latest : await asOf.atLeast(least)))
      const answer = await act(request, reply).catch(async (error: unknown) => {
        if (!(await hasNewRole(app.lantern.sessions, request, error))) throw error
        return act(request, reply)
      })
      if (download) {
        const disposition = `attachment; filename="${download.filename}"`
        void reply.type(`${download.media}; charset=utf-8`).header('content-disposition', disposition)
        return reply.send(answer)
      }
      const version = versionOf(answer)
      if (version !== undefined) void reply.header('etag', `"${version}"`)
      if (isKept) void reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.status(success).send(answer)
    },
  })

  function callOf(request: FastifyRequest, own: Partial<AnyCall>, now = app.lantern.clock()) {
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
      address: request.ip,
      ...own,
    } as unknown as AnyCall
  }

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const { db, wholeLists, replica } = app.lantern
    if (endpoint.isWholeList && request.staff) await wholeLists.takePlace(request.staff.id, reply)
    const readIn = async (from: Database) => {
      const audit = blankNote(request, endpoint)
      return { audit, answer: await run(callOf(request, { audit, db: from })) }
    }
    const copied = isForReplica ? await replica?.read(readIn) : null
    const { audit, answer } = copied?.result ?? (await readIn(endpoint.isWholeList ? wholeLists.db : db))
    noteRead(request, audit)
    return answer
  }

  function noteRead(request: FastifyRequest, audit: AuditNote) {
    const isForPaper = request.headers[purposeHeader] === 'print'
    if (isForPaper) audit.changes = { ...audit.changes, purpose: 'print' }
    if (endpoint.namesPatients || endpoint.isWholeList || download || isForPaper)
      app.lantern.audit.note({ ...traceOf(request), ...audit })
  }

  /** Who says as of when gets what all others get who show the same. */
  async function sendSnapshot(request: FastifyRequest, reply: FastifyReply, least: number) {
    const { snapshots, db, hospital, clock } = app.lantern
    // What belongs to it can depend on the day.
    const kept = `${await hospital.today(clock())} ${snapshotName(request, endpoint)}`
    const snapshot = await snapshots.answer(kept, least, async () => {
      const note = blankNote(request, endpoint)
      const answer = await run(callOf(request, { audit: note, db }))
      return { text: String(reply.serialize(answer)), patientIds: note.patientIds }
    })
    noteRead(request, { ...blankNote(request, endpoint), sight: snapshot.sight })
    void reply.header(asOfHeader, String(snapshot.asOf)).type('application/json; charset=utf-8')
    return sendShared(request, reply, snapshot.body)
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    const { db } = app.lantern
    const repeat = repeatable(request, request.staff?.id ?? visitors)
    const createOnce = () =>
      run(
        callOf(request, {
          db,
          create: async (record, refusal = () => new Error(`${endpoint.name} made nothing`)) => {
            const made = await makeRecord(db, record, traceOf(request), repeat)
            if (made === undefined) throw await refusal()
            return made
          },
          transact: (act) => transact(request, repeat, act),
        }),
      )
    try {
      return await again(createOnce)
    } catch (error) {
      const { answer, at } = await answeredBefore(repeat, error, reply)
      const asBefore = async <Row>() => answer as Row
      // As on the day on which it was made.
      return run(callOf(request, { db, create: asBefore, transact: asBefore }, at))
    }
  }

  /**
   * A repeated write fails on its own first success (the slot is taken, the patient has left, the key is used), and
   * leaves nothing behind: then that one's answer is the answer.
   */
  async function answeredBefore(repeat: Repeatable | null, error: unknown, reply: FastifyReply) {
    // Nothing can be asked for now.
    if (troubleOf(error)) throw error
    // Whose role was withdrawn since is told nothing more.
    const isForbidden = error instanceof Refusal && error.code === 'forbidden'
    const earlier =
      repeat && !isForbidden && (await earlierAnswer(app.lantern.db, repeat).catch(onlyRefusals))
    if (!earlier) throw error
    void reply.header('idempotent-replayed', 'true')
    return earlier
  }

  function transact<Row>(
    request: FastifyRequest,
    repeat: Repeatable | null,
    act: Parameters<CreateCall<Endpoint>['transact']>[0],
  ) {
    return whole(async (trx) => {
      const audit = blankNote(request, endpoint)
      const made = await act(trx, audit)
      audit.subjectId ??= idOf(made)
      const trace = traceOf(request)
      await leaveEntry(trx, { ...trace, ...audit })
      if (repeat) await replyInsert(repeat, JSON.stringify(made), trace.at).execute(trx)
      return made as Row
    })
  }

  function whole<Result>(act: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    return untilTold((asks) =>
      app.lantern.db.transaction().execute(async (trx) => {
        const done = await act(trx)
        asks()
        return done
      }),
    )
  }

  async function write(request: FastifyRequest, reply: FastifyReply) {
    const repeat = repeatable(request, request.staff?.id ?? visitors)
    try {
      return await again(() => writeOnce(request, repeat))
    } catch (error) {
      return (await answeredBefore(repeat, error, reply)).answer
    }
  }

  async function writeOnce(request: FastifyRequest, repeat: Repeatable | null) {
    const version = versionRead(request)
    if (endpoint.kind === 'edit') requireVersion(version)
    const audit = blankNote(request, endpoint)
    request.audited = audit
    const acts: (() => void)[] = []
    const afterCommit = (act: () => void) => void acts.push(act)
    let isPermitted = cases === undefined
    const permit = (name: string) => {
      const asked = cases?.[name]
      if (!asked) throw new Error(`${endpoint.name} has no case ${name}`)
      requirePermission(request.staff, asked.permission)
      if (asked.edits) requireVersion(version)
      isPermitted = true
    }
    const { clock, hospital } = app.lantern
    const now = clock()
    // Before the transaction: within it, reading the hospital would wait for a second connection.
    const shown = await hospital.clockAt(now)
    const today = () => Promise.resolve(shown.day)
    const wallClock = () => Promise.resolve(shown)
    const answer = await whole(async (trx) => {
      const made = await run(
        callOf(request, { audit, trx, version, permit, afterCommit, today, wallClock }, now),
      )
      if (!isPermitted) throw new Error(`${endpoint.name} was done under none of its cases`)
      audit.subjectId ??= idOf(made)
      await leaveEntry(trx, { ...traceOf(request), ...audit })
      if (repeat) await replyInsert(repeat, JSON.stringify(made), now).execute(trx)
      return made
    })
    for (const act of acts) act()
    return answer
  }

  function traceOf(request: FastifyRequest) {
    return {
      at: app.lantern.clock(),
      staffId: request.staff?.id ?? null,
      action: endpoint.name,
      address: request.ip,
      requestId: request.id,
      outcome: 'done',
    }
  }
}

/** What a snapshot is of: a scope, or what everybody of a role is answered. */
function snapshotName({ params, query, staff }: FastifyRequest, { name, scope }: Endpoint): string {
  if (!scope) return `${name} ${staff?.role} ${JSON.stringify(query)}`
  return scopeNamed(scope.kind, scope.key && String(Reflect.get(params as object, scope.key)))
}

function onlyRefusals(error: unknown): null {
  if (error instanceof Refusal) throw error
  return null
}

/** What the address alone tells; of a call that is refused at once nothing else has been read. */
function blankNote(request: FastifyRequest, { path }: Endpoint): AuditNote {
  const id = Id.safeParse(idOf(request.params)).data ?? null
  return { subjectId: id, patientIds: id && path.startsWith('/patients/{id}') ? [id] : [], changes: null }
}

function versionRead(request: FastifyRequest): number | undefined {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '')
  return match ? Number(match[1]) : undefined
}

function requireVersion(version: number | undefined) {
  if (version !== undefined) return
  throw new Refusal('version_required', 'Send If-Match with the ETag that the record was read with.')
}
