import type { FastifyInstance } from 'fastify'
import { readBackups, startBackup } from '../../../contract/hospital/backups.ts'
import { askForBackup, backupPlace, readState } from '../../ground/backup/nightly/records.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { serve } from '../../ground/http/serve.ts'

export function backupRoutes(app: FastifyInstance) {
  const { backups } = app
  const plan = backups?.plan ?? null

  serve(app, readBackups, async ({ db, now }) => readState(db, plan, now))

  serve(app, startBackup, async ({ trx, body, staff, audit, now, afterCommit }) => {
    if (!(await backupPlace(trx, plan))) {
      throw new Refusal('backups_off', 'Backups are not set up. Ask your IT support to set BACKUP_DIRECTORY.')
    }
    audit.changes = body
    await askForBackup(trx, staff.id, now)
    // Whichever process finds it first makes it; this one need not wait for its next look.
    if (backups) afterCommit(() => void backups.look())
    return readState(trx, plan, now)
  })
}
