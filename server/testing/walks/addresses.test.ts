import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { buildApp } from '../../app.ts'
import { nobodyWaits } from '../../ground/db/time-limits.ts'
import { createTestDatabase } from '../database.ts'

/**
 * The walks try what the contract names. Whatever else the server answers is named here, with who answers for it: somebody
 * who adds an address beside the contract, which no walk would try, has to come here and say why.
 */
const others = `
  whether it is well, for those who run it
    GET /livez, GET /readyz
  the contract, to be read
    GET /api/openapi.json, GET /api/docs, GET /api/docs/reference.css
    GET /api/docs/try, GET /api/docs/start.js
    GET /api/docs/swagger-ui-bundle.js, GET /api/docs/swagger-ui.css
  streams of changes: server/ground/live
    GET /api/live, GET /api/display/live
  ways in: server/ground/sign-in, before there is anybody whose permission could be asked for
    POST /api/auth/sign-in/email, POST /api/auth/sign-in/passkey, POST /api/auth/sign-up/email, POST /api/auth/sign-out
    GET /api/auth/token, POST /api/auth/passkey/options
    POST /api/auth/forgotten-password, POST /api/auth/new-password, POST /api/auth/confirmed-email, POST /api/auth/confirmed-sign-up
    POST /api/auth/sign-on/begin, POST /api/auth/sign-on/finish
  one’s own way in: server/ground/sign-in/own, of the session that the cookie names
    POST /api/auth/lock, POST /api/auth/active, POST /api/auth/unlock, POST /api/auth/unlock/passkey,
    POST /api/auth/countersign, POST /api/auth/countersign/passkey, POST /api/auth/countersign/passkey/options
    POST /api/auth/export, POST /api/auth/export/passkey, POST /api/auth/export/passkey/options
    POST /api/auth/change-password, POST /api/auth/sign-on/unlink
    POST /api/auth/passkey/add-options, POST /api/auth/passkey/add, POST /api/auth/passkey/remove
    POST /api/auth/two-factor/enable, POST /api/auth/two-factor/recovery-codes, POST /api/auth/two-factor/disable
  the appointments of a doctor, for whom the secret in the address speaks: server/front-desk/calendar-feeds
    GET /calendar/:secret.ics
  the web app and the public pages, the same for everybody
    GET /, GET /teams, GET /About, GET /book, GET /assets/*, GET /favicon.svg, GET /robots.txt, GET /social-card.jpg, GET /logo/:mark`
const named = [...others.matchAll(/(GET|POST) [^\s,]+/g)].map(([address]) => address)

const database = await createTestDatabase()
const webDirectory = mkdtempSync(join(tmpdir(), 'lantern-web-'))
for (const folder of ['assets', 'public-pages']) mkdirSync(join(webDirectory, folder))
for (const page of [
  'index',
  'public-pages/home',
  'public-pages/teams',
  'public-pages/About',
  'public-pages/book',
])
  writeFileSync(join(webDirectory, `${page}.html`), '')
afterAll(async () => {
  rmSync(webDirectory, { recursive: true })
  await database.drop()
})

/** Every address that somebody registers while something is built, in whichever way, with the endpoint that it serves. */
async function addressesOf(
  build: () => Promise<FastifyInstance>,
): Promise<Map<string, Endpoint | undefined>> {
  const found = new Map<string, Endpoint | undefined>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const endpoint = (config as { endpoint?: Endpoint } | undefined)?.endpoint
      // Fastify answers HEAD as a GET without its body.
      for (const one of [method].flat()) if (one !== 'HEAD') found.set(`${one} ${url}`, endpoint)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    const app = await build()
    await app.ready()
    await app.close()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return found
}

const contract = new Set<Endpoint>(endpoints)
const addressOf = ({ method, path }: Endpoint) => `${method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** The addresses that are not served by `serve` with an endpoint of the contract. */
function beside(addresses: Map<string, Endpoint | undefined>): string[] {
  const isServed = (endpoint: Endpoint | undefined, address: string) =>
    endpoint !== undefined && contract.has(endpoint) && addressOf(endpoint) === address
  return [...addresses]
    .filter(([address, endpoint]) => !isServed(endpoint, address) && !named.includes(address))
    .map(([address]) => address)
}

test('the server answers at the addresses of the contract, and at the few that are named here', async () => {
  const addresses = await addressesOf(() =>
    buildApp({
      databaseUrl: database.appUrl,
      limits: nobodyWaits,
      webDirectory,
      signOn: {
        name: 'St Mary’s',
        issuer: 'https://id.hospital.test',
        clientId: 'lantern',
        clientSecret: 'secret',
        scopes: 'openid',
        rolesClaim: null,
        roles: new Map(),
        redirectUri: 'https://lantern.test/sign-in/callback',
        publicUrl: 'https://lantern.test',
      },
    }),
  )
  expect(beside(addresses)).toEqual([])
  expect([...endpoints.map(addressOf), ...named].filter((address) => !addresses.has(address))).toEqual([])
})

test('an address beside the contract is found, wherever somebody puts it', async () => {
  const addresses = await addressesOf(async () => {
    const app: FastifyInstance = Fastify()
    app.post('/api/patients/:id/merge', () => null)
    await app.register(async (room) => {
      room.get('/everybody', () => null)
      // Belongs to the contract by its address alone.
      room.get('/api/patients', () => null)
    })
    return app
  })
  expect(beside(addresses)).toEqual(['POST /api/patients/:id/merge', 'GET /everybody', 'GET /api/patients'])
})
