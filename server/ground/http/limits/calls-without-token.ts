import type { FastifyInstance } from 'fastify'

/** Milliseconds that a call without a token waits at most for those that have one. */
const longestWait = 25

/**
 * Calls without a token begin when none with a token is underway, or when they have waited long enough; and one in each
 * turn of the event loop. Pages, sign-ins and the like take longer than what the signed-in ask for, who otherwise wait
 * for a whole crowd in each of the turns that their own call takes. A crowd of any size waits no longer than a few.
 */
export function takeTurns(app: FastifyInstance): void {
  const waiting: { begin: () => void; since: number }[] = []
  let underway = 0
  let timer: NodeJS.Timeout | undefined
  let isDue = false

  app.addHook('onRequest', ({ headers, routeOptions }, reply, done) => {
    if (headers.authorization === undefined) {
      waiting.push({ begin: done, since: performance.now() })
      if (waiting.length === 1) beginSoon()
      return
    }
    // Streams last as long as a screen is open.
    if (!routeOptions.config.isStream) {
      underway++
      reply.raw.once('close', () => {
        underway--
        if (underway === 0 && waiting.length > 0) beginSoon()
      })
    }
    done()
  })

  function beginSoon() {
    if (isDue) return
    isDue = true
    clearTimeout(timer)
    setImmediate(() => {
      isDue = false
      beginNext()
    })
  }

  function beginNext() {
    const [next] = waiting
    if (!next) return
    const left = next.since + longestWait - performance.now()
    if (underway > 0 && left > 0) {
      timer = setTimeout(beginSoon, left)
      return
    }
    waiting.shift()
    if (waiting.length > 0) beginSoon()
    next.begin()
  }
}
