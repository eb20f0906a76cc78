import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Chart, chartOf, type Endpoint, isSearchOrReport } from '../../../contract/api/endpoint.ts'
import { Problem } from '../../../contract/api/errors.ts'
import { asOfHeader, scopeNamed } from '../../../contract/api/live.ts'
import { sayOwnSentences } from '../../../contract/api/sentences.ts'
import type { ErrorCode } from '../../../contract/nouns.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { Database } from '../db/connect.ts'
import { admit, hasOtherPermissions } from './admit.ts'
import { versionOf } from './answers/fields.ts'
import { type KeptFile, sendFile } from './answers/file.ts'
import { sendShared } from './answers/shared-body.ts'
import { asOfWanted } from './answers/snapshots.ts'
import { isPartlyKeptBack, isPartlyWithheld, type Recipient, withheldFrom } from './answers/withheld.ts'
import { Refusal } from './errors.ts'
import { mergedInstead } from './merged.ts'
import { describe, refusalStatuses } from './openapi/described.ts'
import { type AuditNote, blankNote, callOf, type Handler, type Served, traceOf } from './request-context.ts'
import { reasonNeeded } from './restrictions.ts'
import { writesOf } from './run-writes.ts'

sayOwnSentences()

const nothing = z.strictObject({})
/**
 * The refusals that are audited: missing permissions, restricted records, too many patient look-ups, and refusals that show
 * the record or name other patients.
 */
const notedRefusals: readonly string[] = [
  'forbidden',
  'identifier_taken',
  'identifiers_clash',
  'reason_needed',
  'stale_version',
  'too_many_lookups',
] satisfies ErrorCode[]
/** A read for printing has this header, and its audit entry records that. */
const purposeHeader = 'lantern-purpose'

/**
 * Serves one endpoint of the contract below /api. It checks session and permission first and validates request and
 * response against the contract. A create is one statement, any other write one transaction. Every write gets one audit
 * entry, and so does every read that names patients, is a file or is for printing, and every refused permission.
 */
