import type { FastifyInstance } from 'fastify'
export function appointmentRoutes(_app: FastifyInstance) {}
