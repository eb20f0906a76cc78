// Vitest's project of `web/**/*.test.tsx`: components in a browser, without a server.

import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { retries } from './scripts/suite/tiers.ts'
import { launchOptions } from './testbed/chromium.ts'

/** What the screens import, made ready before the first test: found on the way, it would load the page anew. */
const packages = [
  '@mantine/core',
  '@mantine/dates',
  '@mantine/form',
  '@mantine/hooks',
  '@simplewebauthn/browser',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@visx/axis',
  '@visx/grid',
  '@visx/pattern',
  '@visx/scale',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'uqr',
  'vitest-browser-react/pure',
  'zod',
]

export const components: TestProjectInlineConfiguration = {
  plugins: [react()],
  optimizeDeps: { include: packages, noDiscovery: true },
  test: {
    name: 'components',
    include: ['web/**/*.test.tsx'],
    // One page for all files, which share what they import.
    isolate: false,
    fileParallelism: false,
    // After the files of Node: then its core is the one that they leave.
    sequence: { groupOrder: 1 },
    retry: retries,
    // Patience costs nothing where all is well, and a busy machine is no fault.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: launchOptions('stories'),
        contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
        actionTimeout: 10_000,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 900 },
    },
  },
}
