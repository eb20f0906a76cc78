// Vitest runs this before each test file, to note under the file's name what it reaches, also in processes that it
// starts. Code that is reached while a worker loads its first file counts for every file that imports it.
import { beforeAll, expect } from 'vitest'

process.env.MUTANTS_FILE = 'while loading'
beforeAll(() => {
  process.env.MUTANTS_FILE = expect.getState().testPath ?? ''
})
