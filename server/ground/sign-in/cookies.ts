import type { FastifyRequest } from 'fastify'

/** A cookie that no script reads and no other site sends. */
export interface OwnCookie {
  read(request: FastifyRequest): string | undefined
  /** For `set-cookie`; `seconds` is how long browsers keep it. */
  written(value: string, seconds: number): string
}

/**
 * The name of one of our cookies. Under TLS, its prefix limits who can set it: only this host
 * (`__Host-`, which wants the path /), or only a page that came over TLS (`__Secure-`).
 */
export function cookieName(name: string, path: string, isSecure: boolean): string {
  if (!isSecure) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** A cookie that is sent only to addresses below `path`. */
export function ownCookie(name: string, path: string, isSecure: boolean): OwnCookie {
  const called = cookieName(name, path, isSecure)
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: ({ headers }) => cookiesOf(headers.cookie).get(called),
    written: (value, seconds) => `${called}=${value}; Max-Age=${seconds}; ${attributes}`,
  }
}

function cookiesOf(header = ''): Map<string, string> {
  const pairs = header.split(';').map((pair): [string, string] => {
    const [name = '', ...value] = pair.trim().split('=')
    return [name, value.join('=')]
  })
  return new Map(pairs)
}
