import type { FastifyInstance } from 'fastify'

/**
 * Of calls without a token, one begins in each turn of the event loop. Pages, sign-ins and the like take longer than
 * what the signed-in ask for, who otherwise wait for a whole crowd in each of the turns that their own call takes.
 */
export function takeTurns(app: FastifyInstance): void {
  const waiting: (() => void)[] = []
  const next = () => {
    const begin = waiting.shift()
    if (waiting.length > 0) setImmediate(next)
    begin?.()
  }
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.authorization !== undefined) return done()
    waiting.push(done)
    if (waiting.length === 1) setImmediate(next)
  })
}
