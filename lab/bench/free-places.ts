import { randomUUID } from 'node:crypto'
import { daysAfter } from '../../contract/days.ts'
import type { Displaced } from '../../contract/front-desk/closures.ts'
import { signIn } from '../../testbed/sign-in.ts'
import type { Hospital, Hospitals } from './hospitals/hospitals.ts'
import { hours } from './hospitals/hours.ts'
import { asOwner } from './hospitals/owner.ts'
import { compareSizes } from './latency.ts'
import { median } from './measure.ts'
import { startLantern } from './processes.ts'
import type { Report } from './report.ts'
import { rounded } from './table.ts'

/** How many bookings of a doctor who is away are decided on in one call. */
const decided = 60

/** Free places of 50 doctors with 27,000 bookings, and the bookings of one who falls ill. */
export async function measureFreePlaces(hospitals: Hospitals, { add, isQuick }: Report): Promise<void> {
  const hospital = await hospitals.openHours()
  try {
    const { today } = hospital.sample
    const doctors = await doctorsOf(hospital)
    const whole = `/api/availability?from=${today}&to=${daysAfter(today, hours.days - 1)}`
    const lines = {
      'a doctor’s free places on a day': Array.from(
        { length: 100 },
        (_, n) =>
          `/api/availability/days/${daysAfter(today, n % 28)}?doctorId=${doctors[n % doctors.length]}`,
      ),
      'a day’s free places': Array.from(
        { length: 100 },
        (_, n) => `/api/availability/days/${daysAfter(today, n % 28)}`,
      ),
      'free places of 30 days': Array<string>(40).fill(whole),
    }
    const bounds: Record<string, number> = {
      'a doctor’s free places on a day': 5,
      'a day’s free places': 5,
      'free places of 30 days': 20,
    }
    const figures = (await compareSizes([hospital], () => lines, isQuick ? 1 : 3)).get(hospital)
    for (const [line, measured] of figures ?? [])
      add({
        what: `p95, ${line}, ${hours.doctors} doctors`,
        measured: `p50 ${rounded(measured.p50)} ms (worst ${rounded(measured.worst)})`,
        figure: measured.p95,
        unit: 'ms',
        bound: { most: bounds[line] ?? 0 },
      })
    const seconds = await decidingTimes(hospital, isQuick ? 3 : 9)
    add({
      what: `deciding on ${decided} bookings of a doctor who is away`,
      measured: `${seconds.length} times, the longest ${rounded(Math.max(...seconds))} s`,
      figure: median(seconds),
      unit: 's',
      bound: { most: 1 },
    })
  } finally {
    await hospital.drop()
  }
}

/** The doctors who keep hours today. */
async function doctorsOf({ ownerUrl }: Hospital): Promise<string[]> {
  const { rows } = await asOwner(ownerUrl, (client) =>
    client.query<{ id: string }>(
      'select distinct doctor_id as id from practice_session where valid @> current_date',
    ),
  )
  return rows.map(({ id }) => id)
}

/** Seconds until all are moved: leave of one doctor after another, for four days. */
async function decidingTimes(hospital: Hospital, rounds: number): Promise<number[]> {
  const { origin, stop } = await startLantern(hospital)
  try {
    const { token } = await signIn(origin, 'admin')
    async function call<Answer>(path: string, body?: object): Promise<Answer> {
      const answer = await fetch(`${origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Answer
    }
    const from = daysAfter(hospital.sample.today, 3)
    const { sessions } = await call<{ sessions: { doctorId: string }[] }>(`/availability/days/${from}`)
    const doctors = [...new Set(sessions.map((session) => session.doctorId))]
    const seconds: number[] = []
    for (const doctorId of doctors.slice(0, rounds)) {
      const absence = { cause: 'LEAVE', doctorId, from, to: daysAfter(from, 3), reason: 'Ill' }
      const { id } = await call<{ id: string }>('/closures', absence)
      const displaced = await call<Displaced[]>(`/closures/${id}/displaced`)
      const decisions = displaced.slice(0, decided).flatMap(({ appointment, later, colleague }) => {
        const place = later ?? colleague
        const { doctorId: to, date, time } = place ?? { doctorId: '', date: '', time: '' }
        return place
          ? [
              {
                action: 'MOVE',
                appointmentId: appointment.id,
                version: appointment.version,
                doctorId: to,
                date,
                time,
              },
            ]
          : []
      })
      const begin = performance.now()
      const { results } = await call<{ results: { refused: string | null }[] }>('/closures/decisions', {
        decisions,
      })
      seconds.push((performance.now() - begin) / 1000)
      const done = results.filter(({ refused }) => refused === null).length
      if (done < decided)
        throw new Error(
          `Only ${done} of ${decided} were moved: ${results.find((one) => one.refused)?.refused}`,
        )
    }
    return seconds
  } finally {
    await stop()
  }
}
