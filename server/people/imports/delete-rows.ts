import { sql } from 'kysely'
import { rowsKeptDays } from '../../../contract/people/imports/imports.ts'
import { inBatches } from '../../ground/jobs/batches.ts'
import type { Job } from '../../ground/jobs/job.ts'

/** Deletes the rows of imports that were given up, or that ended or were left alone a month ago. */
export const deleteImportRows: Job = {
  name: 'delete-import-rows',
  every: '25 2 * * *',
  async run({ db, clock, signal }) {
    const before = new Date(clock().getTime() - rowsKeptDays * 24 * 3_600_000)
    await sql`
      update import_batch set state = 'DISCARDED', ended_at = ${clock()}
      where state in ('UPLOADING', 'UNREADABLE', 'READ', 'CHECKED') and updated_at < ${before}
    `.execute(db)
    const due = sql`
      select id from import_batch where rows_deleted_at is null and (state = 'DISCARDED'
        or state in ('COMMITTED', 'UNDONE', 'STOPPED') and coalesce(ended_at, updated_at) < ${before})`
    await inBatches(signal, async () => {
      const { numAffectedRows = 0n } = await sql`
        delete from import_row where (batch_id, line) in (
          select batch_id, line from import_row where batch_id in (${due}) limit 1000)
      `.execute(db)
      return Number(numAffectedRows)
    })
    await sql`delete from import_part where batch_id in (${due})`.execute(db)
    if (signal.aborted) return
    await sql`
      update import_batch set rows_deleted_at = ${clock()} where id in (${due})
        and not exists (select from import_row where batch_id = import_batch.id)
    `.execute(db)
  },
}
