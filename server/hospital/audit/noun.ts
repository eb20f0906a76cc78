import { sql } from 'kysely'
import { type AuditFilter, countNewAudit, exportAudit, listAudit } from '../../../contract/hospital/audit.ts'
import type { Noun } from '../../ground/http/noun.ts'
import type { AuditNote } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import type { Job } from '../../ground/jobs/job.ts'
import { csvOf } from '../../ground/records/csv.ts'
import { exportColumns } from './export.ts'
import { auditPage, countAdded, newestEntry, wholeTrail } from './queries.ts'
import { sealRoutes } from './seal-routes.ts'

/** Makes the months to come and drops those that the hospital keeps no longer: functions of the owner, who alone can. */
const keepMonths: Job = {
  name: 'keep-audit-months',
  every: '35 2 * * *',
  run: async ({ db }) => {
    await sql`select make_audit_months()`.execute(db)
    await sql`select drop_audit_months()`.execute(db)
  },
}

export const audit = {
  routes(app) {
    const { recordNames } = app.lantern
    serve(app, listAudit, async ({ db, query, audit }) => {
      const { limit, cursor, ...filter } = query
      const page = await auditPage({ db, recordNames }, filter, { limit, cursor })
      noteSubject(audit, filter)
      const named = page.items.flatMap(({ patients }) => patients.map(({ id }) => id))
      audit.patientIds = [...new Set(named)]
      return page
    })

    serve(app, countNewAudit, async ({ db, query: { since, ...filter }, staff }) => {
      // First, so that what comes in between is counted now or the next time.
      const newest = await newestEntry(db)
      if (since === undefined) return { newest, count: 0, countIsAtLeast: false }
      const { total, isAtLeast } = await countAdded(db, filter, { since, reader: staff.id })
      return { newest, count: total, countIsAtLeast: isAtLeast }
    })

    serve(app, exportAudit, async ({ db, query, audit, hospital }) => {
      noteSubject(audit, query)
      if (query.patientId) audit.patientIds = [query.patientId]
      audit.changes = { exported: query }
      const { timeZone } = await hospital.read()
      return csvOf(await begun(wholeTrail({ db, recordNames }, query)), exportColumns(timeZone))
    })

    sealRoutes(app)
  },
  jobs: [keepMonths],
} satisfies Noun

/** A search for who saw somebody shows them, whatever it finds. */
function noteSubject(audit: AuditNote, { patientId, staffId }: AuditFilter) {
  audit.subjectId = patientId ?? staffId ?? null
}

/** Waits for the first row, so that a failure to read becomes a refusal and not a file that breaks off. */
async function begun<Row>(rows: AsyncGenerator<Row>): Promise<AsyncGenerator<Row>> {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* rows
  })()
}
