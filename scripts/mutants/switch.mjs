// Every process of a run loads this before anything else (NODE_OPTIONS). It switches one fault on, or notes which
// faults are reached. It is plain JavaScript, because processes with other options load it, too.
import { appendFileSync } from 'node:fs'

const { MUTANTS_ACTIVE, MUTANTS_NOTES } = process.env

/**
 * How often a fault may be reached. An error then ends a loop that the fault made endless, because a test's time limit
 * can't.
 */
const mostHits = 5_000_000

globalThis.__stryker__ = MUTANTS_NOTES
  ? { mutantCoverage: { static: new Proxy({}, { get: () => 0, set: note }), perTest: {} } }
  : { activeMutant: MUTANTS_ACTIVE, hitCount: 0, hitLimit: mostHits }

const notedAt = new Map()

/**
 * Notes each fault once in two seconds for each test file, which is enough to know who reached it and costs almost
 * nothing.
 */
function note(_, fault) {
  const file = process.env.MUTANTS_FILE ?? ''
  const key = `${file} ${fault}`
  const now = Date.now()
  if (now - (notedAt.get(key) ?? 0) > 2_000) {
    notedAt.set(key, now)
    appendFileSync(MUTANTS_NOTES, `${JSON.stringify({ fault, at: now, file })}\n`)
  }
  return true
}
