import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../contract/endpoint.ts'
import { errorStatus, Problem } from '../../contract/errors.ts'
import { may, type Permission } from '../../contract/permissions.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/types.ts'
import { type AuditEntry, type AuditTrail, auditInsert } from './audit-trail.ts'
import { Refusal } from './errors.ts'
import type { HospitalReader } from './hospital.ts'
import { earlierReply, leaveTraces, type Repeatable, repeatable } from './idempotency.ts'
import type { Sessions, SignedIn } from './session.ts'

/** What every call needs; made once by `buildApp`. */
export interface Lantern {
  db: Database
  sessions: Sessions
  audit: AuditTrail
  hospital: HospitalReader
  clock: () => Date
}

declare module 'fastify' {
  interface FastifyInstance {
    lantern: Lantern
  }
  interface FastifyRequest {
    /** Set before the handler of every endpoint that is not public. */
    staff: SignedIn | null
  }
}

/** What a handler adds to the audit entry that `serve` leaves for it. */
export interface AuditNote {
  subjectId: string | null
  patientIds: readonly string[]
  changes: Record<string, unknown> | null
}

interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Public endpoints have nobody. */
  staff: E['permission'] extends 'public' ? SignedIn | null : SignedIn
  audit: AuditNote
  now: Date
  /** The hospital's calendar day, yyyy-mm-dd. */
  today: () => Promise<string>
  hospital: HospitalReader
}
export interface ReadCall<E extends Endpoint> extends Call<E> {
  db: Database
}
export interface WriteCall<E extends Endpoint> extends Call<E> {
  trx: Transaction<DB>
  /** Edits: the version that the record was read at. */
  version: number
}

type CallOf<E extends Endpoint> = E['kind'] extends 'read' ? ReadCall<E> : WriteCall<E>
type Answer<E extends Endpoint> = E extends { download: object } ? Readable : ReplyOf<E>
type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Answer<E>>
// The types above are for handlers; inside, an endpoint is any endpoint.
type AnyHandler = (call: ReadCall<Endpoint> & WriteCall<Endpoint>) => Promise<unknown>

const nothing = z.strictObject({})

/**
 * Serves one endpoint of the contract below /api: session and permission first, then the contract's schemas both
 * ways, a transaction for writes, and one audit entry for every write and every read that names patients.
 */
export function serve<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const success = endpoint.kind === 'create' ? 201 : 200
  const run = handler as unknown as AnyHandler
  const { download }: Endpoint = endpoint
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
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
      request.staff = await admit(app.lantern, request, endpoint)
    },
    handler: async (request, reply) => {
      const answer = endpoint.kind === 'read' ? await read(request) : await write(request, reply)
      if (download) {
        const disposition = `attachment; filename="${download.filename}"`
        return reply.type(download.media).header('content-disposition', disposition).send(answer)
      }
      const version = versionOf(answer)
      if (version !== undefined) void reply.header('etag', `"${version}"`)
      return reply.status(success).send(answer)
    },
  })

  function callOf(request: FastifyRequest, note: AuditNote) {
    const { clock, hospital } = app.lantern
    const now = clock()
    return {
      params: request.params,
      query: request.query,
      body: request.body,
      staff: request.staff,
      audit: note,
      now,
      today: () => hospital.today(now),
      hospital,
    } as unknown as ReadCall<Endpoint> & WriteCall<Endpoint>
  }

  async function read(request: FastifyRequest) {
    const note = blankNote(request)
    const answer = await run({ ...callOf(request, note), db: app.lantern.db })
    if (endpoint.namesPatients) app.lantern.audit.noteRead(entryOf(request, note))
    return answer
  }

  async function write(request: FastifyRequest, reply: FastifyReply) {
    const { db } = app.lantern
    const repeat =
      endpoint.kind === 'create' && request.staff
        ? repeatable(request.headers['idempotency-key'], request.staff.id, endpoint.name, request.body)
        : null
    const version = endpoint.kind === 'edit' ? versionRead(request) : 0
    const note = blankNote(request)
    try {
      return await db.transaction().execute(async (trx) => {
        const answer = await run({ ...callOf(request, note), trx, version } as ReadCall<Endpoint> &
          WriteCall<Endpoint>)
        note.subjectId ??= idOf(answer)
        await leaveTraces(trx, auditInsert(entryOf(request, note)), repeat, answer)
        return answer
      })
    } catch (error) {
      return repeatedAnswer(repeat, error, reply)
    }
  }

  /** A repeated create fails on its own first success (the slot is taken, the key is used): then that one's answer. */
  async function repeatedAnswer(repeat: Repeatable | null, error: unknown, reply: FastifyReply) {
    const earlier = repeat && (await earlierReply(app.lantern.db, repeat).catch(onlyRefusals))
    if (!earlier) throw error
    void reply.header('idempotent-replayed', 'true')
    return earlier.reply
  }

  function entryOf(request: FastifyRequest, note: AuditNote): AuditEntry {
    return {
      at: app.lantern.clock(),
      staffId: request.staff?.id ?? null,
      action: endpoint.name,
      ...note,
      address: request.ip,
      requestId: request.id,
    }
  }
}

async function admit(
  lantern: Lantern,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<SignedIn | null> {
  if (endpoint.permission === 'public') return null
  const staff = await lantern.sessions.identify(request)
  if (!staff) throw new Refusal('not_signed_in', 'Sign in to go on.')
  if (endpoint.permission !== 'signed-in') requirePermission(staff, endpoint.permission)
  return staff
}

/** Refuses with 403 unless the role holds the permission; for endpoints whose need depends on what is asked. */
export function requirePermission(staff: SignedIn, permission: Permission) {
  if (may(staff.role, permission)) return
  throw new Refusal('forbidden', 'Your role does not allow this. Ask an administrator if it should.', {
    permission,
  })
}

function onlyRefusals(error: unknown): null {
  if (error instanceof Refusal) throw error
  return null
}

function blankNote(request: FastifyRequest): AuditNote {
  return { subjectId: idOf(request.params), patientIds: [], changes: null }
}

function idOf(record: unknown): string | null {
  const id: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : null
  return typeof id === 'string' ? id : null
}

function versionOf(record: unknown): number | undefined {
  const version: unknown =
    typeof record === 'object' && record !== null ? Reflect.get(record, 'version') : undefined
  return typeof version === 'number' ? version : undefined
}

function versionRead(request: FastifyRequest): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '')
  if (!match) {
    throw new Refusal('version_required', 'Send If-Match with the ETag that the record was read with.')
  }
  return Number(match[1])
}

function refusalStatuses(endpoint: Endpoint): number[] {
  const always = endpoint.permission === 'public' ? [] : [401, 403]
  const byKind = endpoint.kind === 'edit' ? [412, 428] : []
  const own = (endpoint.errors ?? []).map((code) => errorStatus[code])
  return [...new Set([400, ...always, 404, ...byKind, ...own, 422, 503])]
}

function describe(endpoint: Endpoint): string {
  const permission = endpoint.permission === 'public' ? 'none' : endpoint.permission
  const codes = endpoint.errors?.length ? ` Error codes: ${endpoint.errors.join(', ')}.` : ''
  return `Permission: ${permission}.${codes}`
}
