import { expect, it } from 'vitest'
import { billOf } from './bill.ts'
import { importers, type Sources, storiesReachedBy } from './changed.ts'
import { coreSeconds, timeFixedWork } from './cost.ts'
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

it('counts the seconds of a core that work takes', () => {
  const before = coreSeconds()
  const taken = timeFixedWork()
  expect(taken).toBeGreaterThan(0)
  // Linux counts in hundredths of a second.
  expect(coreSeconds() - before).toBeGreaterThan(taken * 0.8)
})

it('says of a failure what the test said first, on one line, without the sign that parts it from the next', () => {
  const errors = [{ message: '\u001B[31mexpected 1; got 2\u001B[39m\n\n  - 1\n  + 2' }, { message: 'later' }]
  expect(whatItSaid('a.test.ts: adds', errors)).toBe('a.test.ts: adds [expected 1, got 2, - 1, + 2]')
  expect(whatItSaid('a.test.ts: adds', [])).toBe('a.test.ts: adds [no error]')
})

const house: Sources = new Map(
  Object.entries({
    'contract/beds.ts': '',
    'contract/patients.ts': '',
    'server/beds/noun.ts': "import { Bed } from '../../contract/beds.ts'",
    'server/http/serve.ts': '',
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
  }),
)
const beds = ['e2e/beds.spec.ts']
const both = ['e2e/beds.spec.ts', 'e2e/patients.spec.ts']

it.each([
  ['a component', 'web/ui/Card.tsx', beds],
  ['what both sides agree on', 'contract/patients.ts', ['e2e/patients.spec.ts']],
  ['a room of the server', 'server/beds/queries.ts', beds],
  ['what every room of the server stands on', 'server/http/serve.ts', both],
  ['the list of nouns', 'web/nouns.ts', both],
  ['what a story imports', 'e2e/bed-people.ts', beds],
  ['a test that needs no browser', 'web/beds/Beds.test.tsx', []],
])('a change of %s reaches the stories whose screens are made of it', (_, file, stories) => {
  expect(storiesReachedBy([file], importers(house))).toEqual(stories)
})
