import type { FastifyInstance } from 'fastify'
import { readBackups, startBackup } from '../../contract/site/backups.ts'
import { askForBackup, readState } from '../backup/nightly/records.ts'
import { Refusal } from '../http/errors.ts'
import { serve } from '../http/serve.ts'

export function backupRoutes(app: FastifyInstance) {
  const { backups } = app
  const plan = backups?.plan ?? null

  serve(app, readBackups, async ({ db, now }) => readState(db, plan, now))

  serve(app, startBackup, async ({ trx, body, staff, audit, now, afterCommit }) => {
    if (!backups) {
      throw new Refusal(
        'backups_off',
        'Backups are not set up on this server. Ask your IT support to set BACKUP_DIRECTORY.',
      )
    }
    audit.changes = body
    await askForBackup(trx, staff.id, now)
    // Whichever process finds it first makes it; this one need not wait for its next look.
    afterCommit(backups.look)
    return readState(trx, plan, now)
  })
}
