import { sql } from 'kysely'
import type { Turn } from '../../../contract/front-desk/queue-order.ts'
import type { Database } from '../../ground/db/connect.ts'
import { roomOfSitting, sittingOf } from '../schedules/public.ts'

/** A patient who waits or is with a doctor, by token alone, without identity. */
export interface Token extends Turn {
  status: 'IN_QUEUE' | 'IN_PROGRESS'
  queuedAt: string
  startedAt: string | null
  /** The moment for which it was booked. */
  appointedAt: string
  /** The doctor it is booked with, or who called it: that is where the patient has to go. */
  doctor: string
  room: string | null
  /** The clinic in which that doctor sits, and the clinic of the doctor it is booked with. */
  clinicId: string | null
  clinic: string | null
  floor: string | null
  bookedClinicId: string | null
}

const appointedAt = sql`(appointment.date + appointment.time) at time zone (select time_zone from hospital)`

/** Everybody in the queue and with a doctor, since whichever day. */
export async function tokensInQueue(db: Database): Promise<Token[]> {
  const { rows } = await sql<Token>`
    select appointment.doctor_id as "doctorId", status, status_by as "statusBy", type, date,
      queue_number as "queueNumber", queued_at as "queuedAt", started_at as "startedAt",
      returned_at as "returnedAt", behind, appointment.id,
      ${appointedAt} as "appointedAt", doctor.name as doctor, ${roomOfSitting} as room,
      clinic.id as "clinicId", clinic.name as clinic, clinic.floor,
      coalesce(own.clinic_id, booked.clinic_id) as "bookedClinicId"
    from appointment
      join staff doctor on doctor.id = case when status = 'IN_PROGRESS' then status_by else doctor_id end
      join staff booked on booked.id = doctor_id
      ${sittingOf}
    where status in ('IN_QUEUE', 'IN_PROGRESS')
  `.execute(db)
  return rows
}

/** A consultation that is over. */
export interface Consultation {
  type: Turn['type']
  appointedAt: string
  queuedAt: string
  startedAt: string
  completedAt: string
}

/** The last consultations of each type of these doctors: `most` of a type at most. */
export async function lastConsultations(
  db: Database,
  doctorIds: readonly string[],
  most: number,
): Promise<Map<string, Consultation[]>> {
  if (doctorIds.length === 0) return new Map()
  const { rows } = await sql<Consultation & { doctorId: string }>`
    select doctor.id as "doctorId", past.*
    from unnest(${doctorIds}::uuid[]) as doctor (id), unnest(enum_range(null::appointment_type)) as kind (type),
      lateral (
        select type, ${appointedAt} as "appointedAt", queued_at as "queuedAt", started_at as "startedAt",
          completed_at as "completedAt"
        from appointment
        where doctor_id = doctor.id and appointment.type = kind.type and status = 'COMPLETED'
        order by completed_at desc limit ${most}
      ) past
  `.execute(db)
  return Map.groupBy(rows, ({ doctorId }) => doctorId)
}
