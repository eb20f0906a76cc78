import type { FastifyInstance } from 'fastify'
import { type SharedBody, sendShared, sharedBody } from '../answers/shared-body.ts'

/** More takes ten times as long for two percent less. */
const quality = 6

export interface FixedAnswer {
  /** Its content type. */
  type: string
  /** Called once, when it is first asked for. */
  make(): Buffer | string | Promise<Buffer | string>
  headers?: Readonly<Record<string, string>>
}

/**
 * Serves what is the same for everybody and for as long as this server runs: made once, compressed once, and not sent
 * again to those who have it. Nobody need be signed in, so that it must cost little.
 */
export function serveFixed(app: FastifyInstance, url: string, { type, make, headers = {} }: FixedAnswer) {
  let kept: Promise<SharedBody> | undefined
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    kept ??= Promise.resolve(make()).then((content) => sharedBody(content, quality))
    // After a failure, the next request tries again.
    const answer = await kept.catch((error: unknown) => {
      kept = undefined
      throw error
    })
    void reply.headers({ 'cache-control': 'no-cache', ...headers }).type(type)
    return sendShared(request, reply, answer)
  })
}
