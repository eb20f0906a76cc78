// `npm run format`: repairs what `npm run check` would only complain about.
import { spawnSync } from 'node:child_process'

const repairs = [
  ['node_modules/oxlint/bin/oxlint', '--fix', '--quiet'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
]
const codes = repairs.map((words) => spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1)
process.exitCode = Math.max(...codes)
