import type { Hospitals } from '../hospitals/hospitals.ts'
import type { Report } from '../report.ts'
import { rounded } from '../table.ts'
import { calendarOf, liveFigures, liveReturn, mostElsewhere } from './live.ts'

/** Measures screens that follow today's queue of 600 on two servers. */
export async function measureLive(hospitals: Hospitals, screens: number, report: Report): Promise<void> {
  const { wanted, add, isQuick } = report
  const many = `${screens.toLocaleString('en')} screens`
  if (wanted('live')) {
    const hospital = await hospitals.openQueue(600)
    const { changes, fresh, missed, differing, bytes, bytesElsewhere, writes, longestAway } =
      await liveFigures(hospital, { screens, seconds: isQuick ? 10 : 60 })
    add({
      what: `p99, a change until ${many} show it`,
      measured: `p50 ${fresh.p50} ms, worst ${fresh.worst} ms, ${changes} changes`,
      figure: fresh.p99,
      unit: 'ms',
      bound: { most: 500 },
    })
    add({
      what: 'changes missed by a screen',
      measured: `away for ${rounded(longestAway / 1000)} s at most`,
      figure: missed,
      unit: '×',
      bound: { most: 0 },
    })
    add({
      what: 'screens that differ at the end',
      measured: String(differing),
      figure: differing,
      unit: '×',
      bound: { most: 0 },
    })
    add({
      what: 'sent for a change to a screen',
      measured: `${rounded(bytes)} bytes`,
      figure: bytes / 1000,
      unit: 'kB',
      bound: { most: 2.5 },
    })
    add({
      what: 'the same for a change of another day',
      measured: `${rounded(bytesElsewhere)} bytes`,
      figure: bytesElsewhere / bytes,
      unit: '×',
      bound: { most: mostElsewhere },
    })
    add({
      what: `p99, writes beside ${many} against none`,
      measured: `${rounded(writes.p99)} ms, without ${rounded(writes.p99Without)} ms`,
      figure: writes.p99 / writes.p99Without,
      unit: '×',
      bound: { most: 3 },
    })
  }
  if (wanted('live-calendars')) await measureCalendars(hospitals, report)
  if (wanted('live-return')) {
    const { seconds, failed, why } = await liveReturn(await hospitals.openQueue(600), screens)
    add({
      what: `${many} come back at once`,
      measured: `${rounded(seconds)} s`,
      figure: seconds,
      unit: 's',
      bound: { most: 15 },
    })
    add({
      what: 'requests of theirs that failed',
      measured: why ?? 'none',
      figure: failed,
      unit: '×',
      bound: { most: 0 },
    })
  }
}

/** Measures open calendars of today, in hours, while people book, move and cancel. */
async function measureCalendars(hospitals: Hospitals, { add, isQuick }: Report): Promise<void> {
  const screens = isQuick ? 200 : 2000
  const hospital = await hospitals.openQueue(600, true)
  const followed = calendarOf(hospital.sample.today)
  const found = await liveFigures(hospital, { screens, seconds: isQuick ? 8 : 15, followed })
  const { fresh, changes, missed, differing } = found
  add({
    what: `p99, a booking until ${screens.toLocaleString('en')} calendars show it`,
    measured: `p50 ${fresh.p50} ms, worst ${fresh.worst} ms, ${changes} changes`,
    figure: fresh.p99,
    unit: 'ms',
    bound: { most: 1000 },
  })
  add({
    what: 'bookings that a calendar misses or shows otherwise',
    measured: `${missed} missed`,
    figure: missed + differing,
    unit: '×',
    bound: { most: 0 },
  })
}
