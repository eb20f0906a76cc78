import { type RawBuilder, sql } from 'kysely'
import { type Displaced, mostDisplaced } from '../../../contract/front-desk/closures.ts'
import type { FreeSlot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { Channel } from '../../ground/mail/channels.ts'
import { appointmentsByIds } from '../appointments/public.ts'
import { toldOfChanges } from '../messages/public.ts'
import { clinicOn, colleaguesFree, isOutsideHours, nextFree } from '../schedules/public.ts'
import { isDisplacedBy } from './queries.ts'

/** Bookings that their doctors can't keep, and where each could go. */

type Found = { id: string; clinicId: string | null; rank: number }

export function displacedBy(db: Database, closureId: string, open: readonly Channel[]): Promise<Displaced[]> {
  return proposed(
    db,
    open,
    sql`appointment, closure where closure.id = ${closureId} and closure.retired_at is null and ${isDisplacedBy}`,
  )
}

export function outsideHours(
  db: Database,
  today: string,
  open: readonly Channel[],
  doctorId?: string,
): Promise<Displaced[]> {
  return proposed(
    db,
    open,
    sql`appointment where appointment.date >= ${today} and ${isOutsideHours}
      ${doctorId ? sql`and appointment.doctor_id = ${doctorId}` : sql``}`,
  )
}

export async function outsideByDoctor(
  db: Database,
  today: string,
): Promise<{ doctorId: string; outside: number }[]> {
  const { rows } = await sql<{ doctorId: string; outside: number }>`
    select appointment.doctor_id as "doctorId", count(*)::int as outside from appointment
    where appointment.date >= ${today} and ${isOutsideHours}
    group by appointment.doctor_id order by appointment.doctor_id
  `.execute(db)
  return rows
}

async function proposed(
  db: Database,
  open: readonly Channel[],
  from: RawBuilder<unknown>,
): Promise<Displaced[]> {
  const { rows } = await sql<Found>`
    select appointment.id, coalesce(
        (select clinic_id from practice_session where id = appointment.session_id),
        (select clinic_id from staff where id = appointment.doctor_id)) as "clinicId",
      row_number() over (order by appointment.date, appointment.time, appointment.queue_number)::int as rank
    from ${from} order by rank limit ${mostDisplaced}
  `.execute(db)
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]))
  const clinics = new Map(rows.map(({ id, clinicId }) => [id, clinicId]))
  const appointments = await appointmentsByIds(db, [...ranks.keys()])
  appointments.sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
  const told = await toldOfChanges(db, [...ranks.keys()], open)
  const laterOf = await freeAfter(db, appointments)
  // Two proposals never are for one place.
  const given = new Map<string, number>()
  const take = (slots: readonly FreeSlot[]): FreeSlot | null => {
    for (const slot of slots) {
      const key = `${slot.doctorId} ${slot.date} ${slot.time}`
      const used = given.get(key) ?? 0
      if (used >= slot.free) continue
      given.set(key, used + 1)
      return slot
    }
    return null
  }
  // Most are of few days, so each day of a clinic is read once.
  const read = new Map<string, ReturnType<typeof clinicOn>>()
  const clinicOnce = (clinicId: string, date: string) => {
    const key = `${clinicId} ${date}`
    const sessions = read.get(key) ?? clinicOn(db, clinicId, date)
    read.set(key, sessions)
    return sessions
  }
  const items: Displaced[] = []
  for (const appointment of appointments) {
    const { id, doctorId, date, time } = appointment
    const clinicId = clinics.get(id)
    const colleagues = clinicId ? colleaguesFree(await clinicOnce(clinicId, date), appointment) : []
    const after = (laterOf.get(doctorId) ?? []).filter(
      (slot) => `${slot.date} ${slot.time}` > `${date} ${time}`,
    )
    items.push({ appointment, later: take(after), colleague: take(colleagues), isTold: told.has(id) })
  }
  return items
}

/** Enough free times of each doctor from the first of these appointments on. */
async function freeAfter(db: Database, appointments: readonly { doctorId: string; date: string }[]) {
  const free = new Map<string, FreeSlot[]>()
  for (const { doctorId, date } of appointments) {
    if (free.has(doctorId)) continue
    const count = appointments.filter((one) => one.doctorId === doctorId).length
    free.set(doctorId, await nextFree(db, { doctorId }, { day: date, time: '00:00' }, 2 * count + 20))
  }
  return free
}
