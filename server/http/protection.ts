import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Headers for every answer: nobody may frame us, guess content types, or load anything from elsewhere. Helmet puts them
 * together once, as for an answer that nobody gets: they are the same for all, and it takes its time.
 */
export const protectiveHeaders = putTogether()

function putTogether() {
  const nothing = ["'none'"]
  const put = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': nothing,
        'base-uri': nothing,
        'form-action': nothing,
        'frame-ancestors': nothing,
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // For browsers and plug-ins that nobody has any more; each header costs an answer a microsecond.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  put(request, answer, () => {})
  return answer.getHeaders()
}

export function protect(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(protectiveHeaders)
    done()
  })
}

/**
 * What a page of ours may load: our own files, and the inline scripts and styles that carry this answer's nonce. On the
 * screens Mantine sets styles on elements; a public page does without.
 */
export function pagePolicy(nonce: string, styles: 'on elements' | 'of its own'): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' ${styles === 'on elements' ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}
