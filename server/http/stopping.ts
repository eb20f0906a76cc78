import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Milliseconds that what was begun may take to finish. */
const longestFinish = 10_000
/** Milliseconds without a request after which nobody is taken to be sending one. */
const quietFor = 250

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it is answered to the last: it says how the process is. */
    isHealth?: boolean
  }
}

/** What is known of the end of this server, as it comes near. */
export interface Stopping {
  /** Nobody new should be led here, though everybody is still served. */
  leaving: AbortSignal
  /** What has no end of its own ends now, and what is new is refused. */
  stopping: AbortSignal
}

/**
 * A server that closes finishes what was begun and refuses what is new, so that nobody is left wondering whether what
 * they sent was saved. Before that it serves on for `leaveFor` milliseconds, in which whoever leads calls to it hears that
 * it is leaving.
 */
export function finishBeforeClosing(app: FastifyInstance, leaveFor = 0): Stopping {
  const leaving = new AbortController()
  const stopping = new AbortController()
  const begun = new Set<ServerResponse>()
  let lastAsked = 0

  app.addHook('onRequest', (request, reply, done) => {
    const { isHealth } = request.routeOptions.config
    if (stopping.signal.aborted && !isHealth) {
      lastAsked = performance.now()
      void reply.header('connection', 'close')
      return done(
        new Refusal('server_stopping', 'Lantern is restarting. Nothing was changed. Try again in a moment.'),
      )
    }
    begun.add(reply.raw)
    reply.raw.once('close', () => begun.delete(reply.raw))
    done()
  })

  app.addHook('preClose', async () => {
    leaving.abort()
    await sleep(leaveFor)
    stopping.abort()
    const since = performance.now()
    lastAsked = since
    // Who was answered keeps the connection and may be sending the next request on it, which closing it would cut.
    for (const answer of begun) if (!answer.headersSent) answer.setHeader('connection', 'close')
    const isBusy = () => begun.size > 0 || performance.now() - lastAsked < quietFor
    while (isBusy() && performance.now() - since < longestFinish) await sleep(25)
  })
  return { leaving: leaving.signal, stopping: stopping.signal }
}
