// Runs before each test file that runs in Node.
import { makePasswordsCheap } from './cheap-passwords.ts'

makePasswordsCheap()
