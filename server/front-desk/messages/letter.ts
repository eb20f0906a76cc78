import { sql } from 'kysely'
import type { MessageKind } from '../../../contract/front-desk/messages.ts'
import { type ClockStyle, spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { PatientText } from '../../ground/mail/patient-text.ts'
import type { Claimed } from './due.ts'

interface Known {
  kind: MessageKind
  date: string
  time: string
  to: string | null
  clinic: string | null
  hospital: string
  phone: string | null
  email: string | null
  style: ClockStyle
}

/**
 * A message as its patient reads it, from the appointment and the record as they are now; null where it is not due any more. It
 * names the hospital, the day and the time, and nothing that says who is treated, by which doctor, or for what.
 */
export async function letterFor(db: Database, { id }: Claimed, now: Date): Promise<PatientText | null> {
  const { rows } = await sql<Known>`
    select message.kind, appointment.date::text as date, to_char(appointment.time, 'HH24:MI') as time,
      case message.channel when 'EMAIL' then patient.email else patient.contact_number end as to,
      case when messages_name_clinic then clinic.name end as clinic,
      hospital.name as hospital, hospital.phone, hospital.email, clock_style as style
    from patient_message message
    join appointment on appointment.id = message.appointment_id
    join patient on patient.id = record_of(appointment.patient_id) and patient.admittable_id is not null
    join staff doctor on doctor.id = appointment.doctor_id
    left join practice_session session on session.id = appointment.session_id and session.valid @> appointment.date
    left join clinic on clinic.id = coalesce(session.clinic_id, doctor.clinic_id)
    cross join hospital
    where message.id = ${id} and message.speaks_of = appointment.date + appointment.time
      and message.speaks_of > ${now}::timestamptz at time zone time_zone
      and appointment.status = case message.kind when 'CANCELLED' then 'CANCELLED' else 'SCHEDULED' end::appointment_status
      and case message.kind when 'REMINDER' then reminder_hours is not null else tells_changes end
  `.execute(db)
  const [known] = rows
  if (!known?.to) return null
  const { kind, to, email } = known
  return { id, kind, to, replyTo: email, ...wordsOf(known) }
}

function wordsOf({ kind, date, time, clinic, hospital, phone, email, style }: Known) {
  const when = `${spokenDay(date)} at ${spokenTime(time, style)}`
  const at = clinic ? `${hospital}, ${clinic}` : hospital
  const reach = [phone, email].filter(Boolean).join(' or ')
  const call = reach ? `: ${reach}` : ''
  const said = {
    REMINDER: {
      subject: `Your appointment at ${hospital} on ${when}`,
      lines: [`You have an appointment at ${at} on ${when}.`, `If you can’t come, please tell us${call}.`],
    },
    MOVED: {
      subject: `Your appointment at ${hospital} was moved to ${when}`,
      lines: [
        `Your appointment at ${at} was moved. It is now on ${when}.`,
        `If you can’t come then, please tell us${call}.`,
      ],
    },
    CANCELLED: {
      subject: `Your appointment at ${hospital} on ${when} was cancelled`,
      lines: [
        `Your appointment at ${at} on ${when} was cancelled.`,
        `To book another, please contact us${call}.`,
      ],
    },
  }[kind]
  return { subject: said.subject, text: `${said.lines.join('\n\n')}\n` }
}
