import { sql } from 'kysely'
import { listAudit } from '../../contract/audit.ts'
import type { Noun } from '../http/noun.ts'
import { serve } from '../http/serve.ts'
import type { Job } from '../jobs/job.ts'
import { auditPage } from './queries.ts'

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
    serve(app, listAudit, async ({ db, query, audit }) => {
      const { limit, cursor, ...filter } = query
      const page = await auditPage(db, filter, { limit, cursor })
      // Whoever looks whether somebody was seen sees them, whatever is found.
      audit.subjectId = filter.patientId ?? filter.staffId ?? null
      const named = page.items.flatMap(({ patients }) => patients.map(({ id }) => id))
      audit.patientIds = [...new Set(named)]
      return page
    })
  },
  jobs: [keepMonths],
} satisfies Noun
