import type { FastifyInstance } from 'fastify'
import {
  analyzeStays,
  analyzeVisits,
  exportStayFigures,
  exportVisitFigures,
  exportWeeklyReport,
  listAlertsRaised,
  weekOf,
} from '../../../contract/figures/analytics.ts'
import { analyzeClinics, exportClinicFigures } from '../../../contract/figures/clinics.ts'
import { analyzeStore, exportStoreFigures } from '../../../contract/figures/store.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { alertsRaised } from './alerts.ts'
import { clinicFigures } from './clinics.ts'
import { clinicsCsv } from './clinics-export.ts'
import { staysCsv, storeCsv, usedCsv, visitsCsv, weekCsv } from './export.ts'
import { stayFigures } from './stays.ts'
import { itemsUsed, storeFigures } from './store.ts'
import { visitFigures } from './visits.ts'

export const analytics = {
  routes(app: FastifyInstance) {
    serve(app, analyzeVisits, ({ db, query }) => visitFigures(db, query))
    serve(app, analyzeStays, ({ db, query }) => stayFigures(db, query))
    serve(app, exportVisitFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return visitsCsv(await visitFigures(db, period), by)
    })
    serve(app, analyzeClinics, ({ db, query }) => clinicFigures(db, query))
    serve(app, exportClinicFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return clinicsCsv(await clinicFigures(db, period), by)
    })
    serve(app, analyzeStore, ({ db, query }) => storeFigures(db, query))
    serve(app, exportStoreFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return by === 'item'
        ? usedCsv(await itemsUsed(db, period))
        : storeCsv(await storeFigures(db, period), by)
    })
    serve(app, listAlertsRaised, ({ db, query }) => alertsRaised(db, query))
    serve(app, exportWeeklyReport, async ({ db, query: { day }, audit }) => {
      const week = weekOf(day)
      audit.changes = { exported: week }
      return weekCsv(...(await Promise.all([visitFigures(db, week), stayFigures(db, week)])))
    })
    serve(app, exportStayFigures, async ({ db, query: { by, ...period }, audit }) => {
      audit.changes = { exported: { by, ...period } }
      return staysCsv(await stayFigures(db, period), by)
    })
  },
} satisfies Noun
