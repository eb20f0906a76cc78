import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { DisplaySecret } from '../../../contract/front-desk/displays.ts'
import type { Database } from '../db/connect.ts'
import { askedTogether } from '../db/replica/asked-together.ts'
import type { Displays, Screen } from '../http/admit.ts'
import { network } from './attempt-origin.ts'
import { ownCookie } from './cookies.ts'
import { perMinute } from './per-minute.ts'
import { tokenHash } from './token-hash.ts'

/** How many wrong secrets one address may send in a minute. The count protects nothing: a secret is 256 random bits. */
const freeWrongOnes = 60
/** Browsers keep a cookie for 400 days at most; each look at the queue begins them anew. */
const kept = 400 * 86_400

/**
 * Knows the screens of waiting rooms by the secret of their link: as a bearer token when the link is opened, and in a
 * cookie from then on, that scripts can't read and that is sent with nothing but what such a screen asks for.
 */
export function createDisplays({
  db,
  clock,
  isSecure,
}: {
  db: Database
  clock: () => Date
  isSecure: boolean
}): Displays {
  const cookie = ownCookie('lantern.display', '/api/display', isSecure)
  // A television that was opened before there was TLS goes on: the secret is what counts.
  const plainCookie = ownCookie('lantern.display', '/api/display', false)
  const countWrong = perMinute(freeWrongOnes, 'Too many links that don’t hold.')

  let waiting: string[] = []
  // One query for all secrets that arrive meanwhile, so that many wrong links use at most one database connection.
  const lookUp = askedTogether(async () => {
    const hashes = waiting
    waiting = []
    const { rows } = await sql<Screen & { hash: string }>`
      select id, clinic_id as "clinicId", secret_hash as hash from display
      where secret_hash = any (${hashes}::text[]) and withdrawn_at is null
    `.execute(db)
    return new Map(rows.map(({ hash, ...screen }) => [hash, screen]))
  })

  async function screenOf(hash: string): Promise<Screen | undefined> {
    waiting.push(hash)
    return (await lookUp()).get(hash)
  }

  return {
    async identify(request: FastifyRequest, reply: FastifyReply) {
      const { authorization } = request.headers
      const sent = authorization
        ? /^bearer (.+)$/i.exec(authorization)?.[1]
        : (cookie.read(request) ?? plainCookie.read(request))
      const secret = DisplaySecret.safeParse(sent).data
      if (!secret) return null
      // A valid link gets in, whatever else its address sends.
      const screen = await screenOf(tokenHash(secret))
      if (!screen) {
        countWrong(network(request.ip))
        return null
      }
      void reply.header('set-cookie', cookie.written(secret, kept))
      return screen
    },
    async stillOpen(ids) {
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{ id: string }>`
        select id from display where id = any (${ids}::uuid[]) and withdrawn_at is null
      `.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    async seen(ids) {
      const { rows } = await sql<{ id: string }>`
        update display set seen_at = ${clock()} where id = any (${ids}::uuid[]) and withdrawn_at is null returning id
      `.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  }
}
