import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readSite } from '../../contract/site.ts'
import { serve } from '../http/serve.ts'

export function siteRoutes(app: FastifyInstance) {
  serve(app, readSite, async ({ db, hospital }) => {
    const { name, timeZone, currency } = await hospital.read()
    const { rows } = await sql<{ none: boolean }>`select not exists (select from staff) as none`.execute(db)
    return { hospitalName: name, timeZone, currency, awaitsFirstAccount: rows[0]?.none ?? false }
  })
}
