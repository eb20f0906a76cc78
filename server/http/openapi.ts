import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; OpenAPI tells from it which headers it honours. */
    endpoint?: Endpoint
  }
}

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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Its own policy lets in other hosts and frames, and asks for TLS where there may be none.
    transformStaticCSP: (policy) =>
      policy
        .replace(/frame-ancestors [^;]+;/, "frame-ancestors 'none';")
        .replaceAll(/ (https:|validator\.swagger\.io)(?=[ ;])/g, '')
        .replace(/ ?upgrade-insecure-requests;/, ''),
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** The headers that an endpoint honours, as OpenAPI tells them; `serve` reads them. */
function headersOf(endpoint: Endpoint | undefined) {
  if (!endpoint || endpoint.kind === 'read') return undefined
  return {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        description:
          'Sent again with the same key within a day, the same request (method, path, parameters, body, If-Match) happens once ' +
          'and is answered as the first time, with Idempotent-Replayed: true; another request is refused.',
      },
      ...(endpoint.kind === 'edit' && {
        'If-Match': { type: 'string', description: 'The ETag that the record was read with.' },
      }),
    },
    required: endpoint.kind === 'edit' ? ['If-Match'] : [],
  }
}
