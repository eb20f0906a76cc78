// `npm run format`: repairs what it can of what `npm run check` finds, and writes the last figures into
// docs/quality.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Results, withFigures } from './quality.ts'

const repairs = [
  ['node_modules/oxlint/bin/oxlint', '--fix', '--quiet'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
]
const codes = repairs.map((words) => spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1)
const targets = 'docs/quality.md'
const results = JSON.parse(readFileSync('lab/results.json', 'utf8')) as Results
writeFileSync(targets, withFigures(readFileSync(targets, 'utf8'), results))
process.exitCode = Math.max(...codes)
