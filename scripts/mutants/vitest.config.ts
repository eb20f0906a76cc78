// The test files that judge faults. They run as in `npm test`, but the nearest first, and only until one fails.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { node as ours } from '../../vitest.config.ts'

const root = join(import.meta.dirname, '../..')
const order: string[] = JSON.parse(process.env.MUTANTS_ORDER ?? '[]')

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => order.indexOf(moduleId.slice(root.length + 1))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  ...ours,
  root,
  test: {
    ...ours.test,
    // Tests of the sources themselves are left out: they would find every fault, but not by a rule.
    include: ['{contract,server,web}/**/*.test.ts'],
    exclude: ['**/*.sweep.test.ts'],
    globalSetup: ['scripts/mutants/given-postgres.ts'],
    setupFiles: ['server/testing/before-each-file.ts', 'scripts/mutants/before-each-file.ts'],
    maxWorkers: Number(process.env.MUTANTS_WORKERS ?? 2),
    ...(order.length > 0 && { bail: 1, sequence: { sequencer: InOrder } }),
  },
})
