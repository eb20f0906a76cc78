import type pg from 'pg'
import { type Acuity } from '../../../contract/admissions.ts'
import { wards } from '../../../contract/wards.ts'
import { textOf } from '../appointments.ts'
import { dayLength, dayText, minute } from '../calendar.ts'
import { copyRows, type Row } from '../load.ts'
import { kinds } from '../patients.ts'
import { type Random, randomFrom, uuidAt } from '../random.ts'
import { acuityNotes, bedNotes, wardCustoms } from './customs.ts'
import {
  choosePeople,
  type DemoAdmission,
  type DemoBed,
  type Hospital,
  hour,
  live,
  planDepartures,
} from './live.ts'

export const wardTables = ['bed', 'admission', 'stay', 'acuity_entry']

/**
 * Beds of six wards, and who lay in them for the last 100 days: simulated from event to event, so that every admission
 * finds a free bed and every transfer leaves one. Comes after patients and appointments.
 */
export async function fillWards(client: pg.Client, hospital: Hospital): Promise<void> {
  const random = randomFrom(hospital.seed, kinds.ward, 0)
  const places = wards.flatMap((ward) => wardCustoms[ward].beds.map((number) => [ward, number] as const))
  const beds = places.map(
    ([ward, number], index): DemoBed => ({
      id: uuidAt(hospital.seed, kinds.bed, index),
      number,
      ward,
      taken: false,
      freeSince: 0,
    }),
  )
  const people = await choosePeople(client, hospital, random)
  const admissions = live(hospital, random, beds, people)
  planDepartures(hospital, random, admissions)

  const since = textOf(hospital.clock.momentAt(hospital.firstDay, 7 * 60))
  await copyRows(client, 'bed', bedColumns, bedRows(hospital, beds, since))
  await copyRows(client, 'admission', admissionColumns, admissionRows(hospital, admissions))
  await copyRows(client, 'stay', stayColumns, stayRows(hospital.seed, admissions))
  await copyRows(client, 'acuity_entry', acuityColumns, acuityRows(hospital, random, admissions))
  for (const { person, destination, leftAt } of admissions) {
    if (destination !== 'DIED' || leftAt === null) continue
    await client.query(
      'update patient set deceased_at = $2, updated_at = $2, version = version + 1 where id = $1',
      [person.id, textOf(leftAt)],
    )
  }
}

const bedColumns = [
  'id',
  'bed_number',
  'ward',
  'notes',
  'maintenance_since',
  'maintenance_reason',
  'version',
  'created_at',
  'updated_at',
]

function* bedRows({ now }: Hospital, beds: readonly DemoBed[], since: string): Generator<Row> {
  const free = beds.filter((bed) => !bed.taken).sort((one, other) => other.freeSince - one.freeSince)
  // The bed that was left last is being cleaned; another is waited for by the workshop.
  const cleaned = free[0]
  const repaired = free.findLast((bed) => bed.ward === 'GENERAL' || bed.ward === 'EMERGENCY')
  for (const bed of beds) {
    const isUnused = free.length > 5 && (bed === cleaned || bed === repaired)
    const began =
      bed === cleaned ? Math.max(bed.freeSince, now - 95 * minute) : Math.max(bed.freeSince, now - 27 * hour)
    yield [
      bed.id,
      bed.number,
      bed.ward,
      bedNotes[bed.number] ?? null,
      isUnused ? textOf(began) : null,
      isUnused
        ? bed === cleaned
          ? 'Cleaning after discharge'
          : 'Call bell broken, electrician ordered'
        : null,
      isUnused ? 2 : 1,
      since,
      isUnused ? textOf(began) : since,
    ]
  }
}

const admissionColumns = [
  'id',
  'patient_id',
  'doctor_id',
  'diagnosis',
  'admitted_at',
  'admitted_by',
  'expected_discharge',
  'discharged_at',
  'discharged_by',
  'destination',
  'summary',
  'notes',
  'version',
  'created_at',
  'updated_at',
]

function* admissionRows({ staff }: Hospital, admissions: readonly DemoAdmission[]): Generator<Row> {
  for (const one of admissions) {
    const admittedAt = textOf(one.admittedAt)
    const last = textOf(one.leftAt ?? one.stays.at(-1)?.from ?? one.admittedAt)
    yield [
      one.id,
      one.person.id,
      one.doctorId,
      one.diagnosis,
      admittedAt,
      staff.receptionist,
      one.expected === null ? null : dayText(one.expected),
      textOf(one.leftAt),
      one.leftAt === null ? null : one.doctorId,
      one.destination,
      one.summary,
      one.notes,
      one.stays.length + (one.leftAt === null ? 0 : 1),
      admittedAt,
      last,
    ]
  }
}

const stayColumns = ['id', 'admission_id', 'bed_id', 'started_at', 'ended_at', 'reason']

function* stayRows(seed: number, admissions: readonly DemoAdmission[]): Generator<Row> {
  let place = 0
  for (const { id, stays } of admissions) {
    for (const { bed, from, until, reason } of stays) {
      yield [uuidAt(seed, kinds.stay, place++), id, bed.id, textOf(from), textOf(until), reason]
    }
  }
}

const acuityColumns = ['admission_id', 'acuity', 'note', 'by_staff_id', 'at']

/** What the doctors recorded of those who are in: once a day or so, and better with time. */
function* acuityRows(
  { now }: Hospital,
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
      const note = random.chance(0.7) ? random.pick<string>(acuityNotes[acuity]) : null
      yield [id, acuity, note, doctorId, textOf(admittedAt + Math.floor(step * (round + 0.6)))]
    }
  }
}
