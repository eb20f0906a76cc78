import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { chosenOf } from '../testbed/chosen.ts'
import { type Lines, recordRun, type ToolName } from './results.ts'

/** A tool that measures or attacks Lantern from outside: `npm run lab -- <its name>`. */
export interface Tool {
  /** Runs the tool with the arguments of its command line, and returns whether everything held. */
  run(words: string[]): Promise<boolean>
}

/** The values of a tool's options, as the command line gives them. */
type Given<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options }>
>['values']

/** The results of a run by line, and whether everything held. */
interface Outcome {
  found: Lines
  held: boolean
}

interface Description<Options extends ParseArgsOptionsConfig> {
  name: ToolName
  /** The lines that `--lines` chooses from. Without it, all are run. */
  lines?: readonly string[]
  options: Options
  run(given: Given<Options>, lines: readonly string[]): Promise<Outcome>
}

/**
 * Makes a tool with the options of all tools: `--lines` chooses lines, and `--record` writes the results into
 * results.json.
 */
export function toolOf<const Options extends ParseArgsOptionsConfig>({
  name,
  lines = [],
  options,
  run,
}: Description<Options>): Tool {
  return {
    async run(words) {
      const choice = {
        record: { type: 'boolean', default: false },
        ...(lines.length > 0 && { lines: { type: 'string', default: lines.join() } }),
      }
      const { values } = parseArgs({ args: words, options: { ...options, ...choice } as Options })
      const {
        lines: named,
        record,
        ...given
      } = values as Given<Options> & { lines?: string; record: boolean }
      const chosen = named === undefined ? lines : chosenOf(lines, named)
      const { found, held } = await run(given as unknown as Given<Options>, chosen)
      if (record) recordRun(name, found)
      return held
    },
  }
}

/** An option that takes a number, with its default. */
export const amount = (usual: number) => ({ type: 'string', default: String(usual) }) as const

/** Prints a finding about one server, and marks it as right or wrong. */
export function sayFinding(isRight: boolean, server: string, said: string): void {
  console.log(`  ${isRight ? '✓' : '✗'} ${server}: ${said}`)
}
