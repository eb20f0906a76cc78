import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench,simulate}/**/*.test.ts'],
    // Each file has a database of its own, and waits for it: one file more than there are cores keeps them all busy.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['server/testing/postgres.ts'],
    // Stories on a real server: some start processes and wait for them.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Node reads our sources by itself, as `npm run dev` does, and keeps them compiled from file to file and run to run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
