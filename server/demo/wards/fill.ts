import type pg from 'pg'
import type { Acuity } from '../../../contract/admissions.ts'
import { wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, hour } from '../calendar.ts'
import { acuityNotes, repairs, wardCustoms } from '../content.ts'
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
  const places = wards.flatMap((ward) =>
    Object.entries(wardCustoms[ward].beds).map(([bedNumber, notes]) => ({ ward, bedNumber, notes })),
  )
  const beds = withIds(seed, kinds.bed, places).map((bed) => ({ ...bed, freeSince: 0 }))
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
    const row = { ...bed, version: 1, createdAt, updatedAt: createdAt }
    const repair = repairs[unused.indexOf(bed)]
    if (!repair) return row
    const maintenanceSince = Math.max(bed.freeSince, now - repair.hours * hour)
    const maintenance = { maintenanceSince, maintenanceReason: repair.reason, updatedAt: maintenanceSince }
    return { ...row, ...maintenance, version: 2 }
  })
}

/** Inpatients leave today or later; the one who has been in longest is overdue. */
function admissionRows(hospital: Practice, random: Random, admissions: readonly DemoAdmission[]) {
  const { clock, today, staff } = hospital
  const [overdue, leaving] = admissions.filter(({ admittedAt, dischargedAt }) => {
    return !dischargedAt && clock.dayAt(admittedAt) < today - 2
  })
  return admissions.map((admission) => {
    const { illness, stays, admittedAt: createdAt, dueAt, dischargedAt } = admission
    const planned = clock.dayAt(dueAt) + random.between(0, 1)
    const expected = random.chance(0.12) ? null : dischargedAt ? planned : Math.max(planned, today)
    const expectedDischarge = admission === overdue ? today - 1 : admission === leaving ? today : expected
    const updatedAt = dischargedAt ?? stays.at(-1)?.startedAt
    const version = stays.length + (dischargedAt ? 1 : 0)
    const { diagnosis } = illness
    const admitted = { diagnosis, admittedBy: staff.receptionist, createdAt, updatedAt, version }
    return { ...admission, ...admitted, expectedDischarge }
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
