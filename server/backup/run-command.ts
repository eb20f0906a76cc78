import { StartRefusal } from '../start/start-refusal.ts'
import type { Sums } from './manifest.ts'

/** Runs a command to its end and says what came of it: a sentence, or why not. */
export async function runCommand(usage: string, act: (words: string[]) => Promise<string>): Promise<void> {
  // So that a Ctrl-C goes by what listens for the end of the process, and removes what is half done.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
  try {
    console.log(await act(process.argv.slice(2)))
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error
    console.error(
      error instanceof StartRefusal ? error.message : isUsage ? `${error.message}\n\n${usage}` : error,
    )
    process.exitCode = 1
  }
}

export function countOf(sums: Sums): string {
  const tables = Object.values(sums.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows in ${tables.length} tables`
}
