import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

/** Signing in by a hospital's own OpenID Connect provider; what a browser asks for on its way is in account.ts. */

export const errors = {
  sign_on_expired: 409,
  sign_on_unavailable: 503,
  sign_on_untrusted: 502,
  sign_on_denied: 403,
  sign_on_incomplete: 422,
  sign_on_not_linked: 409,
  sign_on_linked: 409,
  sign_on_last_way: 409,
} as const

export const readOwnSignOn = endpoint({
  name: 'readOwnSignOn',
  summary: 'Whether one’s own account is linked to the hospital’s own sign-on',
  method: 'GET',
  path: '/me/sign-on',
  permission: 'signed-in',
  kind: 'read',
  reply: z.object({ isLinked: z.boolean() }),
})