export function serve<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const success = endpoint.kind === 'create' ? 201 : 200
  const served: Served = { app, endpoint, run: handler as unknown as Served['run'] }
  const { run } = served
  const { create, write } = writesOf(served)
  const act = { read, create, edit: write, change: write }[endpoint.kind]
  const { download, cases, scope, isAlikeByRole, isKept, largestBody }: Endpoint = endpoint
  const isRead = endpoint.kind === 'read'
  const isForReplica = isSearchOrReport(endpoint)
  const withheld = withheldFrom(endpoint.reply)
  const keepsBack = isPartlyKeptBack(endpoint.reply)
  const chart = chartOf(endpoint)
  if (scope && isPartlyWithheld(endpoint.reply))
    throw new Error(`${endpoint.name}: a scope is alike for everyone who may ask`)
  if (cases && act !== write) throw new Error(`${endpoint.name}: only what edits or changes has cases`)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    ...(largestBody && { bodyLimit: largestBody }),
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      description: describe(endpoint),
      tags: [endpoint.path.split('/')[1] ?? ''],
      ...(endpoint.permission === 'public' && { security: [] }),
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
      const about = request.audited ?? blankNote(served, request)
      const patientIds = [...new Set([...about.patientIds, ...error.patientIds])]
      const trace = traceOf(served, request)
      app.lantern.audit.note({ ...trace, ...about, patientIds, changes: null, outcome: error.code })
    },
    handler: async (request, reply) => {
      const { asOf } = app.lantern
      if (chart) await requireOpen(request, chart)
      const least = isRead ? asOfWanted(request) : undefined
      if ((scope || isAlikeByRole) && least !== undefined) return sendSnapshot(request, reply, least)
      // Taken before anything is read, so the response reflects at least this state.
      void reply.header(asOfHeader, String(least === undefined ? asOf.latest : await asOf.atLeast(least)))
      const answer = await act(request, reply).catch(async (error: unknown) => {
        if (!(await hasOtherPermissions(app.lantern.sessions, request, error)))
          throw await shownTo(request, error)
        return act(request, reply).catch(async (again: unknown) => {
          throw await shownTo(request, again)
        })
      })
      if (download) return sendFile(request, reply, download, answer as Readable | KeptFile)
      const shown = withheld(answer, await recipientOf(request, answer))
      const version = versionOf(shown)
      if (version !== undefined) void reply.header('etag', `"${version}"`)
      if (isKept) void reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.status(success).send(shown)
    },
  })

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const { db, wholeLists, replica } = app.lantern
    if (endpoint.isWholeList && request.staff) await wholeLists.takePlace(request.staff.id, reply)
    const readIn = async (from: Database) => {
      const audit = blankNote(served, request)
      return { audit, answer: await run(callOf(served, request, { audit, db: from })) }
    }
    const copied = isForReplica ? await replica?.read(readIn) : null
    const { audit, answer } = copied?.result ?? (await readIn(endpoint.isWholeList ? wholeLists.db : db))
    request.audited = audit
    noteRead(request, audit)
    return answer
  }

  function noteRead(request: FastifyRequest, audit: AuditNote) {
    const isForPaper = request.headers[purposeHeader] === 'print'
    if (isForPaper) audit.changes = { ...audit.changes, purpose: 'print' }
    if (endpoint.namesPatients || endpoint.isWholeList || download || isForPaper)
      app.lantern.audit.note({ ...traceOf(served, request), ...audit })
  }

  /** The record that a refused edit shows is an answer too. */
  async function shownTo(request: FastifyRequest, error: unknown): Promise<unknown> {
    if (endpoint.path.startsWith('/patients/{id}')) {
      const led = await mergedInstead(app.lantern.db, error, (request.params as { id: string }).id)
      if (led) return led
    }
    if (!(error instanceof Refusal) || !error.extra.current) return error
    const recipient = await recipientOf(request, error.extra.current)
    const current = withheld(error.extra.current, recipient) as Problem['current']
    return new Refusal(error.code, error.message, { ...error.extra, current })
  }

  /** Refuses a call about a patient whose restricted record is not open to the caller. */
  async function requireOpen(request: FastifyRequest, of: Chart) {
    const { restrictions } = app.lantern
    const { params, staff } = request
    if (!staff || (await restrictions.restricted()).size === 0) return
    const about = blankNote(served, request)
    const patientId = await restrictions.patientOf(of, (params as { id: string }).id)
    if (patientId === undefined || !(await restrictions.closedTo(staff.id, [patientId])).has(patientId))
      return
    request.audited = { ...about, patientIds: [patientId] }
    throw reasonNeeded(patientId)
  }

  /** Says whose records an answer keeps back: those closed to the caller, or every restricted one where it is alike for many. */
  async function recipientOf(request: FastifyRequest, answer: unknown): Promise<Recipient> {
    const { restrictions } = app.lantern
    const { staff, audited } = request
    const permissions = permissionsOf(request)
    const all = keepsBack ? await restrictions.restricted() : null
    if (!all?.size) return { permissions }
    const [patientId = null] = audited?.patientIds.length === 1 ? audited.patientIds : []
    if (!staff || scope || isAlikeByRole) return { permissions, patientId, isClosed: (id) => all.has(id) }
    const met = new Set<string>()
    withheld(answer, {
      permissions,
      patientId,
      isClosed(id) {
        met.add(id)
        return false
      },
    })
    const closed = await restrictions.closedTo(staff.id, [...met])
    return { permissions, patientId, isClosed: (id) => closed.has(id) }
  }

  /** A request that says as of when it needs the data gets the same response as every other screen that shows it. */
  async function sendSnapshot(request: FastifyRequest, reply: FastifyReply, least: number) {
    const { snapshots, db, hospital, clock, restrictions } = app.lantern
    // Its contents can depend on the day, and on which records are restricted.
    const kept = `${await hospital.today(clock())} ${restrictions.generation} ${snapshotName(request, endpoint)}`
    const snapshot = await snapshots.answer(kept, least, async () => {
      const note = blankNote(served, request)
      const answer = await run(callOf(served, request, { audit: note, db }))
      const shown = withheld(answer, await recipientOf(request, answer))
      return { text: String(reply.serialize(shown)), patientIds: note.patientIds }
    })
    noteRead(request, { ...blankNote(served, request), sight: snapshot.sight })
    void reply.header(asOfHeader, String(snapshot.asOf)).type('application/json; charset=utf-8')
    return sendShared(request, reply, snapshot.body)
  }
}

const nobody: readonly Permission[] = []
const permissionsOf = ({ staff }: FastifyRequest) => staff?.permissions ?? nobody

/** The name of a snapshot: of a scope, or of the response for everyone who may do the same. */
function snapshotName({ params, query, staff, screen }: FastifyRequest, { name, scope }: Endpoint): string {
  if (!scope) return `${name} ${staff?.permissions.join()} ${JSON.stringify(query)}`
  const key = scope.key && String(Reflect.get(params as object, scope.key))
  const named = `${scopeNamed(scope.kind, key)} ${JSON.stringify(query)}`
  return screen?.clinicId ? `${named} ${screen.clinicId}` : named
}
