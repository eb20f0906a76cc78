import type { FastifyInstance } from 'fastify'
import { analyzeStays, analyzeVisits } from '../../contract/figures/analytics.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import { stayFigures } from './stays.ts'
import { visitFigures } from './visits.ts'

export const analytics = {
  routes(app: FastifyInstance) {
    serve(app, analyzeVisits, ({ db, query }) => visitFigures(db, query))
    serve(app, analyzeStays, ({ db, query }) => stayFigures(db, query))
  },
} satisfies Noun
