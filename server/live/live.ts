import type { FastifyInstance, FastifyReply } from 'fastify'
import { type LiveEvent, type LiveNoun, liveNouns } from '../../contract/api/live.ts'
import { may, type Permission } from '../../contract/permissions.ts'
import type { Changes } from '../db/changes.ts'
import { Refusal } from '../http/errors.ts'
import type { Sessions, SignedIn } from '../http/session.ts'

const needed: Record<LiveNoun, Permission> = {
  patient: 'patient.view',
  appointment: 'appointment.view',
  bed: 'bed.view',
  admission: 'bed.view',
  'inventory-item': 'inventory.availability',
  'purchase-order': 'inventory.view',
  supplier: 'inventory.view',
  'storage-location': 'inventory.view',
  // Doctors are staff, and whoever books chooses among them.
  staff: 'appointment.view',
}

interface Stream {
  staff: SignedIn
  send(event: LiveEvent): void
  end(): void
}

/**
 * GET /api/live: tells each signed-in screen which records changed, as far as its role may see them, and one's own
 * account always. A stream ends with its session and when its account changes; the screen then opens another.
 */
export function serveLive(app: FastifyInstance, changes: Changes, sessions: Sessions) {
  const streams = new Set<Stream>()

  function tell(noun: LiveNoun, id: string) {
    const event: LiveEvent = { kind: 'change', noun, id }
    for (const stream of streams) {
      const own = noun === 'staff' && stream.staff.id === id
      if (own || may(stream.staff.role, needed[noun])) stream.send(event)
      if (own) stream.end()
    }
  }

  changes.onChange((noun, id) => {
    if (noun === 'session') {
      for (const stream of streams) if (stream.staff.sessionId === id) stream.end()
    }
    if (isLiveNoun(noun)) tell(noun, id)
  })
  changes.onGap(() => {
    for (const stream of streams) stream.send({ kind: 'resync' })
  })
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
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

function isLiveNoun(noun: string): noun is LiveNoun {
  return (liveNouns as readonly string[]).includes(noun)
}
