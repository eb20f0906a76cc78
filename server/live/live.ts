import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveEvent } from '../../contract/api/live.ts'
import { may, type Permission } from '../../contract/permissions.ts'
import type { Changes } from '../db/changes.ts'
import { Refusal } from '../http/errors.ts'
import type { Sessions, SignedIn } from '../http/session.ts'
import { endStaleStreams } from './stale-streams.ts'

/** Milliseconds between which the screens of a server that stops come back: to it, or to another. */
const soonestReopen = 500
const latestReopen = 3000

interface Stream {
  staff: SignedIn
  send(event: LiveEvent): void
  end(): void
}

/**
 * GET /api/live: tells each signed-in screen which records changed, as far as its role may see them, and one's own
 * account always; `permissions` says by noun what that takes. A stream ends with its session and when its account
 * changes; the screen then opens another.
 */
export function serveLive(
  app: FastifyInstance,
  options: {
    changes: Changes
    sessions: Sessions
    permissions: Readonly<Record<string, Permission>>
    stopping: AbortSignal
    /** Milliseconds that a stream goes on when nothing is known of its account. */
    believedFor: number
  },
) {
  const { changes, sessions, permissions, stopping } = options
  const streams = new Set<Stream>()
  endStaleStreams(streams, options)

  function tell(noun: string, id: string, permission: Permission) {
    const event: LiveEvent = { kind: 'change', noun, id }
    for (const stream of streams) {
      const own = noun === 'staff' && stream.staff.id === id
      if (own || may(stream.staff.role, permission)) stream.send(event)
      if (own) stream.end()
    }
  }

  changes.onChange((noun, id) => {
    if (noun === 'session') {
      for (const stream of streams) if (stream.staff.sessionId === id) stream.end()
    }
    const permission = permissions[noun]
    if (permission) tell(noun, id, permission)
  })
  changes.onGap(() => {
    for (const stream of streams) stream.send({ kind: 'resync' })
  })
  stopping.addEventListener('abort', () => {
    for (const stream of streams) {
      stream.send({ kind: 'closing', reopenAfter: randomInt(soonestReopen, latestReopen) })
      stream.end()
    }
  })

  app.get(
    '/api/live',
    { sse: { kind: 'only', heartbeat: true }, schema: { hide: true } },
    async (request, reply) => {
      const staff = await sessions.identify(request)
      if (!staff) throw new Refusal('not_signed_in', 'Sign in to go on.')
      reply.sse.keepAlive()
      const stream = openStream(reply, staff)
      streams.add(stream)
      reply.sse.onClose(() => streams.delete(stream))
      // Something can have changed between the screen's reading and this stream's opening.
      stream.send({ kind: 'resync' })
    },
  )
}

function openStream(reply: FastifyReply, staff: SignedIn): Stream {
  return {
    staff,
    send(event) {
      reply.sse.send({ data: event }).catch(() => reply.sse.close())
    },
    end() {
      reply.sse.close()
    },
  }
}
