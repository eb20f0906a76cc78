import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'

export type Trust = (address: string, hop: number) => boolean

export const requestIdHeader = 'x-request-id'

/** Crockford's letters: none is taken for another when a number is read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
/** A request id from a proxy, as nginx, Caddy, Envoy and the clouds write it. */
const proxysName = /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/

/** Which of the connecting addresses are trusted proxies. */
export function trusting(proxies: string | undefined): Trust {
  return proxies ? proxyAddr.compile(proxies.split(',').map((one) => one.trim())) : () => false
}

/** Random bytes come by the page: asked for one by one, they cost a request a microsecond. */
const page = Buffer.alloc(length * 256)
let used = page.length

/** '4F7K-9QXT-M2RB': short enough to read out, and no two requests of any process have the same. */
function newId(): string {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  let id = ''
  for (let index = 0; index < length; index++) {
    if (index % 4 === 0 && index > 0) id += '-'
    id += letters[(page[used++] ?? 0) % 32]
  }
  return id
}

/** The name of a request, by which its answer, the log, the audit trail and the traces know it. */
export function requestIds(trust: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader]
    const isBelieved =
      typeof given === 'string' && proxysName.test(given) && trust(socket.remoteAddress ?? '', 0)
    return isBelieved ? given : newId()
  }
}

/** Every answer names its request. */
export function nameRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id)
    done()
  })
}
