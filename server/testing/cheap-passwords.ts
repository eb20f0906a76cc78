import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { tier } from '../../scripts/suite/tiers.ts'

const inHospitals = crypto.argon2
let isCheap = tier === 'everyday'

const argon2: typeof inHospitals = (algorithm, parameters, done) =>
  inHospitals(algorithm, isCheap ? { ...parameters, memory: 8, passes: 1 } : parameters, done)

/**
 * Makes Argon2 cost next to nothing in `npm test`, which hashes a thousand passwords: each takes a hospital's server 20
 * milliseconds of a core. The text of a hash still says the cost of a hospital.
 */
export function makePasswordsCheap(): void {
  Object.assign(crypto, { argon2 })
  // For what imports it by its name.
  syncBuiltinESMExports()
}

/** Hashes as a hospital's server does for as long as `act` is under way. */
export async function asCostlyAsInHospitals<Result>(act: () => Promise<Result>): Promise<Result> {
  const before = isCheap
  isCheap = false
  try {
    return await act()
  } finally {
    isCheap = before
  }
}
