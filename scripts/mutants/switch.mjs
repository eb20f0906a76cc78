// Loaded into every process of a run before anything else (NODE_OPTIONS): switches one fault on, or notes which are reached.
// It is plain JavaScript, because processes load it that were started with other options than ours.
import { appendFileSync } from 'node:fs'

const { MUTANTS_ACTIVE, MUTANTS_NOTES } = process.env

/** A loop that a fault made endless is left by an error: a test's own time can't end it. */
const mostHits = 5_000_000

globalThis.__stryker__ = MUTANTS_NOTES
  ? { mutantCoverage: { static: new Proxy({}, { get: () => 0, set: note }), perTest: {} } }
  : { activeMutant: MUTANTS_ACTIVE, hitCount: 0, hitLimit: mostHits }

const notedAt = new Map()

/** Once in two seconds for each fault and test file: that is enough to know who reached it, and costs next to nothing. */
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
