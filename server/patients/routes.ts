import type { FastifyInstance } from 'fastify'
export function patientRoutes(_app: FastifyInstance) {}
