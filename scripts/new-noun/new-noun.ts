// Starts a noun with a list, a form, a page for each and live updates: node scripts/new-noun/run.ts hospital 'meeting room'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const templates = join(import.meta.dirname, 'template')

/** Where each file of the template goes. The template is written for the noun 'small thing' in the domain hospital/. */
const places: Readonly<Record<string, string>> = {
  'contract.ts.txt': 'contract/hospital/small-things.ts',
  'migration.sql.txt': 'server/ground/db/migrations/{moment}-add-small-things.sql',
  'server-noun.ts.txt': 'server/hospital/small-things/noun.ts',
  'server-test.ts.txt': 'server/hospital/small-things/noun.test.ts',
  'examples.ts.txt': 'server/testing/examples/hospital/small-things.ts',
  'web-noun.tsx.txt': 'web/hospital/small-things/noun.tsx',
  'queries.ts.txt': 'web/hospital/small-things/queries.ts',
  'list.tsx.txt': 'web/hospital/small-things/SmallThingList.tsx',
  'detail.tsx.txt': 'web/hospital/small-things/SmallThingDetail.tsx',
  'dialogs.tsx.txt': 'web/hospital/small-things/SmallThingDialogs.tsx',
}

/** A place in a file that lists nouns: the text goes before or after the first of `mark`. */
export interface Listing {
  file: string
  mark: string
  before?: string
  after?: string
}

const listings: readonly Listing[] = [
  {
    file: 'contract/nouns.ts',
    mark: '\n/**',
    before: "import * as smallThings from './hospital/small-things.ts'\n",
  },
  { file: 'contract/nouns.ts', mark: '\n] as const satisfies', before: '\n  smallThings,' },
  {
    file: 'server/nouns.ts',
    mark: '\nexport const nouns',
    before: "import { smallThings } from './hospital/small-things/noun.ts'\n",
  },
  { file: 'server/nouns.ts', mark: '\n] as const satisfies', before: '\n  smallThings,' },
  {
    file: 'web/nouns.ts',
    mark: '\n/**',
    before: "import { smallThings } from './hospital/small-things/noun.tsx'\n",
  },
  { file: 'web/nouns.ts', mark: '\n] as const', before: '\n  smallThings,' },
  {
    file: 'contract/permissions.ts',
    mark: "  'demoRequest.manage': ['admin'],\n",
    after: "  'smallThing.manage': ['admin'],\n",
  },
  { file: 'server/ground/db/grants.ts', mark: "  'spent_challenge',\n", before: "  'small_thing',\n" },
  {
    file: 'e2e/screens/access.ts',
    mark: "  { name: 'the audit log', by: 'admin'",
    before:
      "  { name: 'small things', by: 'admin', looks: everywhere, jumpsNot: true, states: smallThings },\n",
  },
  {
    file: 'e2e/screens/access.ts',
    mark: '\nasync function* auditLog',
    before: readFileSync(join(templates, 'tour.ts.txt'), 'utf8'),
  },
]

/** Writes the files of a noun below `root` and names it in the lists. Answers the files, by their paths. */
export function startNoun(root: string, domain: string, singular: string, plural = `${singular}s`): string[] {
  const name = namer(domain, singular, plural)
  const files = Object.entries(places).map(([template, place]) => {
    const file = name(place).replace('{moment}', momentNow())
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), name(readFileSync(join(templates, template), 'utf8')), { flag: 'wx' })
    return file
  })
  const isUnplaced = (file: string) => !(file in places) && file !== 'tour.ts.txt'
  const forgotten = readdirSync(templates).filter(isUnplaced)
  if (forgotten.length > 0) throw new Error(`The template has no place for ${forgotten.join(', ')}.`)
  insertAll(root, listings, name)
  return [...new Set([...files, ...listings.map(({ file }) => file)])]
}

/** Adds texts to files, each at its mark. */
export function insertAll(
  root: string,
  added: readonly Listing[],
  name: (text: string) => string = (text) => text,
): void {
  for (const { file, mark, before = '', after = '' } of added) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(mark)) throw new Error(`${file} has no longer the place ${JSON.stringify(mark)}.`)
    writeFileSync(
      path,
      text.replace(mark, () => `${name(before)}${mark}${name(after)}`),
    )
  }
}

/** The words of the template as those of this noun, in each of their spellings. */
function namer(domain: string, singular: string, plural: string): (text: string) => string {
  const words = [
    ['small things', plural],
    ['small thing', singular],
  ] as const
  const spellings = words.flatMap(([from, to]) =>
    [kebab, snake, camel, pascal, titled, begun, plain].map((spell) => [spell(from), spell(to)] as const),
  )
  return (text) =>
    spellings
      .reduce((named, [from, to]) => named.replaceAll(from, to), text)
      .replaceAll(/(contract|server|web)\/hospital\/|(?<=from '\.\/)hospital\//g, (path) =>
        path.replace('hospital', domain),
      )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const plain = (words: string) => words
const begun = capital
const kebab = (words: string) => words.replaceAll(' ', '-')
const snake = (words: string) => words.replaceAll(' ', '_')
const titled = (words: string) => words.split(' ').map(capital).join(' ')
const pascal = (words: string) => titled(words).replaceAll(' ', '')
const camel = (words: string) => pascal(words).charAt(0).toLowerCase() + pascal(words).slice(1)

/** '20261201-0915', as migrations are named. */
function momentNow(): string {
  return new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
}
