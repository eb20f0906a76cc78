import type { PracticeSession } from '../../../contract/front-desk/schedules.ts'

/** Sessions that differ by their weekday alone, on days in a row. */
export type Run = readonly [PracticeSession, ...PracticeSession[]]

/** The runs of a doctor's sessions by their hours and first days. */
export function runsOf(sessions: readonly PracticeSession[]): Run[] {
  const byDay = sessions.toSorted((a, b) => a.weekday - b.weekday)
  const runs: [PracticeSession, ...PracticeSession[]][] = []
  for (const session of byDay) {
    const run = runs.find((one) => {
      const last = one.at(-1)
      return last?.weekday === session.weekday - 1 && likeness(last) === likeness(session)
    })
    if (run) run.push(session)
    else runs.push([session])
  }
  return runs.toSorted(
    ([a], [b]) =>
      a.startsAt.localeCompare(b.startsAt) || a.weekday - b.weekday || a.validFrom.localeCompare(b.validFrom),
  )
}

function likeness({ id: _id, version: _version, weekday: _day, ...alike }: PracticeSession): string {
  return JSON.stringify(alike)
}
