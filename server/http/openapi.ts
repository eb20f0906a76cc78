import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

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
    transform: jsonSchemaTransform,
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
