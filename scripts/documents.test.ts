import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, rowsOf } from './documents.ts'

/** Rows of three cells: what could harm, what keeps it from doing so, and where that is shown. The last table has two. */
const controlled = rowsOf(readFileSync('docs/hazards.md', 'utf8')).filter(({ length }) => length === 3)

describe('docs/hazards.md', () => {
  test('holds what is controlled', () => {
    expect(controlled.length).toBeGreaterThan(60)
  })

  test.each(controlled)('%s: the story that shows it is there', (_hazard, _control, shownBy = '') => {
    expect(faultsOf(shownBy)).toEqual([])
  })
})

/** How many requirements of level 1 and 2 each section of ASVS 5.0.0 has: 1.1 has 1.1.1 and 1.1.2. */
const asvs = `1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3, 4.2 1,
  4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5,
  7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2,
  11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3,
  15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2`

describe('docs/asvs.md', () => {
  const [states, rows] = [2, 6].map((cells) =>
    rowsOf(readFileSync('docs/asvs.md', 'utf8')).filter(({ length }) => length === cells),
  )

  test('has every requirement of level 1 and 2 once, in their order', () => {
    const numbers = asvs.split(/,\s+/).flatMap((section) => {
      const [number, count] = section.split(' ')
      return Array.from({ length: Number(count) }, (_, at) => `${number}.${at + 1}`)
    })
    expect(numbers).toHaveLength(253)
    expect(rows?.map(([number]) => number)).toEqual(numbers)
  })

  test('counts its states as they are', () => {
    const counts = Object.entries(Object.groupBy(rows ?? [], (row) => row[3] ?? ''))
    expect(Object.fromEntries(states ?? [])).toEqual(
      Object.fromEntries(counts.map(([state, of]) => [state, String(of?.length)])),
    )
  })

  test.each(rows ?? [])('%s: what shows it is there', (...cells) => {
    const [, , , state = '', how, shownBy = ''] = cells
    expect(how).not.toBe('')
    const mayBeUnshown = !['met', 'in part'].includes(state)
    expect(mayBeUnshown && shownBy === '' ? [] : faultsOf(shownBy)).toEqual([])
  })
})

describe('docs/quality.md', () => {
  const rows = rowsOf(readFileSync('docs/quality.md', 'utf8'))

  test('holds every line', () => {
    expect(rows.length).toBeGreaterThan(75)
  })

  test.each(rows)('%s: what finds it is there, and so is what was planted', (...cells) => {
    const [, foundBy = '', planted = '', bound, figure = ''] = cells
    expect(foundBy === '—' ? [] : faultsOf(foundBy)).toEqual([])
    // A missing fault has a reason.
    const isInWords =
      /^(none, because .+|—|by hand: .+|the same|the careless server .+|each (line|run) .+|one screen .+)$/.test(
        planted,
      )
    expect(isInWords ? [] : faultsOf(planted)).toEqual([])
    expect(bound).not.toBe('')
    // Measured figures have a date.
    expect(/\d/.test(figure) && !/\d [A-Z][a-z]{2} 20\d\d/.test(figure)).toBe(false)
  })
})

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s', (file) => {
  test('names files and folders that are there', () => {
    const named = readFileSync(file, 'utf8').matchAll(
      /`((?:contract|server|web|e2e|scripts|docs)\/[\w./-]+)`/g,
    )
    expect([...named].flatMap(([, path = '']) => (existsSync(path) ? [] : path))).toEqual([])
  })
})

describe('a document that names what is not there', () => {
  test.each([
    ['a file', '`e2e/no-such`: a story', 'there is no e2e/no-such'],
    ['a title', '`e2e/vitals`: a visit to the moon', 'e2e/vitals has no ‘a visit to the moon’'],
    ['a second title', '`e2e/vitals`: a round of three beds; on the moon', 'e2e/vitals has no ‘on the moon’'],
    ['what is said in a file, and is no title', '`e2e/vitals`: getByRole', 'e2e/vitals has no ‘getByRole’'],
    ['a command', '`npm run luck`', 'there is no npm run luck'],
    ['nothing', '', ' is of no file'],
  ])('is found out: %s', (_what, cell, fault) => {
    expect(faultsOf(cell)).toEqual([expect.stringContaining(fault)])
  })

  test('rows are those of all tables, without their heads', () => {
    const markdown =
      '# A\n\n| a | b |\n| - | - |\n| one \\| two | three |\n\nfour\n\n| c |\n| --- |\n| five |\n'
    expect(rowsOf(markdown)).toEqual([['one \\| two', 'three'], ['five']])
  })
})

describe('docs/decisions', () => {
  const folder = 'docs/decisions'
  const index = readFileSync(`${folder}/README.md`, 'utf8')
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

  test.each(files)('%s has its number, a status and a date, and is in the index', (name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    const [heading = '', , state = ''] = text.split('\n')
    const number = Number(name.slice(0, 4))
    expect(heading).toMatch(new RegExp(`^# ${number}\\. \\S`))
    expect(state).toMatch(
      /^(Accepted|Replaced (in part )?by record \d+), \d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\./,
    )
    expect(index).toContain(`- [${heading.slice(2)}](${name})`)
    // Older ones are longer.
    const most = number < 76 ? Number.POSITIVE_INFINITY : 600
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(most)
  })

  test('the index names no record that is not there', () => {
    const linked = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name ?? '')
    expect(linked.toSorted()).toEqual(files.toSorted())
  })
})
