import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '../../../../contract/screens.ts'
import { Refusal } from '../errors.ts'
import { logoOf } from '../hospital.ts'
import { pagePolicy } from '../protection.ts'
import { withDetails } from './hospital-details.ts'

export interface WebOptions {
  /** Where Lantern's own address leads at once; null for a visitor, who sees the public page. */
  wayOn: (request: FastifyRequest) => Promise<string | null>
  /** Whether a request may be of somebody who is signed in. */
  hasSession: (request: FastifyRequest) => boolean
  /** As `builtFrom` says. */
  build: string | undefined
  /** The origin that browsers use. */
  publicUrl?: string | undefined
}

/** Addresses of the public pages, and the files that they were built as. */
const publicPages = { '/': 'home', '/teams': 'teams', '/About': 'About', '/book': 'book' } as const

/**
 * Which sources a web app was built from. Its screens have it in their page, and hear it anew with each live stream, so that
 * they know when they are out of date. Undefined for what nobody built, of which nothing is known.
 */
export async function builtFrom(directory: string): Promise<string | undefined> {
  const stamp = await readFile(join(directory, '.sources'), 'utf8').catch(() => undefined)
  return stamp?.slice(0, 12)
}

const screenPatterns = screens.map(
  (address) => new RegExp(`^${address.replaceAll(/\$\w+/g, '[^/]+')}/?$`, 'i'),
)

/**
 * Serves the built web app: its files, the public pages, and the page of the screens for every other address outside
 * /api. An unknown address has that page with the status 404, so that a monitor with a wrong address notices.
 */
export async function serveWeb(
  app: FastifyInstance,
  directory: string,
  { wayOn, hasSession, build, publicUrl }: WebOptions,
) {
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const ofScreens = page.replace('__BUILD__', build ?? '')
  await app.register(fastifyStatic, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    // File names carry a hash of their content.
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  // Their names don't change when their content does.
  const forAnHour = { immutable: false, maxAge: '1h' } as const
  for (const file of ['favicon.svg', 'robots.txt', 'social-card.jpg']) {
    app.get(`/${file}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(file, directory, forAnHour),
    )
  }
  // The public pages are read without script, which can't make a picture of the API's answer.
  app.get<{ Params: { mark: string } }>('/logo/:mark', { schema: { hide: true } }, async (request, reply) => {
    const found = await logoOf(app.lantern.db, request.params.mark)
    const [, type, content] = /^data:(image\/\w+);base64,(.+)$/s.exec(found?.logo ?? '') ?? []
    if (!type || !content) throw new Refusal('not_found', 'This logo is no longer in use.')
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(type)
    return reply.send(Buffer.from(content, 'base64'))
  })
  // Sites that preview a link need the picture's full URL, and a Host header can't be trusted.
  const origin = publicUrl?.replace(/\/$/, '') ?? ''
  for (const [address, name] of Object.entries(publicPages)) {
    const page = await readFile(join(directory, `public-pages/${name}.html`), 'utf8')
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      const on = address === '/' ? await wayOn(request) : null
      if (on) return reply.header('cache-control', 'no-store').redirect(on)
      // A visitor is shown the page also while the database is away.
      const hospital = await app.lantern.hospital.read().catch(() => null)
      // The page is not found while booking from home is off.
      if (name === 'book' && !hospital?.booksFromHome) return reply.callNotFound()
      const shown = withDetails(page, hospital).replaceAll('__ORIGIN__', origin)
      return sendPage(reply, shown, 'of its own')
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const asksForPage = request.method === 'GET' || request.method === 'HEAD'
    if (!asksForPage || /^\/(api|assets)(\/|$)/.test(request.url)) {
      throw new Refusal('not_found', 'There is nothing at this address.')
    }
    const [path = ''] = request.url.split('?')
    // People type addresses in lower case.
    const publicPage = Object.keys(publicPages).find((page) => page.toLowerCase() === path.toLowerCase())
    if (publicPage && publicPage !== path) return reply.redirect(publicPage, 308)
    const isThere = screenPatterns.some((pattern) => pattern.test(path))
    // Saves a visitor's page a request that would be refused.
    const shown = ofScreens.replace('__SESSION__', hasSession(request) ? 'some' : 'none')
    return sendPage(reply.code(isThere ? 200 : 404), shown, 'on elements')
  })
}

function sendPage(reply: FastifyReply, page: string, styles: Parameters<typeof pagePolicy>[1]) {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', pagePolicy(nonce, styles))
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(page.replaceAll('__CSP_NONCE__', nonce))
}
