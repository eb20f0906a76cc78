import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'
import { pagePolicy } from '../protection.ts'

/** Serves the built web app: its files, and its page for every address outside /api. */
export async function serveWeb(app: FastifyInstance, directory: string) {
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    // File names carry a hash of their content.
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  app.get('/favicon.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('favicon.svg', directory),
  )
  app.setNotFoundHandler((request, reply) => {
    const asksForPage = request.method === 'GET' || request.method === 'HEAD'
    if (!asksForPage || /^\/(api|assets)(\/|$)/.test(request.url)) {
      throw new Refusal('not_found', 'There is nothing at this address.')
    }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replaceAll('__CSP_NONCE__', nonce))
  })
}
