import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The task of the process that writes a backup. */
export interface Task {
  file: string
  passphraseFile: string | undefined
  auditKeyFile: string
  /** The database as its owner; null: Lantern's own, in `dataDirectory`, which runs. */
  databaseUrl: string | null
  dataDirectory: string
}

export type FromWriter =
  | { kind: 'progress'; percent: number; isChecking: boolean }
  | { kind: 'whole'; bytes: number }
  | { kind: 'failed'; says: string; why: string | null }

/** The message that asks the writer to leave. */
export const farewell = 'leave'

/** There is no backup; the message is a sentence for administrators, and the cause one for the log. */
export class BackupFailure extends Error {}

/** Milliseconds without a sign of progress after which it is given up: a disk of another machine can hang for ever. */
const longestSilence = 15 * 60_000
const longestGoodbye = 3000

/** Built, it lies beside the server's own file (vite.config.ts). */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'writer-process.ts' : 'backup-writer.mjs',
)

export interface Writing {
  /** How large the file is, when it is whole. @throws BackupFailure */
  bytes: Promise<number>
  stop(): Promise<void>
}

/**
 * Writes a backup in a process of its own: compressing and hashing all that a hospital holds would hold up those whom this
 * one serves.
 */
export function startWriting(
  task: Task,
  onProgress: (progress: { percent: number; isChecking: boolean }) => void,
  patience = longestSilence,
): Writing {
  // The child does not inherit this process's options, such as a debugger's port.
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let silence: NodeJS.Timeout | undefined
  const bytes = new Promise<number>((resolve, reject) => {
    const give = (says: string, why: string | null = null) =>
      reject(new BackupFailure(says, why === null ? {} : { cause: new Error(why) }))
    const wait = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        give(
          'The backup was given up: it made no progress for 15 minutes. Check the disk that it is written to.',
        )
        child.kill('SIGKILL')
      }, patience)
    }
    wait()
    child.on('message', (message: FromWriter) => {
      wait()
      if (message.kind === 'progress') onProgress(message)
      else if (message.kind === 'whole') resolve(message.bytes)
      else give(message.says, message.why)
    })
    child.on('error', (error) => give('The backup could not be started.', error.message))
    // Not when it has ended: its last word may still be on its way then.
    child.once('close', (code, signal) => {
      // A killed writer leaves its draft.
      rm(`${task.file}.draft-${child.pid}`, { force: true }).catch(() => {})
      give(
        'The backup was broken off; the server may be short of memory.',
        `It ended with ${signal ?? code}.`,
      )
    })
    // A message that can't be sent shows as the child's end.
    child.send(task, () => {})
  }).finally(() => clearTimeout(silence))
  return {
    bytes,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) return
      // No signal: those that are for the server may come to the whole group, and mean nothing to it.
      child.send(farewell, () => {})
      await Promise.race([ended, sleep(longestGoodbye, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}
