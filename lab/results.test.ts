import { expect, test } from 'vitest'
import { type Kept, withRun } from './results.ts'

const empty: Kept & { targets: object } = { targets: { 'Nothing is lost': {} }, runs: {} }
const desk = { tool: 'chaos', machine: '2 × Desk, 8 GB' }
const on = (day: string) => new Date(`${day}T12:00:00Z`)
const found = (measured: string) => ({ bound: 'none lost', measured, against: '', figure: '', holds: true })

test('a run of some lines replaces theirs and leaves all others of that machine, each with its day', () => {
  const first = withRun(empty, {
    ...desk,
    lines: { kills: found('20 kills'), pause: found('0.1 s') },
    on: on('2026-11-20'),
  })
  const second = withRun(first, { ...desk, lines: { kills: found('100 kills') }, on: on('2026-11-22') })
  expect(second).toEqual({
    targets: empty.targets,
    runs: {
      chaos: {
        machine: desk.machine,
        lines: {
          kills: { ...found('100 kills'), on: '2026-11-22' },
          pause: { ...found('0.1 s'), on: '2026-11-20' },
        },
      },
    },
  })
})

test('figures of another machine do not stay, and those of another tool do', () => {
  const here = withRun(empty, { ...desk, lines: { kills: found('1') }, on: on('2026-11-20') })
  const bench = withRun(here, { ...desk, tool: 'bench', lines: { read: found('2') }, on: on('2026-11-20') })
  const there = withRun(bench, {
    ...desk,
    machine: '64 × Tower, 512 GB',
    lines: { pause: found('3') },
    on: on('2026-11-21'),
  })
  expect(Object.keys(there.runs.chaos?.lines ?? {})).toEqual(['pause'])
  expect(Object.keys(there.runs.bench?.lines ?? {})).toEqual(['read'])
})
