// `npm run check`: everything that needs no running Lantern, at the same time.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

interface Check {
  name: string
  words: string[]
}

const typescript = 'node_modules/typescript/bin/tsc'
const checks: Check[] = [
  { name: 'types of the server', words: [typescript, '--project', '.'] },
  { name: 'types of the contract', words: [typescript, '--project', 'contract'] },
  { name: 'types of the web app', words: [typescript, '--project', 'web'] },
  { name: 'lint', words: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'format', words: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  {
    name: 'import rules',
    words: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      ...['contract', 'server', 'web', 'e2e', 'bench', 'chaos', 'simulate', 'attack', 'scripts'].filter(
        (part) => existsSync(part),
      ),
    ],
  },
  { name: 'rooms', words: ['scripts/rooms.ts'] },
  { name: 'unused code', words: ['node_modules/knip/bin/knip.js', '--no-progress'] },
]

const startedAt = Date.now()
const results = await Promise.all(checks.map(run))
const failed = results.filter((isGood) => !isGood).length
console.log(
  failed === 0
    ? `All checks passed in ${seconds(startedAt)}.`
    : `${failed} of ${checks.length} checks failed.`,
)
process.exitCode = failed === 0 ? 0 : 1

function run({ name, words }: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = Date.now()
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(begin)})`)
      if (code !== 0) console.log(output.trimEnd().replaceAll(/^/gm, '    '))
      resolve(code === 0)
    })
  })
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
