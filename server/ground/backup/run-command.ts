import { inspect } from 'node:util'
import { loggedError } from '../http/error-log.ts'
import { errorCode, PlainRefusal } from '../start/plain-refusal.ts'
import type { Sums } from './manifest.ts'

/** Runs a command to its end and says what came of it: a sentence, or why not. */
export async function runCommand(usage: string, act: (words: string[]) => Promise<string>): Promise<void> {
  // On Ctrl-C, listeners for the end of the process remove unfinished files.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
  try {
    console.log(await act(process.argv.slice(2)))
  } catch (error) {
    console.error(toldOf(error, usage))
    process.exitCode = 1
  }
}

/** A sentence, or what can be told without telling of a patient: this is mailed where a timer runs it. */
export function toldOf(error: unknown, usage: string): string {
  if (error instanceof PlainRefusal) return error.message
  const isUsage = error instanceof TypeError && errorCode(error).startsWith('ERR_PARSE_ARGS')
  return isUsage ? `${error.message}\n\n${usage}` : inspect(loggedError(error), { depth: 5 })
}

export function countOf(sums: Sums): string {
  const tables = Object.values(sums.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows in ${tables.length} tables`
}
