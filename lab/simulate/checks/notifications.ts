import { news2, type Scored } from '../../../contract/clinical/news2.ts'
import type { Asked, Check } from './check.ts'

interface Set extends Scored {
  id: string
  age: number
  alerts: number
}

/** Notifications of the last 25 days are not deleted yet, so all of them must be there. */
const days = 25

export const notifications: Check = {
  name: 'notifications',
  holds: 'Whoever is to be told something is told it once.',
  async find(asked) {
    const faults: string[] = []
    for (const [what, statement] of Object.entries(statements)) {
      const rows = await asked.query(statement)
      if (rows[0]) faults.push(`${what}: ${rows.length} times, such as ${JSON.stringify(rows[0])}`)
    }
    return [...faults, ...(await untoldScores(asked))]
  },
}

const statements = {
  'told twice': `
    select cause, staff_id, role, kind from notification group by cause, staff_id, role, kind having count(*) > 1`,
  'an alert that a keeper of the store was not told of': `
    select stock_alert.id, staff.id as staff from stock_alert, staff
    where cleared_at is null and raised_at > now() - interval '${days} days' and active
      and staff.role in ('admin', 'pharmacist', 'inventory_manager') and (
        select count(*) from notification where cause = stock_alert.id and staff_id = staff.id) <> 1`,
  'an alert that is over and still told': `
    select notification.id from notification join stock_alert on stock_alert.id = cause where cleared_at is not null`,
  'an appointment to come that its doctor was not told of': `
    select appointment.id from appointment
    where status = 'SCHEDULED' and created_at > now() - interval '${days} days'
      and (select count(*) from notification where cause = appointment.id and staff_id = doctor_id) <> 1`,
  'news of an appointment that is over': `
    select notification.id from notification join appointment on appointment.id = cause where status = 'COMPLETED'`,
  'a high score that is over or acknowledged, and still told': `
    select notification.id from notification join news2_alert alert on alert.id = cause
    where acknowledged_at is not null or not news2_alert_stands(alert)`,
  'a wait that is too long, and not told': `
    select appointment.id from appointment, hospital
    where status = 'IN_QUEUE' and queued_at <= now() - make_interval(mins => waiting_limit_minutes + 1)
      and not exists (select from notification where cause = appointment.id and kind = 'WAITING')`,
}

/** Each high score of an inpatient must have an alert, which determines who is notified of it and until when. */
async function untoldScores({ query }: Asked): Promise<string[]> {
  const sets = await query<Set>(
    `select vitals.id, date_part('year', age((taken_at at time zone time_zone)::date, date_of_birth))::int as age,
       temperature::float8, pulse, respiratory_rate as "respiratoryRate", systolic,
       oxygen_saturation as "oxygenSaturation", consciousness, oxygen, uses_scale_2 as "usesScale2",
       (select count(*)::int from news2_alert where news2_alert.id = vitals.id) as alerts
     from hospital, vital_signs vitals join patient on patient.id = vitals.patient_id
     where recorded_at > now() - interval '${days} days' and struck_at is null`,
  )
  const wrong = sets.filter((set) => (news2(set, set.age)?.band === 'High' ? 1 : 0) !== set.alerts)
  return wrong.length > 0
    ? [`scores without one alert: ${wrong.length} of ${sets.length}, such as ${JSON.stringify(wrong[0])}`]
    : []
}
