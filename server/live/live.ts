import { randomInt, randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mostScopes, partsOf, type ScopeKind, scopeNamed } from '../../contract/api/live.ts'
import { may } from '../../contract/permissions.ts'
import type { Changes } from '../db/changes.ts'
import { type Displays, requireAccount, requireDisplay, requirePermission } from '../http/admit.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import { hasEnded, isSecondStepDue, type Sessions } from '../http/session.ts'
import type { AuditTrail } from '../trail/audit-trail.ts'
import { endStaleStreams } from './stale-streams.ts'
import { encoded, type Listener, Stream, Streams } from './streams.ts'
import { type Telling, tellChanges } from './telling.ts'
import { Touched } from './touched.ts'

/** Milliseconds between which screens come back whose streams all end at once; a crowd takes so many for each of them. */
const soonestReopen = 500
const latestReopen = 3000
const eachReopen = 1
/** The same for a process that is gone without a word, in which nobody is left to tell them apart. */
const soonestReturn = 1000
const eachReturn = 4
/** What such a screen may follow. */
const waitingRoom = ['waiting-room']

/**
 * GET /api/live: tells each signed-in screen what changes in what it shows, as far as its role may see that, and that
 * its own account changed. A stream ends with its session and when its account changes; the screen then opens another.
 * GET /api/display/live: the same for the screens of waiting rooms, which follow those and nothing else, as long as their
 * links hold. Returns how to count those that are open.
 */
export function serveLive(
  app: FastifyInstance,
  options: Omit<Telling, 'streams' | 'touched' | 'onTold' | 'onTrouble'> & {
    changes: Changes
    sessions: Sessions
    displays: Displays
    /** Who followed what is on record, and of whom they were told. */
    audit: AuditTrail
    clock: () => Date
    /** Milliseconds that a stream goes on when nothing is known of its account. */
    believedFor: number
    /** Milliseconds between which it is noted which screens of waiting rooms follow the queue, and whose time is over. */
    lookEvery: number
    /** The screens that are served. */
    build: string | undefined
  },
): () => number {
  const { changes, sessions, displays, asOf, audit, clock, kinds, stopping, lookEvery, build } = options
  const streams = new Streams()
  const touched = new Touched(asOf)
  tellChanges({
    ...options,
    streams,
    touched,
    onTold: audit.told,
    onTrouble: (error) => app.log.warn(error),
  })
  endStaleStreams(streams, options)

  changes.onChange(({ noun, id, told }) => {
    if (noun === 'session') {
      for (const stream of streams) if (stream.by.staff?.sessionId === id) shutOut(stream)
    }
    if (noun === 'hospital') void endChanged()
    if (noun === 'staff' || (noun === 'display' && told.withdrawn)) {
      for (const stream of streams) {
        if ((noun === 'staff' ? stream.by.staff?.id : stream.by.display) === id) shutOut(stream)
      }
    }
  })
  const noting = setInterval(() => {
    const open = new Set([...streams].flatMap(({ by }) => by.display ?? []))
    if (open.size > 0) void noteSeen([...open])
    // Nobody tells that a session's own end came, or a day until which somebody had time.
    for (const stream of streams) {
      const { staff } = stream.by
      if (staff && (hasEnded(staff, clock()) || isSecondStepDue(staff, clock()))) shutOut(stream)
    }
  }, lookEvery)
  changes.onGap(() => {
    touched.missed()
    endAll()
  })
  stopping.addEventListener('abort', () => {
    clearInterval(noting)
    endAll()
    streams.close()
  })

  /** What let it in has changed, and may let it in no more: it finds out. */
  function shutOut(stream: Stream) {
    stream.send(encoded({ kind: 'account' }))
    stream.end()
  }

  /** Whom the hospital asks for a second step by now, or not any more, and who has until another day: they find out. */
  async function endChanged() {
    try {
      const signedIn = [...streams].filter(({ by }) => by.staff)
      const same = await sessions.stillSo(signedIn.flatMap(({ by }) => by.staff ?? []))
      for (const stream of signedIn) if (stream.by.staff && !same.has(stream.by.staff)) shutOut(stream)
    } catch (error) {
      app.log.warn(error)
    }
  }

  /** Notes that these follow the queue. One whose link was withdrawn in the moment of opening is found here. */
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
      return !permission || may(remembered.role, permission)
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

  /** Begins a stream, and answers the connection that it goes on; nothing where that is gone already. */
  async function open(by: Listener, scopes: string[], reply: FastifyReply) {
    // It would end in a moment; whoever asks again, asks a server that stays.
    if (stopping.aborted)
      throw new Refusal('server_stopping', 'Lantern is restarting. Try again in a moment.')
    // Who left while it was read who they are is not heard leaving again.
    if (reply.raw.destroyed) {
      reply.hijack()
      return undefined
    }
    const stream = new Stream(by, scopes)
    // From here on it is told of changes: those before it are within what `open` says.
    streams.add(stream)
    reply.raw.once('close', () => streams.delete(stream))
    const first = encoded({
      kind: 'open',
      asOf: await touched.of(scopes),
      returnWithin: Math.max(soonestReturn, streams.size * eachReturn),
      build,
    })
    const answer = reply.hijack().raw
    // Who left meanwhile follows nothing, and would never be on record as having left.
    if (answer.destroyed) return undefined
    // Its end is that of the connection: what is sent needs no frame, and goes out in one piece.
    answer.removeHeader('transfer-encoding')
    answer.writeHead(200, {
      connection: 'close',
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A proxy that gathers bytes would keep them from the screen.
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
