import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { ownCookie } from './cookies.ts'

/** Where an attempt to sign in comes from, by the names under which places are kept. */
export interface Origin {
  ip: string
  /** The address, as far as somebody can't choose it. */
  address: string
  /** The browser: by the cookie that an earlier sign-in gave it, or that this one is going to. */
  device: string
  /** Sent with a success. It opens nothing: it keeps its owner apart from those who guess at the same account. */
  deviceCookie: string
}

/** How long an account is known where it signed in, counted from the last time. */
export const knownForDays = 56

export function originOf(request: FastifyRequest, isSecure: boolean): Origin {
  const cookie = ownCookie('lantern.device', '/api/auth', isSecure)
  const sent = cookie.read(request) ?? ''
  const device = /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url')
  return {
    ip: request.ip,
    address: `address:${network(request.ip)}`,
    device: placeOfDevice(device),
    deviceCookie: cookie.written(device, knownForDays * 86_400),
  }
}

export function placeOfDevice(device: string): string {
  return `device:${createHash('sha256').update(device).digest('base64url')}`
}

/** With IPv6, everybody has the 2 ** 64 addresses of a network. */
export function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

/** The origin of the page that this server itself served to the browser: nothing else may use its cookies. */
export function webOrigin({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string | null {
  const address = publicUrl ?? `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : null
}
