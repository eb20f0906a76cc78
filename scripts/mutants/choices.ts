// The options of `npm run mutants`, as words after `--`.
import { parseArgs } from 'node:util'

export interface Choices {
  /** The seed of the choice: for the same sources, it always chooses the same faults. */
  seed: number
  sample: number
  /** Beginnings of paths; an empty list means everywhere. */
  only: string[]
  /** Only tests with one of these words in their path are run; with an empty list, all tests. */
  tests: string[]
  stories: boolean
  minutes: number
  jobs: number
}

export const usage = `npm run mutants -- [--seed 1] [--sample 200] [--only server/wards/beds …] [--minutes 90] [--jobs 2]
                    [--tests server/wards/beds …] [--no-stories]

  --seed        chooses the faults; the same seed goes on where a run with it was stopped
  --sample      how many faults, a tenth of them in each area of rules
  --only        plants faults below these paths alone, at random over all of them
  --minutes     ends after this many minutes, and says how many faults were not judged
  --jobs        how many faults are judged at once
  --tests       lets only tests whose path holds one of these words judge (a try: the share is then too low)
  --no-stories  lets no story judge (a try, too)`

/** @throws if an option is not known */
export function readChoices(words: string[]): Choices {
  const { values } = parseArgs({
    args: words,
    allowNegative: true,
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string', default: '200' },
      only: { type: 'string', multiple: true, default: [] },
      tests: { type: 'string', multiple: true, default: [] },
      stories: { type: 'boolean', default: true },
      minutes: { type: 'string', default: '90' },
      jobs: { type: 'string', default: '2' },
    },
  })
  const number = (name: 'seed' | 'sample' | 'minutes' | 'jobs') => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1.`)
    return value
  }
  return {
    ...values,
    seed: number('seed'),
    sample: number('sample'),
    minutes: number('minutes'),
    jobs: number('jobs'),
  }
}
