import type pg from 'pg'
import type { Acuity } from '../../../contract/admissions.ts'
import { wards } from '../../../contract/wards.ts'
import type { Practice, Visit } from '../appointments.ts'
import { dayLength, hour, minute } from '../calendar.ts'
import kinds from '../content/kinds.json' with { type: 'json' }
import { acuityNotes, bedNotes, repairs, wardCustoms } from '../content.ts'
import { copyRows } from '../load.ts'
import { type Random, randomFrom, withIds } from '../random.ts'
import { choosePeople, type DemoAdmission, type DemoBed, live, planDepartures } from './live.ts'

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
  const admissions = live(hospital, random, beds, choosePeople(hospital, random, visits))
  planDepartures(hospital, random, admissions)

  const stays = admissions.flatMap((admission) => admission.stays.map((stay) => ({ admission, ...stay })))
  await copyRows(client, 'bed', bedRows(hospital, beds))
  await copyRows(client, 'admission', admissionRows(hospital, admissions))
  await copyRows(client, 'stay', withIds(seed, kinds.stay, stays))
  const present = admissions.filter(({ dischargedAt }) => dischargedAt === undefined)
  await copyRows(client, 'acuity_entry', acuityRows(hospital, randomFrom(seed, kinds.ward, 1), present))
  await client.query(
    `update patient set deceased_at = discharged_at, updated_at = discharged_at, version = patient.version + 1
     from admission where patient_id = patient.id and destination = 'DIED'`,
  )
  return admissions
}

/** In the bed that was left last the mattress is replaced; another waits for the workshop. */
function bedRows({ clock, now, firstDay }: Practice, beds: readonly DemoBed[]) {
  const createdAt = clock.momentAt(firstDay, 7 * 60)
  const free = beds
    .filter(({ freeSince }) => freeSince < now)
    .sort((one, other) => other.freeSince - one.freeSince)
  const emptied = free[0]
  const repaired = free.findLast(({ ward }) => ward === 'GENERAL' || ward === 'EMERGENCY')
  return beds.map((bed) => {
    const row = { ...bed, notes: bedNotes[bed.bedNumber], version: 1, createdAt, updatedAt: createdAt }
    if (free.length <= 5 || (bed !== emptied && bed !== repaired)) return row
    const [ago, maintenanceReason] = bed === emptied ? [95 * minute, repairs[0]] : [27 * hour, repairs[1]]
    const maintenanceSince = Math.max(bed.freeSince, now - ago)
    return { ...row, maintenanceSince, maintenanceReason, version: 2, updatedAt: maintenanceSince }
  })
}

function admissionRows({ staff }: Practice, admissions: readonly DemoAdmission[]) {
  return admissions.map((admission) => {
    const { doctorId, illness, stays, admittedAt, dischargedAt } = admission
    const signed = dischargedAt && { dischargedBy: doctorId, summaryBy: doctorId, summaryAt: dischargedAt }
    return {
      ...admission,
      ...signed,
      diagnosis: illness.diagnosis,
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
