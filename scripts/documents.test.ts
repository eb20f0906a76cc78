import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, rowsOf } from './documents.ts'
import { type Results, type Target, targetsOf, withFigures } from './quality.ts'

/** Rows of three cells: the hazard, its control, and the tests that show it. The last table has two cells a row. */
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
  const markdown = readFileSync('docs/quality.md', 'utf8')
  const results = JSON.parse(readFileSync('lab/results.json', 'utf8')) as Results
  const targets = targetsOf(markdown)

  function wrongIn({ said }: Target): string[] {
    const [bound = '', foundBy = '', planted = '', figure = ''] = [
      'Bound',
      'Measured by',
      'Planted fault',
      'Last figure',
    ].map((name) => said.get(name))
    // A target without a planted fault gives a reason.
    const isInWords =
      /^(none, because .+|—|by hand: .+|the same|the careless server .+|each (line|run) .+|one screen .+)$/.test(
        planted,
      )
    return [
      ...(bound === '' ? ['there is no bound'] : []),
      ...(foundBy === '—' ? [] : faultsOf(foundBy)),
      ...(isInWords ? [] : faultsOf(planted)),
      ...(/\d/.test(figure) && !/\d [A-Z][a-z]{2} 20\d\d/.test(figure) ? ['its figure has no date'] : []),
    ]
  }

  test('holds every target once', () => {
    expect(targets.length).toBeGreaterThan(75)
    expect(new Set(targets.map(({ what }) => what)).size).toBe(targets.length)
  })

  test.each(targets)('$what: what finds it is there, and so is what was planted', (target) => {
    expect(wrongIn(target)).toEqual([])
  })

  test('has the last figures of lab/results.json, as `npm run format` writes them', () => {
    expect(markdown).toBe(withFigures(markdown, results))
  })

  test('is no wider than a screen', () => {
    expect(markdown.split('\n').filter((line) => line.length > 160)).toEqual([])
  })

  test.each([
    ['a test that is not there', '`e2e/vitals`: a visit to the moon', 'has no ‘a visit to the moon’'],
    ['a file that is not there', '`lab/no-such.test`: a story', 'there is no lab/no-such.test'],
    ['nothing', '', ' is of no file'],
  ])('a target that is measured by %s is found', (_what, by, fault) => {
    const [target] = targetsOf(`## All\n\n### One\n\n- Bound: 0\n- Measured by: ${by}\n- Planted fault: —\n`)
    expect(target && wrongIn(target)).toEqual([expect.stringContaining(fault)])
  })

  test('a target without a bound, or with a figure of no day, is found', () => {
    const [target] = targetsOf(
      '### One\n\n- Measured by: —\n- Planted fault: none, because\n  it is one\n- Last figure: 7\n',
    )
    expect(target && wrongIn(target)).toEqual(['there is no bound', 'its figure has no date'])
  })

  describe('the figures of a run', () => {
    const line = { bound: '≤ 2 ×', measured: '9 ms', against: '3 ms', figure: '3.00 ×', holds: false }
    const after = (on: string): Results => ({
      targets: {
        One: { run: 'bench', lines: ['one, '], noted: [{ said: '1.50', on: '2026-11-26', remark: 'alone' }] },
      },
      runs: {
        bench: { machine: '', lines: { 'one, twice': { ...line, on }, 'another, once': { ...line, on } } },
        chaos: { machine: '', lines: {} },
      },
    })
    const figuresAfter = (on: string) =>
      targetsOf(withFigures('### One\n\n- Bound: ≤ 2 ×\n- Last figure: 4\n', after(on)))[0]?.said.get(
        'Last figure',
      )

    test('stand first where they are newer than what is noted', () => {
      expect(figuresAfter('2026-11-28')).toBe(
        'one, twice: 3.00 × ✗, 28 Nov 2026; before that 1.50, 26 Nov 2026, alone',
      )
    })

    test('of several lines leave out the words that the lines share, and say the day once', () => {
      const found = after('2026-11-28')
      const lines = {
        'one, twice, of 18': { ...line, on: '2026-11-28' },
        'one, once, of 18': { ...line, on: '2026-11-28' },
      }
      const text = withFigures('### One\n\n- Bound: ≤ 2 ×\n', {
        targets: { One: { run: 'bench', lines: ['one, '], noted: [] } },
        runs: { ...found.runs, bench: { machine: '', lines } },
      })
      expect(targetsOf(text)[0]?.said.get('Last figure')).toBe('twice: 3.00 × ✗; once: 3.00 × ✗, 28 Nov 2026')
    })

    test('stand in the results alone where they are older', () => {
      expect(figuresAfter('2026-11-26')).toBe('1.50, 26 Nov 2026, alone')
    })

    test('are not written where their target is gone', () => {
      expect(() => withFigures('### Two\n', after('2026-11-28'))).toThrow('no target One')
    })
  })
})

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s', (file) => {
  test('names files and folders that are there', () => {
    const named = readFileSync(file, 'utf8').matchAll(
      /`((?:contract|server|web|e2e|scripts|testbed|lab|docs)\/[\w./-]+)`/g,
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
  /** The records that would lose something in fewer words. */
  const mostWords = new Map([
    [37, 489],
    // It lists every test that was removed, and the one that finds its fault now.
    [54, Number.POSITIVE_INFINITY],
    // The figures before and after, for each bound.
    [75, 750],
  ])

  test.each(files)('%s has its number, a status and a date, and is in the index', (name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    const [heading = '', , state = ''] = text.split('\n')
    const number = Number(name.slice(0, 4))
    expect(heading).toMatch(new RegExp(`^# ${number}\\. \\S`))
    expect(state).toMatch(
      /^(Accepted|Replaced (in part )?by records? \d+(?: and \d+)?), \d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\./,
    )
    expect(index).toContain(`- [${heading.slice(2)}](${name})`)
    const most = mostWords.get(number) ?? (number < 76 ? 440 : 400)
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(most)
  })

  test('the index names no record that is not there', () => {
    const linked = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name ?? '')
    expect(linked.toSorted()).toEqual(files.toSorted())
  })
})
