import { randomInt, randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mostScopes, partsOf, type ScopeKind, scopeNamed } from '../../../contract/api/live.ts'
import { may } from '../../../contract/permissions.ts'
import type { Changes } from '../db/changes.ts'
import { type Displays, requireAccount, requireDisplay, requirePermission } from '../http/admit.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import { hasEnded, isSecondStepDue, type Sessions } from '../http/session.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import { type Telling, tellChanges } from './broadcast.ts'
import { LastChanged } from './last-changed.ts'
import { endStaleStreams } from './stale-streams.ts'
import { encoded, type Listener, Stream, Streams } from './streams.ts'

/** Milliseconds in which screens reconnect if all their streams end at once; a crowd gets this much more for each screen. */
const soonestReopen = 500
const latestReopen = 3000
const eachReopen = 1
/** The soonest return after a process has died without warning and could not spread out its screens. */
const soonestReturn = 1000
const eachReturn = 4
/** The scopes that a waiting-room screen may follow. */
const waitingRoom = ['waiting-room']

/**
 * GET /api/live: sends each signed-in screen the changes to what it shows, as far as its role may see them, and changes of
 * its own account. A stream ends with its session and when its account changes; the screen then opens another.
 * GET /api/display/live: the same for waiting-room screens, which can follow nothing else, as long as their links are
 * valid. Returns a function that counts the open streams.
 */
