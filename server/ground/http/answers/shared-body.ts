import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['zstd', 'br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

/** An answer that many get: each encoding of it is made when somebody takes it first, and once. */
export interface SharedBody {
  etag: string
  in(encoding: Encoding): Promise<Buffer> | Buffer
}

/** `quality`: from 1 for what is soon outdated to 9 for what lasts. */
export function sharedBody(content: Buffer | string, quality: number): SharedBody {
  const identity = Buffer.from(content)
  const made = new Map<Encoding, Promise<Buffer>>()
  const makers: Record<Exclude<Encoding, 'identity'>, () => Promise<Buffer>> = {
    zstd: () =>
      promisify(zstdCompress)(identity, { params: { [constants.ZSTD_c_compressionLevel]: quality } }),
    br: () => promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: () => promisify(gzip)(identity, { level: Math.max(1, quality) }),
  }
  return {
    etag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
    in(encoding) {
      if (encoding === 'identity') return identity
      const body = made.get(encoding) ?? makers[encoding]()
      made.set(encoding, body)
      return body
    },
  }
}

/** Answers with what the other side takes of it; with 304 where they have it already. */
export async function sendShared(request: FastifyRequest, reply: FastifyReply, body: SharedBody) {
  void reply.headers({ vary: 'accept-encoding', etag: body.etag })
  if (request.headers['if-none-match'] === body.etag) return reply.status(304).send()
  const asked = request.headers['accept-encoding']
  const encoding = (asked && negotiate(asked, [...encodings])) || 'identity'
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.send(await body.in(encoding))
}
