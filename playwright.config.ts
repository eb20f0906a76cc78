import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { retries, slowdown, tier } from './scripts/suite/tiers.ts'
import { directoryForDatabases } from './server/testing/memory.ts'
import { launchOptions } from './testbed/chromium.ts'
import { ofNoHospital } from './testbed/environment.ts'

const port = Number(process.env.E2E_PORT ?? 3907)
// Playwright reads this file again in each worker; the data belongs to the one server of the run, which makes it.
process.env.E2E_DATA ??= join(directoryForDatabases(), `lantern-e2e-${randomUUID()}`)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/news/acknowledged-alerts.ts',
  fullyParallel: false,
  workers: 2,
  ...(tier === 'exhaustive' && slowdown === 1
    ? { testMatch: '**/*.sweep.spec.ts' }
    : {
        testIgnore: [
          '**/*.sweep.spec.ts',
          ...(slowdown > 1 ? ['**/accessibility.spec.ts', '**/layout-shift.spec.ts'] : []),
        ],
      }),
  retries,
  // Patience costs nothing where all is well, and a busy machine is no fault.
  timeout: slowdown > 1 ? 240_000 : 90_000,
  expect: { timeout: slowdown > 1 ? 45_000 : 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    // A test with more time than others says what it waited for.
    actionTimeout: slowdown > 1 ? 180_000 : 60_000,
    navigationTimeout: slowdown > 1 ? 180_000 : 60_000,
    // A trace copies the document at each step, which costs as much as the step. `--trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions('stories'),
  },
  webServer: {
    command: `"${process.execPath}" scripts/hospital-of-stories.ts`,
    url: `http://127.0.0.1:${port}`,
    env: {
      ...ofNoHospital,
      PORT: String(port),
      HOST: '127.0.0.1',
      LANTERN_DATA: process.env.E2E_DATA,
      DATABASE_URL: '',
      NODE_ENV: '',
    },
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
