// FLAKY.md lists every test that passed only on a second try, until the cause is found.
import { appendFileSync } from 'node:fs'

const file = 'FLAKY.md'

export function noteFlaky(names: readonly string[]): void {
  const day = new Date().toISOString().slice(0, 10)
  appendFileSync(file, names.map((name) => `- ${day}: ${name}\n`).join(''))
}
