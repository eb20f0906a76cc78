import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { billOf, dearStories } from './bill.ts'
import { importers, type Sources, storiesReachedBy } from './changed.ts'
import { coreSeconds, readCosts, readStories, timeFixedWork } from './cost.ts'
import { whatItSaid } from './runners.ts'

const onRecord = { total: 100, parts: { 'e2e/beds.spec.ts': 60, 'server/beds.test.ts': 40 } }
const bill = (beds: number) =>
  billOf(
    [
      { part: 'e2e/beds.spec.ts', seconds: beds },
      { part: 'server/beds.test.ts', seconds: 80 },
    ],
    [9, 2, 1],
    3,
    onRecord,
  )

it('says what a run cost as a multiple of the fixed piece of work, whose median counts', () => {
  expect(bill(120).recorded).toEqual({
    total: 100,
    parts: { 'e2e/beds.spec.ts': 60, 'server/beds.test.ts': 40 },
  })
  expect(bill(120).text).toContain('   120.0  e2e/beds.spec.ts')
  expect(bill(120).dearer).toEqual([])
})

it('names what grew once the whole is more than a fifth dearer, and fails at half', () => {
  expect(bill(160).dearer).toEqual([])
  expect(bill(164).dearer).toEqual([
    'dearer: 122 × the fixed piece of work, 100 × on record',
    'dearer: e2e/beds.spec.ts, by 22 ×',
  ])
  expect(bill(220).isTooDear).toBe(false)
  expect(bill(222).isTooDear).toBe(true)
})

it('names the stories above 4 s of a quiet core that say no reason', () => {
  const story = (title: string, seconds: number, reason?: string) => ({
    part: 'e2e/beds.spec.ts',
    title,
    seconds,
    reason,
  })
  const stories = [story('is dear', 4.1), story('says why', 9, 'it sets up 1,000 beds'), story('is not', 3.9)]
  expect(dearStories(stories, [0.72])).toEqual([
    'dear: e2e/beds.spec.ts: is dear, 4.1 s of a core, and no reason',
  ])
  // This machine takes twice as long for everything.
  expect(dearStories(stories, [1.44])).toEqual([])
})

it('reads what parts of a run cost, and what stories did', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lantern-costs-')), 'costs.jsonl')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const notes = [
    { part: 'e2e/beds.spec.ts', seconds: 2, title: 'a bed' },
    { part: 'server/beds.test.ts', seconds: 4 },
    { part: 'e2e/beds.spec.ts', seconds: 3, title: 'beds', reason: 'many' },
  ]
  writeFileSync(file, notes.map((note) => `${JSON.stringify(note)}\n`).join(''))
  expect(readCosts(file)).toEqual([
    { part: 'e2e/beds.spec.ts', seconds: 5 },
    { part: 'server/beds.test.ts', seconds: 4 },
  ])
  expect(readStories(file).map(({ title }) => title)).toEqual(['beds', 'a bed'])
})

it('counts the seconds of a core that work takes', () => {
  const before = coreSeconds()
  const [taken = 0] = timeFixedWork(1)
  expect(taken).toBeGreaterThan(0)
  // Linux counts in hundredths of a second.
  expect(coreSeconds() - before).toBeGreaterThan(taken * 0.8)
})

it('says of a failure what the test said first, on one line, without the sign that parts it from the next', () => {
  const errors = [{ message: '\u001B[31mexpected 1; got 2\u001B[39m\n\n  - 1\n  + 2' }, { message: 'later' }]
  expect(whatItSaid('a.test.ts: adds', errors)).toBe('a.test.ts: adds [expected 1, got 2, - 1, + 2]')
  expect(whatItSaid('a.test.ts: adds', [])).toBe('a.test.ts: adds [no error]')
})

it('says of a failure where it was', () => {
  const place = { file: '/home/somebody/lantern/server/beds/beds.test.ts', line: 12 }
  expect(whatItSaid('beds', [{ message: 'no bed', stacks: [place] }])).toBe('beds [no bed, beds.test.ts:12]')
  expect(whatItSaid('beds', [{ message: 'no bed', location: place }])).toBe('beds [no bed, beds.test.ts:12]')
})

const house: Sources = new Map(
  Object.entries({
    'contract/beds.ts': '',
    'contract/patients.ts': '',
    'server/wards/beds/noun.ts': "import { Bed } from '../../../contract/beds.ts'",
    'server/ground/http/serve.ts': '',
    'web/nouns.ts': "import { beds } from './beds/noun.tsx'\nimport { patients } from './patients/noun.tsx'",
    'web/beds/noun.tsx': "const route = { path: '/beds', load: () => import('./Beds.tsx') }",
    'web/beds/Beds.tsx':
      "import { Bed } from '../../contract/beds.ts'\nimport { Card } from '../ui/Card.tsx'",
    'web/patients/noun.tsx': "const route = { path: '/patients/$id', load: () => import('./Record.tsx') }",
    'web/patients/Record.tsx': "import { Patient } from '../../contract/patients.ts'",
    'web/ui/Card.tsx': '',
    'e2e/bed-people.ts': 'await page.goto(`/beds${search}`)',
    'e2e/beds.spec.ts': "import { openBeds } from './bed-people.ts'",
    'e2e/patients.spec.ts': 'await page.goto(`/patients/${id}`)',
    'e2e/visits.spec.ts': "await call(page.request, 'POST', '/patients', { name })",
  }),
)
const beds = ['e2e/beds.spec.ts']
const all = ['e2e/beds.spec.ts', 'e2e/patients.spec.ts', 'e2e/visits.spec.ts']

it.each([
  ['a component', 'web/ui/Card.tsx', beds],
  ['a screen that a story only asks the server about', 'web/patients/Record.tsx', ['e2e/patients.spec.ts']],
  ['what both sides agree on', 'contract/patients.ts', ['e2e/patients.spec.ts', 'e2e/visits.spec.ts']],
  ['a room of the server', 'server/wards/beds/queries.ts', beds],
  ['what every room of the server stands on', 'server/ground/http/serve.ts', all],
  ['the list of nouns', 'web/nouns.ts', all],
  ['what a story imports', 'e2e/bed-people.ts', beds],
  ['a test that needs no browser', 'web/beds/Beds.test.tsx', []],
])('a change of %s reaches the stories whose screens are made of it', (_, file, stories) => {
  expect(storiesReachedBy([file], importers(house))).toEqual(stories)
})
