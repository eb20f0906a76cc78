import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/connect.ts'
import type { BackupPlan } from './plan.ts'
import { forgetOld, outlived, tellRemoved } from './records.ts'

const day = 86_400_000

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
  await removeBroken(plan.directory)
}

/** What a writer left that was killed. None writes for a day without touching its file. */
async function removeBroken(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!/^lantern-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst(\.age)?\.draft-\d+$/.test(name)) continue
    const path = join(directory, name)
    if (Date.now() - (await stat(path)).mtimeMs > day) await rm(path, { force: true })
  }
}
