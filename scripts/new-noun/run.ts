// Starts a noun from the template, and says what is left to do.
import { resolve } from 'node:path'
import { startNoun } from './new-noun.ts'

const [domain, singular, plural] = process.argv.slice(2)
if (!domain || !singular) {
  console.error("Name its domain and the noun, for example: hospital 'meeting room'")
  process.exit(1)
}
for (const file of startNoun(resolve(import.meta.dirname, '../..'), domain, singular, plural))
  console.log(file)
console.log(
  'Now run npm run types and npm run format, and replace the fields of the template by the noun’s own.',
)
