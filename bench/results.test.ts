import { expect, test } from 'vitest'
import { withRun } from './results.ts'

const empty = `# Results

<!-- chaos: written by the run -->
<!-- chaos: end -->

The end.
`
const columns = ['line', 'found']
const desk = { part: 'chaos', columns, machine: '2 × Desk, 8 GB' }
const on = (day: string) => new Date(`${day}T12:00:00Z`)

test('a run of some lines replaces theirs and leaves all others of that machine, each with its day', () => {
  const first = withRun(empty, {
    ...desk,
    rows: [
      { key: 'kills', cells: ['20 kills'] },
      { key: 'pause', cells: ['0.1 s'] },
    ],
    on: on('2026-11-20'),
  })
  const second = withRun(first, {
    ...desk,
    rows: [
      { key: 'kills', cells: ['100 kills'] },
      { key: 'races', cells: ['won | lost\nby one'] },
    ],
    on: on('2026-11-22'),
  })
  expect(second).toBe(`# Results

<!-- chaos: written by the run -->

2 × Desk, 8 GB

| line | found | on |
| --- | --- | --- |
| kills | 100 kills | 2026-11-22 |
| pause | 0.1 s | 2026-11-20 |
| races | won \\| lost by one | 2026-11-22 |

<!-- chaos: end -->

The end.
`)
})

test('figures of another machine are no part of the table', () => {
  const here = withRun(empty, { ...desk, rows: [{ key: 'kills', cells: ['1'] }], on: on('2026-11-20') })
  const there = withRun(here, {
    ...desk,
    machine: '64 × Tower, 512 GB',
    rows: [{ key: 'pause', cells: ['2'] }],
    on: on('2026-11-21'),
  })
  expect(there).not.toContain('kills')
  expect(there).not.toContain('Desk')
  expect(there).toContain('| pause | 2 | 2026-11-21 |')
})

test('a text without a place for it is not written to', () => {
  expect(() => withRun('# Results', { ...desk, rows: [], on: on('2026-11-20') })).toThrow(
    'no place for chaos',
  )
})
