// Vitest reads this before each test file: whatever the file reaches is noted under its name, by the processes that it
// starts too. What is reached while a worker's first file is loaded, every file that imports it reaches.
import { beforeAll, expect } from 'vitest'

process.env.MUTANTS_FILE = 'while loading'
beforeAll(() => {
  process.env.MUTANTS_FILE = expect.getState().testPath ?? ''
})
