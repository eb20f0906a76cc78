import type pg from 'pg'
import type { Acuity } from '../../../contract/admissions.ts'
import { wards } from '../../../contract/wards.ts'
import { type Practice, textOf, type Visit } from '../appointments.ts'
import { dayLength, dayText, minute } from '../calendar.ts'
import { copyRows, type Row } from '../load.ts'
import { kinds } from '../population.ts'
import { type Random, randomFrom, uuidAt } from '../random.ts'
import { acuityNotes, bedNotes, wardCustoms } from './customs.ts'
import { choosePeople, type DemoAdmission, type DemoBed, hour, live, planDepartures } from './live.ts'

export const wardTables = ['bed', 'admission', 'stay', 'acuity_entry']

/** The beds of six wards, and who lay in them for the last 100 days. */
export interface DemoWards {
  beds: DemoBed[]
  admissions: DemoAdmission[]
}

/** Simulated from event to event, so that every admission finds a free bed and every transfer leaves one. */
export function liveInWards(hospital: Practice, visits: readonly Visit[]): DemoWards {
  const random = randomFrom(hospital.seed, kinds.ward, 0)
  const places = wards.flatMap((ward) => wardCustoms[ward].beds.map((number) => ({ ward, number })))
  const beds = places.map((place, index): DemoBed => {
    return { id: uuidAt(hospital.seed, kinds.bed, index), ...place, taken: false, freeSince: 0 }
  })
  const admissions = live(hospital, random, beds, choosePeople(hospital, random, visits))
  planDepartures(hospital, random, admissions)
  return { beds, admissions }
}

export async function fillWards(client: pg.Client, hospital: Practice, { beds, admissions }: DemoWards) {
  const random = randomFrom(hospital.seed, kinds.ward, 1)
  const since = textOf(hospital.clock.momentAt(hospital.firstDay, 7 * 60))
  await copyRows(client, 'bed', bedRows(hospital, beds, since))
  await copyRows(client, 'admission', admissionRows(hospital, admissions))
  await copyRows(client, 'stay', stayRows(hospital.seed, admissions))
  await copyRows(client, 'acuity_entry', acuityRows(hospital, random, admissions))
  for (const { person, destination, leftAt } of admissions) {
    if (destination !== 'DIED' || leftAt === null) continue
    await client.query(
      'update patient set deceased_at = $2, updated_at = $2, version = version + 1 where id = $1',
      [person.person.id, textOf(leftAt)],
    )
  }
}

function* bedRows({ now }: Practice, beds: readonly DemoBed[], since: string): Generator<Row> {
  const free = beds.filter((bed) => !bed.taken).sort((one, other) => other.freeSince - one.freeSince)
  // In the bed that was left last the mattress is replaced; another is waited for by the workshop.
  const emptied = free[0]
  const repaired = free.findLast((bed) => bed.ward === 'GENERAL' || bed.ward === 'EMERGENCY')
  for (const bed of beds) {
    const isUnused = free.length > 5 && (bed === emptied || bed === repaired)
    const began =
      bed === emptied ? Math.max(bed.freeSince, now - 95 * minute) : Math.max(bed.freeSince, now - 27 * hour)
    const why = bed === emptied ? 'Mattress being replaced' : 'Call bell broken, electrician ordered'
    yield {
      id: bed.id,
      bed_number: bed.number,
      ward: bed.ward,
      notes: bedNotes[bed.number] ?? null,
      maintenance_since: isUnused ? textOf(began) : null,
      maintenance_reason: isUnused ? why : null,
      version: isUnused ? 2 : 1,
      created_at: since,
      updated_at: isUnused ? textOf(began) : since,
    }
  }
}

function* admissionRows({ staff }: Practice, admissions: readonly DemoAdmission[]): Generator<Row> {
  for (const one of admissions) {
    const admittedAt = textOf(one.admittedAt)
    const last = textOf(one.leftAt ?? one.stays.at(-1)?.from ?? one.admittedAt)
    yield {
      id: one.id,
      patient_id: one.person.person.id,
      doctor_id: one.doctorId,
      diagnosis: one.illness.diagnosis,
      admitted_at: admittedAt,
      admitted_by: staff.receptionist,
      expected_discharge: one.expected === null ? null : dayText(one.expected),
      discharged_at: textOf(one.leftAt),
      discharged_by: one.leftAt === null ? null : one.doctorId,
      destination: one.destination,
      summary: one.summary,
      summary_by: one.summary === null ? null : one.doctorId,
      summary_at: one.summary === null ? null : textOf(one.leftAt),
      notes: one.notes,
      version: one.stays.length + (one.leftAt === null ? 0 : 1),
      created_at: admittedAt,
      updated_at: last,
    }
  }
}

function* stayRows(seed: number, admissions: readonly DemoAdmission[]): Generator<Row> {
  let place = 0
  for (const { id, stays } of admissions) {
    for (const { bed, from, until, reason } of stays) {
      yield {
        id: uuidAt(seed, kinds.stay, place++),
        admission_id: id,
        bed_id: bed.id,
        started_at: textOf(from),
        ended_at: textOf(until),
        reason,
      }
    }
  }
}

/** What the doctors recorded of those who are in: once a day or so, and better with time. */
function* acuityRows(
  { now }: Practice,
  random: Random,
  admissions: readonly DemoAdmission[],
): Generator<Row> {
  for (const { id, doctorId, stays, admittedAt, leftAt } of admissions) {
    if (leftAt !== null || random.chance(0.2)) continue
    const isIntensive = stays.at(-1)?.bed.ward === 'ICU'
    const course: Acuity[] = isIntensive
      ? ['CRITICAL', 'SERIOUS', random.chance(0.5) ? 'STABLE' : 'SERIOUS']
      : [random.chance(0.2) ? 'SERIOUS' : 'STABLE', 'STABLE', 'IMPROVING']
    const rounds = Math.min(course.length, 1 + Math.floor((now - admittedAt) / dayLength))
    const step = (now - admittedAt) / (rounds + 0.2)
    for (let round = 0; round < rounds; round++) {
      const acuity = course[round] ?? 'STABLE'
      const note = random.chance(0.7) ? random.pick(acuityNotes[acuity]) : null
      const at = textOf(admittedAt + Math.floor(step * (round + 0.6)))
      yield { admission_id: id, acuity, note, by_staff_id: doctorId, at }
    }
  }
}
