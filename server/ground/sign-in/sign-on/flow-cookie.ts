import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { ownCookie } from '../cookies.ts'
import type { Flow } from './provider.ts'

/** The contents of the cookie that ties a return from the provider to the sign-on that this browser began. */
const Carried = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The account that is to be linked; without one, somebody signs in. */
  linkTo: z.string().optional(),
})

/** Minutes that one may take at the provider. */
const life = 10

export interface FlowCookies {
  /** For `set-cookie`. */
  carry(flow: Flow, linkTo: string | undefined): Promise<string>
  /** Null when there is none, or it is too old. */
  read(request: FastifyRequest): Promise<{ flow: Flow; linkTo: string | undefined } | null>
  readonly cleared: string
}

/** Encrypted, so that its browser can neither read nor write it. */
export function flowCookies({
  secret,
  clock,
  isSecure,
}: {
  secret: string
  clock: () => Date
  isSecure: boolean
}): FlowCookies {
  const key = createHash('sha256').update(secret).digest()
  // The page that the provider leads back to asks with it: no other site ever has to send it.
  const cookie = ownCookie('lantern.sign-on', '/api/auth/sign-on', isSecure)
  return {
    async carry(flow, linkTo) {
      const token = await new EncryptJWT({ ...flow, ...(linkTo && { linkTo }) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(new Date(clock().getTime() + life * 60_000))
        .encrypt(key)
      return cookie.written(token, life * 60)
    },
    async read(request) {
      const token = cookie.read(request)
      if (!token) return null
      const carried = await jwtDecrypt(token, key, { currentDate: clock() }).catch(() => null)
      const known = Carried.safeParse(carried?.payload)
      if (!known.success) return null
      const { linkTo, ...flow } = known.data
      return { flow, linkTo }
    },
    cleared: cookie.written('', 0),
  }
}
