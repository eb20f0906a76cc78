import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itself, type LiveRecord, listed, type Told, ToldLog } from './record-events.ts'

interface Bed extends LiveRecord {
  version: number
  /** The patient's name is not stored with the bed, so a new name doesn't change the bed's version. */
  name: string
}

/** An act on one of the ward's three beds. */
const act = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  does: fc.constantFrom('edit', 'rename', 'leave', 'enter'),
})
type Act = { id: string; does: 'edit' | 'rename' | 'leave' | 'enter' }

/** The ward after each act: state n is as of n. */
function historyOf(acts: readonly Act[]): ReadonlyMap<string, Bed>[] {
  const states: ReadonlyMap<string, Bed>[] = [new Map([['a', { id: 'a', version: 1, name: 'A' }]])]
  const versions = new Map<string, number>([['a', 1]])
  for (const { id, does } of acts) {
    const next = new Map(states.at(-1))
    const bed = next.get(id)
    if (does === 'rename') {
      if (bed) next.set(id, { ...bed, name: `${bed.name}'` })
    } else {
      const version = (versions.get(id) ?? 0) + 1
      if (does === 'leave') next.delete(id)
      else if (does === 'enter' || bed) next.set(id, { id, version, name: bed?.name ?? id })
      versions.set(id, version)
    }
    states.push(next)
  }
  return states
}

const byId = (one: Bed, other: Bed) => one.id.localeCompare(other.id)
const place = listed(byId)
const inOrder = (state: ReadonlyMap<string, Bed> | undefined) => [...(state ?? new Map()).values()].sort(byId)

test('whatever is told while answers are on their way, a list ends as the ward is', () => {
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 12 }),
      // For each answer: when it was read, when it arrives, and by how much its number understates when that was.
      fc.array(fc.record({ read: fc.nat(12), takes: fc.nat(12), early: fc.nat(3) }), { maxLength: 6 }),
      // An event is read when the change was heard, or a little later.
      fc.nat(3),
      (acts, readings, later) => {
        const states = historyOf(acts)
        const log = new ToldLog()
        let shown: unknown = inOrder(states[0])
        let readAsOf = 0
        for (const [now, { id }] of acts.entries()) {
          const state = states[Math.min(now + 1 + later, acts.length)]
          const told: Told = { id, record: state?.get(id) ?? null, asOf: now + 1 }
          if (log.note('beds', told)) shown = place(shown, readAsOf, told)
          for (const { read, takes, early } of readings) {
            if (read > now || Math.min(read + takes, acts.length - 1) !== now) continue
            const asOf = Math.max(read - early, 0)
            shown = inOrder(states[read])
            readAsOf = asOf
            for (const one of log.of('beds')) shown = place(shown, asOf, one)
          }
        }
        expect(shown).toEqual(inOrder(states.at(-1)))
      },
    ),
  )
})

test('of one record, what is told in another order than it happened ends in the last state', () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom('edit', 'rename'), { minLength: 1, maxLength: 8 })
        .chain((acts) =>
          fc.tuple(
            fc.constant(historyOf(acts.map((does) => ({ id: 'a', does })))),
            fc.shuffledSubarray([...acts.keys()], { minLength: acts.length }),
          ),
        ),
      ([states, order]) => {
        const log = new ToldLog()
        let shown: unknown = states[0]?.get('a')
        for (const at of order) {
          const told: Told = { id: 'a', record: states[at + 1]?.get('a') ?? null, asOf: at + 1 }
          if (log.note('bed:a', told)) shown = itself(shown, 0, told)
        }
        expect(shown).toEqual(states.at(-1)?.get('a'))
      },
    ),
  )
})

test('an answer that is newer than what was told of a record stays as it is', () => {
  const read = [{ id: 'a', version: 3 }]
  expect(place(read, 20, { id: 'a', record: { id: 'a', version: 2 }, asOf: 30 })).toEqual(read)
  expect(place(read, 20, { id: 'a', record: null, asOf: 10 })).toEqual(read)
  expect(place(read, 20, { id: 'b', record: { id: 'b', version: 9 }, asOf: 10 })).toEqual(read)
})

test('a record that is gone leaves its list, and its own screen reads again', () => {
  const gone: Told = { id: 'a', record: null, asOf: 20 }
  expect(place([{ id: 'a', version: 3 }], 20, gone)).toEqual([])
  expect(itself({ id: 'a', version: 3 }, 20, gone)).toBeUndefined()
})

test('records that did not change stay the same objects, so that they are not drawn again', () => {
  const [a, b] = [
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ]
  const list = place([a, b], 1, { id: 'a', record: { id: 'a', version: 2 }, asOf: 2 }) as unknown[]
  expect(list[1]).toBe(b)
})

test('what was told is kept for a minute; then only answers from after it are trusted', () => {
  let now = 0
  const log = new ToldLog(() => now)
  log.note('beds', { id: 'a', record: { id: 'a', version: 1 }, asOf: 5 })
  now = 61_000
  log.note('beds', { id: 'b', record: { id: 'b', version: 1 }, asOf: 9 })
  expect([...log.of('beds')].map(({ id }) => id)).toEqual(['b'])
  expect(log.forgottenOf('beds')).toBe(5)
  log.forget('beds')
  expect([...log.of('beds')]).toEqual([])
  expect(log.forgottenOf('beds')).toBe(9)
})
