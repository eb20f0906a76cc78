import { rmSync } from 'node:fs'

/** Playwright's global teardown: the hospital of the run goes with it. */
export default function removeData(): void {
  // Set by playwright.config.ts to a directory that it made for this run.
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true })
}
