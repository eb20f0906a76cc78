import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { editSettings, readSettings, readSite, type Settings } from '../../contract/site.ts'
import type { Database } from '../db/connect.ts'
import { always } from '../http/live-noun.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import { changedFields, staleEdit } from '../records/record.ts'

export const site = {
  routes(app) {
    serve(app, readSite, async ({ db, hospital, now }) => {
      const { name, timeZone, currency } = await hospital.read()
      const { rows } = await sql<{ none: boolean }>`select not exists (select from staff) as none`.execute(db)
      const { day, from, until } = await hospital.dayOf(now)
      return {
        hospitalName: name,
        timeZone,
        currency,
        today: { day, from: from.toISOString(), until: until.toISOString() },
        awaitsFirstAccount: rows[0]?.none ?? false,
      }
    })

    serve(app, readSettings, async ({ db }) => settings(db))

    serve(app, editSettings, async ({ trx, body, version, audit }) => {
      const before = await settings(trx)
      if (before.version === version && isDeepStrictEqual({ ...before, ...body }, before)) return before
      const updated = await trx
        .updateTable('hospital')
        .set({
          cleans_after_discharge: body.cleansAfterDischarge,
          audit_retention_months: body.auditRetentionMonths,
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('version', '=', version)
        .executeTakeFirst()
      const after = await settings(trx)
      if (updated.numUpdatedRows === 0n) {
        throw staleEdit('the settings', after, null)
      }
      audit.changes = changedFields(before, after)
      return after
    })
  },
  live: { stale: { site: { hospital: always }, settings: { hospital: always } } },
} satisfies Noun

function settings(db: Database): Promise<Settings> {
  return db
    .selectFrom('hospital')
    .select([
      'cleans_after_discharge as cleansAfterDischarge',
      'audit_retention_months as auditRetentionMonths',
      'version',
    ])
    .executeTakeFirstOrThrow()
}
