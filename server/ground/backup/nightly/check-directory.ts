import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, notAllowedIn } from '../../start/plain-refusal.ts'
import { readPassphrase } from '../encryption.ts'
import type { BackupPlan } from './plan.ts'

/** A hospital's patients don't wait for a disk of another machine. */
const longestWait = 3000

/**
 * Refuses at the start what waiting can't mend. A missing directory may be mounted later, and is reported each night.
 */
export async function checkPlace({
  directory,
  passphraseFile,
}: Pick<BackupPlan, 'directory' | 'passphraseFile'>): Promise<void> {
  if (passphraseFile !== undefined) readPassphrase(passphraseFile)
  const looked = access(directory, constants.W_OK | constants.X_OK).then(
    () => '',
    (error: unknown) => errorCode(error),
  )
  const code = await Promise.race([looked, sleep(longestWait, '', { ref: false })])
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) throw notAllowedIn(directory, 'BACKUP_DIRECTORY')
}
