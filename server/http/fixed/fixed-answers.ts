import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]
type Kept = Record<Encoding, Buffer> & { etag: string }

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
  let kept: Promise<Kept> | undefined
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    kept ??= Promise.resolve(make()).then(compressed)
    // What failed to be made is tried again by the next who asks.
    const answer = await kept.catch((error: unknown) => {
      kept = undefined
      throw error
    })
    void reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', ...headers })
      .header('etag', answer.etag)
    if (request.headers['if-none-match'] === answer.etag) return reply.status(304).send()
    const asked = request.headers['accept-encoding']
    const encoding = (asked && negotiate(asked, [...encodings])) || 'identity'
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply.type(type).send(answer[encoding])
  })
}

async function compressed(content: Buffer | string): Promise<Kept> {
  const identity = Buffer.from(content)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(identity),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { br, gzip: gzipped, identity, etag }
}
