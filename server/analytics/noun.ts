import type { FastifyInstance } from 'fastify'
import {
  analyzeStays,
  analyzeVisits,
  exportStayFigures,
  exportVisitFigures,
} from '../../contract/figures/analytics.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import { staysCsv, visitsCsv } from './export.ts'
import { stayFigures } from './stays.ts'
import { visitFigures } from './visits.ts'

export const analytics = {
  routes(app: FastifyInstance) {
    serve(app, analyzeVisits, ({ db, query }) => visitFigures(db, query))
    serve(app, analyzeStays, ({ db, query }) => stayFigures(db, query))
    serve(app, exportVisitFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return visitsCsv(await visitFigures(db, period), by)
    })
    serve(app, exportStayFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return staysCsv(await stayFigures(db, period), by)
    })
  },
} satisfies Noun
