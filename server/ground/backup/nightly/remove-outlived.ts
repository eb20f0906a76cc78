import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/connect.ts'
import type { BackupPlan } from './plan.ts'
import { forgetOld, outlived, tellRemoved } from './records.ts'

/**
 * Removes the backups that newer ones took the place of: those alone that this hospital has on record as made by itself.
 * What somebody else put into the directory is theirs.
 */
export async function removeOutlived(db: Database, plan: BackupPlan, now: Date): Promise<void> {
  for (const { id, file } of await outlived(db, plan)) {
    await rm(join(plan.directory, file), { force: true })
    await tellRemoved(db, id, now)
  }
  await forgetOld(db, now)
}