export function serveLive(
  app: FastifyInstance,
  options: Omit<Telling, 'streams' | 'lastChanged' | 'onTold' | 'onTrouble'> & {
    changes: Changes
    sessions: Sessions
    displays: Displays
    /** Records who followed what, and which patients they were sent. */
    audit: AuditTrail
    clock: () => Date
    /** Milliseconds that a stream continues while the state of its account is unknown. */
    believedFor: number
    /** Interval in milliseconds for recording which waiting-room screens follow the queue, and for finding expired sessions. */
    lookEvery: number
    /** Identifies the build of the web app that is served. */
    build: string | undefined
  },
): () => number {
  const { changes, sessions, displays, asOf, audit, clock, kinds, stopping, lookEvery, build } = options
  const streams = new Streams()
  const lastChanged = new LastChanged(asOf)
  tellChanges({
    ...options,
    streams,
    lastChanged,
    onTold: audit.told,
    onTrouble: (error) => app.log.warn(error),
  })
  endStaleStreams(streams, options)

  changes.onChange(({ noun, id, told }) => {
    if (noun === 'session') {
      for (const stream of streams) if (stream.by.staff?.sessionId === id) shutOut(stream)
    }
    if (noun === 'hospital' || noun === 'role') void endChanged()
    if (noun === 'staff' || (noun === 'display' && told.withdrawn)) {
      for (const stream of streams) {
        if ((noun === 'staff' ? stream.by.staff?.id : stream.by.display) === id) shutOut(stream)
      }
    }
  })
  const noting = setInterval(() => {
    const open = new Set([...streams].flatMap(({ by }) => by.display ?? []))
    if (open.size > 0) void noteSeen([...open])
    // No notification says that a session expired, or that someone's deadline passed.
    for (const stream of streams) {
      const { staff } = stream.by
      if (staff && (hasEnded(staff, clock()) || isSecondStepDue(staff, clock()))) shutOut(stream)
    }
  }, lookEvery)
  changes.onGap(() => {
    lastChanged.missed()
    endAll()
  })
  stopping.addEventListener('abort', () => {
    clearInterval(noting)
    endAll()
    streams.close()
  })

  /** Ends a stream whose account or link has changed; the screen finds out whether it may open another. */
  function shutOut(stream: Stream) {
    stream.send(encoded({ kind: 'account' }))
    stream.end()
  }

  /**
   * Ends the streams of staff whose role allows something else now, or whose duty to have a second step began, ended or was
   * postponed, so that they hear of it.
   */
  async function endChanged() {
    try {
      const signedIn = [...streams].filter(({ by }) => by.staff)
      const same = await sessions.stillSo(signedIn.flatMap(({ by }) => by.staff ?? []))
      for (const stream of signedIn) if (stream.by.staff && !same.has(stream.by.staff)) shutOut(stream)
    } catch (error) {
      app.log.warn(error)
      // A permission may have been withdrawn, and the streams can't be checked.
      for (const stream of streams) if (stream.by.staff) shutOut(stream)
    }
  }

  /** Records that these follow the queue. Also finds a screen whose link was withdrawn while it was connecting. */
  async function noteSeen(ids: readonly string[]) {
    try {
      const held = await displays.seen(ids)
      for (const stream of streams) {
        const { display } = stream.by
        if (display && ids.includes(display) && !held.has(display)) shutOut(stream)
      }
    } catch (error) {
      app.log.warn(error)
    }
  }

  function endAll() {
    const latest = Math.max(latestReopen, streams.size * eachReopen)
    for (const stream of streams) {
      stream.send(encoded({ kind: 'closing', reopenAfter: randomInt(soonestReopen, latest) }))
      stream.end()
    }
  }

  const asStream = { schema: { hide: true }, config: { isStream: true } }
  app.get('/api/live', asStream, async (request, reply) => {
    const remembered = await requireAccount({ sessions, audit, clock }, request)
    const scopes = scopesOf(request, kinds)
    const mayAll = scopes.every((scope) => {
      const { permission } = kinds[partsOf(scope).kind] ?? {}
      return !permission || may(remembered, permission)
    })
    // Another process may have changed the account a moment ago.
    const staff = mayAll ? remembered : ((await sessions.identifyAnew(request)) ?? remembered)
    const by = { staffId: staff.id, address: request.ip, requestId: request.id }
    try {
      for (const scope of scopes) {
        const { kind, key } = partsOf(scope)
        const { permission, isOwn } = kinds[kind] ?? {}
        if (permission) requirePermission(staff, permission)
        if (isOwn && key !== staff.id) throw new Refusal('forbidden', 'You can only follow your own.')
      }
    } catch (refusal) {
      const asked = { at: clock(), action: 'openLive', subjectId: null, patientIds: [], changes: { scopes } }
      audit.note({ ...by, ...asked, outcome: 'forbidden' })
      throw refusal
    }
    const left = await open({ staff }, scopes, reply)
    if (!left) return
    const id = randomUUID()
    audit.followed({ ...by, id, at: clock(), scopes })
    left.once('close', () => audit.unfollowed(id, clock()))
  })

  app.get('/api/display/live', asStream, async (request, reply) => {
    const { id } = await requireDisplay(displays, request, reply)
    if (await open({ display: id }, waitingRoom, reply)) void noteSeen([id])
  })
  return () => streams.size

  /** Begins a stream and returns its connection; nothing if the connection is already closed. */
  async function open(by: Listener, scopes: string[], reply: FastifyReply) {
    // It would end in a moment; the retry will reach a server that stays.
    if (stopping.aborted)
      throw new Refusal('server_stopping', 'Lantern is restarting. Try again in a moment.')
    // A client that left while its account was being read causes no further close event.
    if (reply.raw.destroyed) {
      reply.hijack()
      return undefined
    }
    const stream = new Stream(by, scopes)
    // From here on it receives changes; earlier ones are covered by what `open` says.
    streams.add(stream)
    reply.raw.once('close', () => streams.delete(stream))
    const first = encoded({
      kind: 'open',
      asOf: await lastChanged.of(scopes),
      returnWithin: Math.max(soonestReturn, streams.size * eachReturn),
      build,
    })
    const answer = reply.hijack().raw
    // A client that left in the meantime follows nothing, and its leaving would never be recorded.
    if (answer.destroyed) return undefined
    // The stream ends with the connection, so chunked encoding is not needed, and each event goes out in one piece.
    answer.removeHeader('transfer-encoding')
    answer.writeHead(200, {
      connection: 'close',
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A buffering proxy would delay the events.
      'x-accel-buffering': 'no',
    })
    stream.begin(answer, first)
    return answer
  }
}

function scopesOf({ query }: FastifyRequest, kinds: Readonly<Record<string, ScopeKind>>): string[] {
  const asked = (query as { scope?: string | string[] }).scope ?? []
  const scopes = [asked].flat().map((scope) => {
    const { kind, key } = partsOf(scope)
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    const parsed = known?.key ? known.key.safeParse(key) : { success: key === undefined, data: undefined }
    if (!known || !parsed.success) throw invalidField('scope', 'Unknown scope.')
    return scopeNamed(kind, parsed.data)
  })
  if (scopes.length > mostScopes) throw invalidField('scope', `At most ${mostScopes} scopes`)
  return [...new Set(scopes)]
}
