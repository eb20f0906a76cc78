import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Milliseconds that what was begun may take to finish. */
const longestFinish = 10_000
/** Milliseconds without a request after which nobody is taken to be sending one. */
const quietFor = 250

/**
 * A server that closes finishes what was begun and refuses what is new, so that nobody is left wondering whether what
 * they sent was saved. The signal is for what has no end of its own.
 */
export function finishBeforeClosing(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  const begun = new Set<ServerResponse>()
  let lastAsked = 0

  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.signal.aborted) {
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
    stopping.abort()
    const since = performance.now()
    lastAsked = since
    // Who was answered keeps the connection and may be sending the next request on it, which closing it would cut.
    for (const answer of begun) if (!answer.headersSent) answer.setHeader('connection', 'close')
    const isBusy = () => begun.size > 0 || performance.now() - lastAsked < quietFor
    while (isBusy() && performance.now() - since < longestFinish) await sleep(25)
  })
  return stopping.signal
}
