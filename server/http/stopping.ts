import type { ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Milliseconds that what was begun may take to finish. */
const longestFinish = 10_000
/** Milliseconds without a new connection after which none is taken to wait for us. */
const quietBeforeClose = 75
/** Milliseconds after which no such pause is waited for: a proxy counts a server among others until it does not listen. */
const longestWaitForQuiet = 500
/** Milliseconds within which hardly anybody comes. */
const brief = 0.2
/** Milliseconds for which everybody is served; who still comes then has nowhere else to go, and is told to come back. */
const longestServing = 1000
/** Milliseconds without a request after which nobody is taken to be sending one. */
const usualQuiet = 250

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
 * A server that closes answers what still comes, and asks for each connection to be closed with its next answer: whoever
 * calls next, calls whoever serves then. Fastify says so in every answer from when it closes. For `leaveFor` milliseconds
 * that is all, and whoever leads calls to it hears that it is leaving. Where nobody else serves, it goes over to refusing
 * what is new, so that nobody is left wondering whether what they sent was saved.
 */
export function finishBeforeClosing(
  app: FastifyInstance,
  { leaveFor = 0, quietFor = usualQuiet }: { leaveFor?: number | undefined; quietFor?: number | undefined },
): Stopping {
  const leaving = new AbortController()
  const stopping = new AbortController()
  const begun = new Set<ServerResponse>()
  let isRefusing = false
  let lastConnected = 0
  let lastAsked = 0

  app.server.on('connection', () => {
    lastConnected = performance.now()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { isHealth } = request.routeOptions.config
    if (stopping.signal.aborted && !isHealth) lastAsked = performance.now()
    if (isRefusing && !isHealth) {
      return done(
        new Refusal('server_stopping', 'Lantern is restarting. Nothing was changed. Try again in a moment.'),
      )
    }
    begun.add(reply.raw)
    reply.raw.once('close', () => begun.delete(reply.raw))
    done()
  })

  /** One connection is taken in at a turn: whether there was a turn without any, and so short that nobody has come since. */
  async function nobodyWaits(within: number): Promise<boolean> {
    for (let turns = 0; turns < 100; turns++) {
      const [last, begun] = [lastConnected, performance.now()]
      await nextTurn()
      if (lastConnected === last && performance.now() - begun < within) return true
    }
    return false
  }

  app.addHook('preClose', async () => {
    leaving.abort()
    await sleep(leaveFor)
    stopping.abort()
    for (const answer of begun) if (!answer.headersSent) answer.setHeader('connection', 'close')
    const since = performance.now()
    const sinceThen = (moment: number) => performance.now() - Math.max(moment, since)
    // Who is connected as far as the system knows, and still waits to be taken in, would be cut.
    const isOver = () => sinceThen(since) > longestFinish
    const isQuiet = () =>
      sinceThen(lastConnected) > quietBeforeClose || sinceThen(since) > longestWaitForQuiet
    do {
      isRefusing = sinceThen(since) > longestServing
      await sleep(25)
    } while (!isOver() && !(isQuiet() && (await nobodyWaits(isRefusing ? Number.POSITIVE_INFINITY : brief))))
    // That of HTTP would close at once what is idle, and cut who is sending the next request on it.
    Server.prototype.close.call(app.server)
    const isBusy = async () =>
      begun.size > 0 || (sinceThen(lastAsked) < quietFor && (await openConnections(app)) > 0)
    while ((await isBusy()) && sinceThen(since) < longestFinish) await sleep(25)
  })
  return { leaving: leaving.signal, stopping: stopping.signal }
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}
