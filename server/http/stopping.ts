import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Milliseconds that what was begun may take to finish. */
const longestFinish = 10_000
/** Milliseconds in which a client that was answered just now may send its next request on the same connection. */
const shortestFinish = 100

/**
 * A server that closes finishes what was begun and refuses what is new, so that nobody is left wondering whether what
 * they sent was saved. The signal is for what has no end of its own.
 */
export function finishBeforeClosing(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  let begun = 0
  let tellDone = () => {}

  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.signal.aborted) {
      void reply.header('connection', 'close')
      throw new Refusal(
        'server_stopping',
        'Lantern is restarting. Nothing was changed; try again in a moment.',
      )
    }
    begun++
    reply.raw.once('close', () => {
      begun--
      if (begun === 0) tellDone()
    })
  })

  app.addHook('preClose', async () => {
    stopping.abort()
    await sleep(shortestFinish)
    if (begun === 0) return
    const enough = new AbortController()
    const done = new Promise<void>((resolve) => {
      tellDone = resolve
    })
    const longest = sleep(longestFinish, undefined, { signal: enough.signal }).catch(() => {})
    await Promise.race([done, longest])
    enough.abort()
  })
  return stopping.signal
}
