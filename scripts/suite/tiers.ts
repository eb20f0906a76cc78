// The tiers of tests. Files with `.sweep.` in their names belong to `npm run test:exhaustive`, and all others to
// `npm test` (docs/decisions/0054-two-tiers.md).
export const tiers = ['everyday', 'exhaustive'] as const
export type Tier = (typeof tiers)[number]

/** The tier of this run, which the runner passes on to its processes. */
export const tier: Tier = process.env.LANTERN_TIER === 'exhaustive' ? 'exhaustive' : 'everyday'

/**
 * How often a failed test is tried again: never in `npm test`, once in `.ci/run`, which names the tests that needed it.
 */
export const retries = Number(process.env.LANTERN_RETRIES ?? 0)

/**
 * How many times slower than on this computer the stories run (`npm run test:exhaustive -- --slow`). This is not yet a
 * part of the tier; FLAKY.md lists what it finds.
 */
export const slowdown = process.env.LANTERN_SLOW === 'true' ? 4 : 1
