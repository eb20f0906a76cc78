import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { retries, tier } from './scripts/suite/tiers.ts'
import { ofNoHospital } from './testbed/environment.ts'
import { components } from './vitest.components.ts'

/** What takes longest, by what its path begins with. Begun first, it leaves no core without work at the end. */
const longest = [
  'server/testing/trouble/',
  'server/testing/walks/',
  'server/ground/jobs/',
  'server/main.sweep.test.ts',
  'server/ground/start/',
  'server/ground/sign-in/attempts.sweep.test.ts',
  'lab/simulate/simulate.sweep.test.ts',
  'server/demo/',
  'server/testing/',
  'server/ground/backup/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const path = moduleId.slice(import.meta.dirname.length + 1)
      const found = longest.findIndex((beginning) => path.startsWith(beginning))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** What runs in Node. */
export const node: TestProjectInlineConfiguration = {
  test: {
    name: 'node',
    include: [`{contract,server,web,scripts,lab}/**/*${tier === 'exhaustive' ? '.sweep' : ''}.test.ts`],
    exclude: tier === 'everyday' ? ['**/*.sweep.test.ts'] : [],
    retry: retries,
    setupFiles: ['./scripts/suite/vitest-cost.ts', './server/testing/before-each-file.ts'],
    globalSetup: ['server/testing/postgres.ts'],
    env: ofNoHospital,
    // Tests on a real server: some start processes and wait for them, and a long timeout costs nothing if all is well.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // What a file imports is read and compiled once for each worker, and not once for each file.
    isolate: false,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Node reads our sources by itself, as `npm run dev` does, and keeps them compiled from file to file and run to run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
}

export default defineConfig({
  test: {
    projects: tier === 'exhaustive' ? [node] : [node, components],
    reporters: ['default', './scripts/suite/vitest-report.ts'],
    // Each file has a database of its own, and many wait (for a database that is away, for a moment that is due): two files
    // more than there are cores keep them all busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
  },
})
