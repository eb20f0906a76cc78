import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { type ErrorCode, errorStatus } from '../../../contract/nouns.ts'
import { serveFixed } from '../fixed/fixed-answers.ts'
import { headersOf } from './described.ts'
import { toDocument, toOperation } from './document.ts'
import { errorMeanings } from './error-meanings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; OpenAPI tells from it which headers it honours. */
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

const errorCodes = Object.entries(errorMeanings).map(
  ([code, meaning]) =>
    `<dt id="${code}"><code>${code}</code> ${errorStatus[code as ErrorCode]}</dt><dd>${meaning}</dd>`,
)

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lantern API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/error-codes.css" />
  </head>
  <body>
    <div id="docs"></div>
    <section class="error-codes">
      <h2>Error codes</h2>
      <p>Each error answer has one of these codes, and its <code>type</code> leads here.</p>
      <dl>
        ${errorCodes.join('\n        ')}
      </dl>
    </section>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`
const look = `.error-codes { max-width: 1460px; margin: 0 auto; padding: 0 20px 40px; font: 14px/1.5 sans-serif; color: #3b4151; }
.error-codes dt { margin-top: 12px; font-weight: 600; scroll-margin-top: 12px; }
.error-codes dt:target { background: #fff3c4; }
.error-codes dd { margin: 0; }
`
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`

/** OpenAPI 3.1 of everything that is served, at /api/openapi.json, and readable at /api/docs. */
export async function serveOpenApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lantern',
        version: '1',
        description:
          'Sign in with POST /api/auth/sign-in/email, then GET /api/auth/token with that cookie; send the token as bearer. ' +
          'Errors are application/problem+json with a stable code.',
      },
      servers: [{ url: '/', description: 'The hospital’s own server' }],
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
    make: () => page,
    headers: { 'content-security-policy': policy },
  })
  serveFixed(app, '/api/docs/start.js', { type: 'text/javascript; charset=utf-8', make: () => start })
  serveFixed(app, '/api/docs/error-codes.css', { type: 'text/css; charset=utf-8', make: () => look })
  for (const [file, type] of [
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ] as const) {
    serveFixed(app, `/api/docs/${file}`, { type, make: () => readFile(join(viewer, file)) })
  }
}
