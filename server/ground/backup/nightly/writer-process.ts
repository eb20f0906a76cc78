import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { openRunning } from '../../db/embedded.ts'
import { checkExternal } from '../../db/external.ts'
import { loggedError } from '../../http/error-log.ts'
import { publicKeyIn } from '../../seals/key.ts'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import { BrokenBackup } from '../archive.ts'
import { readPassphrase } from '../encryption.ts'
import { takeBackup } from '../take.ts'
import { verifyBackup } from '../verify.ts'
import { removeBroken } from './remove-drafts.ts'
import { type FromWriter, farewell, type Task } from './run-writer.ts'

/** The process that writes one backup, for a server that tells it which (`run-writer.ts`). */

const leastNice = 10
/** Milliseconds between two words on how far it is. */
const tellEvery = 1000

const notReadAgain = new PlainRefusal(
  'The backup could not be read again as it was written, so it was not kept. Check the disk that it is written to.',
)

/** Listeners for the end of the process remove unfinished files. */
const leave = () => process.exit(1)
// A stop may be told to the whole group. The server says when this one is to leave: a backup that ends before it does is one
// that failed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// The server is gone, or has no time for it any more.
process.once('disconnect', leave)
process.once('message', async (task: Task) => {
  process.on('message', (message) => message === farewell && leave())
  await tell(await write(task))
  process.off('disconnect', leave)
  process.disconnect()
})

async function write(task: Task): Promise<FromWriter> {
  try {
    // Requests have priority over the backup.
    setPriority(leastNice)
    const { file, passphraseFile, auditKeyFile } = task
    // An error of the directory is reported when the file is written there.
    await removeBroken(dirname(file)).catch(() => {})
    const passphrase = passphraseFile ? readPassphrase(passphraseFile) : null
    let reportedAt = 0
    const tellProgress = (percent: number, isChecking: boolean) => {
      if (performance.now() - reportedAt < tellEvery) return
      reportedAt = performance.now()
      void tell({ kind: 'progress', percent, isChecking })
    }
    await takeBackup(await addressOf(task), {
      file,
      passphrase,
      auditKey: publicKeyIn(auditKeyFile)?.text ?? null,
      onProgress: (share) => tellProgress(Math.floor(share * 100), false),
      check: (draft) =>
        verifyBackup(draft, passphrase, () => tellProgress(100, true)).catch((error: unknown) => {
          throw error instanceof BrokenBackup ? notReadAgain : error
        }),
    })
    return { kind: 'whole', bytes: (await stat(file)).size }
  } catch (error) {
    if (error instanceof PlainRefusal) return { kind: 'failed', says: error.message, why: null }
    const { type, message, stack } = loggedError(error)
    const says = 'The backup could not be made. The log of the server says why.'
    return { kind: 'failed', says, why: `${type}: ${message}\n${stack}` }
  }
}

async function addressOf({ databaseUrl, dataDirectory }: Task): Promise<string> {
  if (databaseUrl) return checkExternal(databaseUrl, { isForReading: true })
  // Never one that is started for this: the server that asks is stopping then.
  const running = await openRunning(dataDirectory)
  if (!running) throw new PlainRefusal('The database was stopped while the backup began.')
  return running
}

function tell(message: FromWriter): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
