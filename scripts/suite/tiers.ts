// Which test files each tier runs. A file whose name says `.sweep.` belongs to `npm run test:exhaustive` alone, every
// other one to `npm test` (docs/decisions/0054-two-tiers.md).
export const tiers = ['everyday', 'exhaustive'] as const
export type Tier = (typeof tiers)[number]

/** The tier of this run: the runner tells the processes that it starts. */
export const tier: Tier = process.env.LANTERN_TIER === 'exhaustive' ? 'exhaustive' : 'everyday'

/** How often a failed test is tried again: `npm test` never does, `.ci/run` does once, and names what it took. */
export const retries = Number(process.env.LANTERN_RETRIES ?? 0)

/**
 * How many times slower than this computer the stories run (`npm run test:exhaustive -- --slow`). They are not part of
 * the tier yet: FLAKY.md lists what they find.
 */
export const slowdown = process.env.LANTERN_SLOW === 'true' ? 4 : 1
