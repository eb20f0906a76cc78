import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'

/** A file that was kept as it is, and that a client may have already. */
export interface KeptFile {
  bytes: Buffer
  etag: string
  madeAt: Date
}

/** Sends a file; no cache keeps it, because it tells of patients or of the hospital. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { media, filename }: NonNullable<Endpoint['download']>,
  file: Readable | KeptFile,
) {
  const type = media.startsWith('text/') ? `${media}; charset=utf-8` : media
  void reply.type(type).header('content-disposition', `attachment; filename="${filename}"`)
  if (!('bytes' in file)) return reply.send(file)
  void reply.header('etag', file.etag).header('last-modified', file.madeAt.toUTCString())
  void reply.header('cache-control', 'private, no-store')
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  return reply.send(file.bytes)
}
