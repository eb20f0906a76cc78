import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.ts'],
    globalSetup: ['server/testing/postgres.ts'],
    // Stories on a real server: some start processes and wait for them.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
