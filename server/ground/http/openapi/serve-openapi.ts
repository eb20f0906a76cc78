import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'
import { root } from '../../start/root.ts'
import { serveFixed } from '../static/static-answers.ts'
import { headersOf } from './described.ts'
import { toDocument, toOperation } from './document.ts'
import { referencePage } from './reference-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's endpoint, from which OpenAPI derives the headers that it supports. */
    endpoint?: Endpoint
  }
}

/** Swagger UI's own files; the package's plugin would compress a megabyte and a half for each reader. */
const viewer = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)

/** Swagger UI sets styles on elements and draws its icons from data. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

const tryPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Send requests to the Lantern API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`

/** OpenAPI 3.1 of everything that is served, at /api/openapi.json, readable at /api/docs, and to be tried at /api/docs/try. */
export async function serveOpenApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lantern',
        version: '1',
        description:
          'Sign in with POST /api/auth/sign-in/email, then GET /api/auth/token with that cookie; send the token as bearer. ' +
          'Errors are application/problem+json with a stable code. A read whose answer goes on paper sends the header ' +
          '`Lantern-Purpose: print`.',
      },
      servers: [{ url: '/', description: 'The hospital’s own server' }],
      // Public calls say that they need none.
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { schema, url } = toOperation(route)
      return { schema: { ...schema, headers: headersOf(route.route.config?.endpoint) }, url }
    },
    transformObject: toDocument,
  })
  serveFixed(app, '/api/openapi.json', {
    type: 'application/json; charset=utf-8',
    make: () => JSON.stringify(app.swagger()),
  })
  serveFixed(app, '/api/docs', {
    type: 'text/html; charset=utf-8',
    make: () => referencePage(app.swagger() as OpenAPIV3_1.Document),
    headers: { 'content-security-policy': policy },
  })
  serveFixed(app, '/api/docs/try', {
    type: 'text/html; charset=utf-8',
    make: () => tryPage,
    headers: { 'content-security-policy': policy },
  })
  serveFixed(app, '/api/docs/start.js', { type: 'text/javascript; charset=utf-8', make: () => start })
  serveFixed(app, '/api/docs/reference.css', {
    type: 'text/css; charset=utf-8',
    make: () => readFile(join(root, 'server/ground/http/openapi/reference.css')),
  })
  for (const [file, type] of [
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ] as const) {
    serveFixed(app, `/api/docs/${file}`, { type, make: () => readFile(join(viewer, file)) })
  }
}
