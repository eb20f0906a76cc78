// Runs before each test file of Vitest, and notes at its end what the file cost.
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { coreSeconds, noteCost } from './cost.ts'

const before = coreSeconds()
afterAll(() => {
  const { testPath } = expect.getState()
  if (testPath) noteCost(relative(process.cwd(), testPath), coreSeconds() - before)
})
