import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Milliseconds that requests in flight may take to finish. */
const longestFinish = 10_000
/** Milliseconds without a new connection after which we assume that none is pending. */
const quietBeforeClose = 75
/** Milliseconds after which we stop waiting for such a pause: a proxy keeps a server in rotation until it stops listening. */
const longestWaitForQuiet = 500
/** Milliseconds within which a new connection is unlikely. */
const brief = 0.2
/**
 * Milliseconds for which every request is served; later ones are asked to come back, because there is no other server.
 */
const longestServing = 1000
/** Milliseconds without a request after which we assume that none is on its way. */
const usualQuiet = 250

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it is answered until the end, because it is a health check. */
    isHealth?: boolean
  }
}

/** The stages of this server's graceful shutdown. */
export interface Stopping {
  /** Not ready: load balancers should send nobody here, but every request is still served. */
  leaving: AbortSignal
  /** Open-ended responses end now, and new requests are refused. */
  stopping: AbortSignal
}

/**
 * Graceful shutdown. A closing server still answers requests, and closes each connection with its next response, so that
 * the client's next request goes to another server. Fastify sends `Connection: close` once it is closing. For `leaveFor`
 * milliseconds that is all, and load balancers see that the server is not ready. If no other server takes over, it then
 * refuses new requests, so that nobody is left wondering whether their write was saved.
 */
export function finishBeforeClosing(
  app: FastifyInstance,
  { leaveFor = 0, quietFor = usualQuiet }: { leaveFor?: number | undefined; quietFor?: number | undefined },
): Stopping {
  const leaving = new AbortController()
  const stopping = new AbortController()
  // A set of responses would keep some of them in memory until the next full garbage collection.
  let underway = 0
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
    underway++
    reply.raw.once('close', () => underway--)
    done()
  })
  // Fastify already does this for requests that begin later.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.signal.aborted) void reply.header('connection', 'close')
    done()
  })

  /** One connection is taken in at a turn: whether there was a turn without any, and so short that nobody has come since. */
  async function nobodyWaits(within: number): Promise<boolean> {
    for (let rounds = 0; rounds < 100; rounds++) {
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
    const since = performance.now()
    const sinceThen = (moment: number) => performance.now() - Math.max(moment, since)
    // Connections that the kernel has established but we have not accepted yet would be cut off.
    const isOver = () => sinceThen(since) > longestFinish
    const isQuiet = () =>
      sinceThen(lastConnected) > quietBeforeClose || sinceThen(since) > longestWaitForQuiet
    do {
      isRefusing = sinceThen(since) > longestServing
      await sleep(25)
    } while (!isOver() && !(isQuiet() && (await nobodyWaits(isRefusing ? Number.POSITIVE_INFINITY : brief))))
    // The HTTP server's own close would end idle connections at once, and cut off a client that is sending its next request.
    Server.prototype.close.call(app.server)
    const isBusy = async () =>
      underway > 0 || (sinceThen(lastAsked) < quietFor && (await openConnections(app)) > 0)
    while ((await isBusy()) && sinceThen(since) < longestFinish) await sleep(25)
  })
  return { leaving: leaving.signal, stopping: stopping.signal }
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}
