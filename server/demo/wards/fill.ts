import type pg from 'pg'
import type { Acuity } from '../../../contract/admissions.ts'
import { wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, hour } from '../calendar.ts'
import { acuityNotes, bedNotes, repairs, summaries, wardCustoms } from '../content.ts'
import { copyRows } from '../load.ts'
import { kinds, type Random, randomFrom, withIds } from '../random.ts'
import { type DemoAdmission, type DemoBed, live } from './live.ts'

/**
 * Fills the beds of six wards with the inpatients of the last 100 days, simulated from event to event, so that every
 * admission finds a free bed and every transfer leaves one.
 */
export async function fillWards(client: pg.Client, hospital: Practice, visits: readonly Visit[]) {
  const { seed } = hospital
  const random = randomFrom(seed, kinds.ward, 0)
  const places = wards.flatMap((ward) => {
    const [prefix, first, count] = wardCustoms[ward].beds
    return Array.from({ length: count }, (_, place) => ({ ward, bedNumber: `${prefix}-${first + place}` }))
  })
  const beds = withIds(seed, kinds.bed, places).map((bed): DemoBed => ({ ...bed, freeSince: 0 }))
  const admissions = live(hospital, random, beds, visits)
  const stays = admissions.flatMap((admission) => admission.stays.map((stay) => ({ admission, ...stay })))
  await copyRows(client, 'bed', bedRows(hospital, beds))
  await copyRows(client, 'admission', admissionRows(hospital, random, admissions))
  await copyRows(client, 'stay', withIds(seed, kinds.stay, stays))
  const present = admissions.filter(({ dischargedAt }) => dischargedAt === undefined)
  await copyRows(client, 'acuity_entry', acuityRows(hospital, randomFrom(seed, kinds.ward, 1), present))
  await client.query(
    `update patient set deceased_at = discharged_at, updated_at = discharged_at, version = patient.version + 1
     from admission where patient_id = patient.id and destination = 'DIED'`,
  )
  return admissions
}

/** The bed that was left last and the one that was left first are under repair. */
function bedRows({ clock, now, firstDay }: Practice, beds: readonly DemoBed[]) {
  const createdAt = clock.momentAt(firstDay, 7 * 60)
  const free = beds
    .filter(({ freeSince }) => freeSince < now)
    .sort((one, other) => other.freeSince - one.freeSince)
  const unused = free.length > 3 ? [free[0], free.at(-1)] : []
  return beds.map((bed) => {
    const row = { ...bed, notes: bedNotes[bed.bedNumber], version: 1, createdAt, updatedAt: createdAt }
    const repair = repairs[unused.indexOf(bed)]
    if (!repair) return row
    const maintenanceSince = Math.max(bed.freeSince, now - repair.hours * hour)
    return {
      ...row,
      maintenanceSince,
      maintenanceReason: repair.reason,
      version: 2,
      updatedAt: maintenanceSince,
    }
  })
}

/** Inpatients leave today or later; the one who has been in longest is overdue. */
function admissionRows(
  { clock, today, staff }: Practice,
  random: Random,
  admissions: readonly DemoAdmission[],
) {
  const [overdue, leaving] = admissions.filter(({ admittedAt, dischargedAt }) => {
    return !dischargedAt && clock.dayAt(admittedAt) < today - 2
  })
  return admissions.map((admission) => {
    const { doctorId, illness, stays, admittedAt, dueAt, dischargedAt, destination } = admission
    const planned = clock.dayAt(dueAt) + random.between(0, 1)
    const expected = random.chance(0.12) ? null : dischargedAt ? planned : Math.max(planned, today)
    const discharge = dischargedAt && {
      dischargedBy: doctorId,
      summary: summaries[destination ?? 'HOME'] ?? illness.summary,
      summaryBy: doctorId,
      summaryAt: dischargedAt,
    }
    return {
      ...admission,
      ...discharge,
      diagnosis: illness.diagnosis,
      expectedDischarge: admission === overdue ? today - 1 : admission === leaving ? today : expected,
      admittedBy: staff.receptionist,
      version: stays.length + (dischargedAt ? 1 : 0),
      createdAt: admittedAt,
      updatedAt: dischargedAt ?? stays.at(-1)?.startedAt,
    }
  })
}

/** What the doctors recorded of inpatients: once a day or so, and better with time. */
function acuityRows({ now }: Practice, random: Random, present: readonly DemoAdmission[]) {
  return present.flatMap(({ id, doctorId, stays, admittedAt }) => {
    if (random.chance(0.2)) return []
    const isIntensive = stays.at(-1)?.bed.ward === 'ICU'
    const course: Acuity[] = isIntensive
      ? ['CRITICAL', 'SERIOUS', random.chance(0.5) ? 'STABLE' : 'SERIOUS']
      : [random.chance(0.2) ? 'SERIOUS' : 'STABLE', 'STABLE', 'IMPROVING']
    const rounds = Math.min(course.length, 1 + Math.floor((now - admittedAt) / dayLength))
    const step = (now - admittedAt) / (rounds + 0.2)
    return course.slice(0, rounds).map((acuity, round) => {
      const note = random.chance(0.7) ? random.pick(acuityNotes[acuity]) : null
      const at = admittedAt + Math.floor(step * (round + 0.6))
      return { admissionId: id, acuity, note, byStaffId: doctorId, at }
    })
  })
}
