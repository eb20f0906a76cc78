import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Headers for every response: no framing, no content sniffing, nothing loaded from elsewhere. Helmet builds them once, on
 * a dummy response: they are always the same, and building them is slow.
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
    // Only for obsolete browsers and plug-ins; each header costs a microsecond per response.
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
 * The content security policy of our pages: our own files, and inline scripts and styles with this response's nonce. On
 * screens Mantine sets styles on elements; public pages do without.
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
