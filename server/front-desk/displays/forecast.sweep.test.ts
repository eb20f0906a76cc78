import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../demo/fill.ts'
import { connect } from '../../ground/db/connect.ts'
import { nobodyWaits } from '../../ground/db/time-limits.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { Consultation } from '../appointments/public.ts'
import { forecastFrom, history, type Waiting } from './forecast.ts'

const at = (time: string) => Date.parse(`2026-06-11T${time}:00Z`)
const text = (moment: number) => new Date(moment).toISOString()
const minutes = (milliseconds: number) => milliseconds / 60_000

/** Twenty days on which a doctor called everybody two minutes late and took ten minutes for each. */
function punctual(count = history): Consultation[] {
  return Array.from({ length: count }, (_, day) => {
    const due = at('09:00') - (day + 1) * 86_400_000
    return {
      type: 'GENERAL',
      queuedAt: text(due - 10 * 60_000),
      appointedAt: text(due),
      startedAt: text(due + 2 * 60_000),
      completedAt: text(due + 12 * 60_000),
    }
  })
}

const waiting = (queued: string, appointed: string): Waiting => ({
  type: 'GENERAL',
  queuedAt: text(at(queued)),
  appointedAt: text(at(appointed)),
})
const nobody = { current: undefined, waiting: [] }

describe('a call is expected', () => {
  test('at the time that was given, by as much later as this doctor usually is', () => {
    const likely = forecastFrom(punctual())
    expect(likely(waiting('08:45', '09:00'), nobody, at('08:45'))).toEqual({
      from: at('09:02'),
      until: at('09:02'),
    })
  })

  test('not before those ahead are done, each after what the last ten minutes of their type say', () => {
    const likely = forecastFrom(punctual())
    const current = { type: 'GENERAL' as const, startedAt: text(at('08:50')) }
    const ahead = { current, waiting: [waiting('08:40', '08:40'), waiting('08:44', '08:40')] }
    // 08:50 and three times ten minutes, and the two that the doctor is late.
    expect(likely(waiting('08:45', '09:00'), ahead, at('08:55'))?.from).toBe(at('09:22'))
  })

  test.each([
    ['of a doctor of whom too little is known', punctual(history - 1), 'GENERAL'],
    ['behind somebody of whose type too little is known', punctual(), 'SPECIALIST'],
  ] as const)('at no time %s', (_, past, type) => {
    const likely = forecastFrom(past)
    const ahead = { current: undefined, waiting: [{ ...waiting('08:40', '08:40'), type }] }
    expect(likely(waiting('08:45', '09:00'), ahead, at('08:45'))).toBeNull()
  })

  test('at no time any more once it should have been', () => {
    const likely = forecastFrom(punctual())
    expect(likely(waiting('08:45', '09:00'), nobody, at('09:03'))).toBeNull()
  })
})

describe('over the days of the demo hospital', { timeout: 120_000 }, () => {
  interface Visit extends Consultation {
    doctorId: string
  }
  let visits: Visit[] = []
  const closers: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  beforeAll(async () => {
    const database = await createTestDatabase()
    closers.push(() => database.drop())
    await fillDemo(database.ownerUrl, { today: '2026-11-23', timeZone: 'Asia/Kolkata', accounts: false })
    const { db, pool } = connect(database.ownerUrl, { connections: 1, limits: nobodyWaits })
    closers.push(() => db.destroy())
    const { rows } = await pool.query<Visit>(
      `select doctor_id as "doctorId", type, (date + time) at time zone 'Asia/Kolkata' as "appointedAt",
         queued_at as "queuedAt", started_at as "startedAt", completed_at as "completedAt"
       from appointment where status = 'COMPLETED' order by queued_at`,
    )
    visits = rows
  })

  /** Each visit, as the screen would have guessed it at a moment, and when it really began. */
  function guesses(momentOf: (visit: Visit) => number) {
    const all = [...Map.groupBy(visits, ({ doctorId }) => doctorId).values()]
    return all.flatMap((own) =>
      own.map((visit) => {
        const now = momentOf(visit)
        const before = (moment: string) => Date.parse(moment) <= now
        const past = own.filter(({ completedAt }) => before(completedAt))
        const there = own.filter((one) => one !== visit && before(one.queuedAt) && !before(one.completedAt))
        const ahead = {
          current: there.find(({ startedAt }) => before(startedAt)),
          waiting: there.filter(
            ({ startedAt, queuedAt }) => !before(startedAt) && queuedAt <= visit.queuedAt,
          ),
        }
        const likely = forecastFrom(past.slice(-120))(visit, ahead, now)
        return { likely, truth: Date.parse(visit.startedAt), now }
      }),
    )
  }

  test.each([
    ['on arrival', ({ queuedAt }: Visit) => Date.parse(queuedAt)],
    [
      'half-way through the wait',
      ({ queuedAt, startedAt }: Visit) => (Date.parse(queuedAt) + Date.parse(startedAt)) / 2,
    ],
    ['two minutes before the call', ({ startedAt }: Visit) => Date.parse(startedAt) - 2 * 60_000],
  ])('of what is said %s, at least 80 % hold', (_, momentOf) => {
    const all = guesses(momentOf)
    const said = all.flatMap(({ likely, truth }) => (likely ? [{ ...likely, truth }] : []))
    const held = said.filter(({ from, until, truth }) => from <= truth && truth <= until)
    const widths = said.map(({ from, until }) => minutes(until - from)).toSorted((one, other) => one - other)
    const share = held.length / said.length
    expect(said.length).toBeGreaterThan(all.length / 3)
    expect(share).toBeGreaterThanOrEqual(0.8)
    // A range in which everything lies says nothing.
    expect(widths[said.length >> 1]).toBeLessThanOrEqual(30)
  })
})
