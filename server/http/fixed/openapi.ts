import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type Endpoint, wantsVersion } from '../../../contract/api/endpoint.ts'
import { serveFixed } from './fixed-answers.ts'

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

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lantern API</title>
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
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      return { schema: { ...schema, headers: headersOf(route.route.config?.endpoint) }, url }
    },
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
  for (const [file, type] of [
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ] as const) {
    serveFixed(app, `/api/docs/${file}`, { type, make: () => readFile(join(viewer, file)) })
  }
}

const ifMatchWords = {
  always: 'The ETag that the record was read with.',
  'for edits':
    'The ETag that the record was read with: 428 without it where fields are edited. A change of state alone needs none, ' +
    'because the transition is its guard; one that is sent has to fit (412).',
}

/** The headers that an endpoint honours, as OpenAPI tells them; `serve` reads them. */
function headersOf(endpoint: Endpoint | undefined) {
  if (!endpoint || endpoint.kind === 'read') return undefined
  const wanted = wantsVersion(endpoint)
  return {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        description:
          'Sent again with the same key within a day, the same request (method, path, parameters, body, If-Match) happens once ' +
          'and is answered as the first time, with Idempotent-Replayed: true; another request is refused.',
      },
      ...(wanted !== 'never' && { 'If-Match': { type: 'string', description: ifMatchWords[wanted] } }),
    },
    required: wanted === 'always' ? ['If-Match'] : [],
  }
}
