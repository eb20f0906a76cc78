// The programs that `npm run check` consists of, and how one of them is run.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Check {
  name: string
  words: string[]
  /** Whether the check is only run by `.ci/run` and for changes of the lab: `npm run check -- --whole`. */
  isOfLab?: boolean
}

const root = resolve(import.meta.dirname, '..')
const typescript = 'node_modules/typescript/bin/tsc'
const lint = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']

/** The checks for the sources in a directory: Lantern's own, or others with planted faults. */
export function checksOf(directory: string): Check[] {
  const parts = ['contract', 'server', 'web', 'e2e', 'lab', 'scripts', 'testbed']
  return [
    { name: 'types of the server', words: [typescript, '--project', '.'] },
    { name: 'types of the contract', words: [typescript, '--project', 'contract'] },
    { name: 'types of the web app', words: [typescript, '--project', 'web'] },
    { name: 'types of the lab', words: [typescript, '--project', 'lab'], isOfLab: true },
    { name: 'lint', words: [...lint, '--ignore-pattern', 'lab/**'] },
    { name: 'lint of the lab', words: [...lint, 'lab'], isOfLab: true },
    { name: 'format', words: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
    {
      name: 'import rules',
      words: [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.mjs',
        ...parts.filter((part) => existsSync(join(directory, part))),
      ],
    },
    { name: 'rooms', words: ['scripts/rooms.ts'] },
    { name: 'unused code', words: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  ]
}

export interface Outcome {
  isGood: boolean
  output: string
}

/** Runs a check in a directory. */
export function run({ words: [program = '', ...words] }: Check, directory: string): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [resolve(root, program), ...words], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (code) => done({ isGood: code === 0, output: output.trimEnd() }))
  })
}
