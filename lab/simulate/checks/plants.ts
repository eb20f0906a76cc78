import type { Query } from '../clock/database.ts'
import { type Simulation } from '../simulation.ts'
import type { Check } from './check.ts'
import { figures } from './figures.ts'
import { moments } from './moments.ts'
import { notifications } from './notifications.ts'
import { beds, jobs, queue, rollups, stock } from './rows.ts'
import { timeline } from './timeline.ts'
import { seals, trail } from './trail.ts'

/** A fault that a check must find, planted by bypassing the rules that would prevent it. */
export interface Plant {
  check: Check
  what: string
  /** The message that the check must report. */
  says: string
  plant: string
  /** The statement that removes a plant that had to be committed for the server to see it. */
  undo?: string
}

/** Turns off triggers and foreign keys. A plant drops the constraints that are in its way. */
const past = `set local session_replication_role = replica;`

export const plants: readonly Plant[] = [
  {
    check: beds,
    what: 'two patients in one bed',
    says: 'two patients in one bed',
    plant: `
      alter table stay drop constraint stay_one_per_bed;
      update stay set bed_id = (select bed_id from stay other where other.id <> stay.id and other.started_at >= stay.started_at
        and other.started_at < coalesce(stay.ended_at, 'infinity') and other.bed_id <> stay.bed_id
        and coalesce(other.ended_at, 'infinity') > other.started_at limit 1)
      where id = (select id from stay one where exists (select from stay other where other.id <> one.id
        and other.started_at >= one.started_at and other.started_at < coalesce(one.ended_at, 'infinity')
        and other.bed_id <> one.bed_id and coalesce(other.ended_at, 'infinity') > other.started_at) limit 1)`,
  },
  {
    check: beds,
    what: 'a patient in two beds',
    says: 'one patient in two beds',
    plant: `
      alter table stay drop constraint stay_one_per_admission, drop constraint stay_one_per_bed;
      insert into stay (admission_id, bed_id, started_at, ended_at)
      select admission_id, (select id from bed where id <> bed_id limit 1), started_at + interval '1 minute',
        started_at + interval '2 minutes'
      from stay where ended_at is null or ended_at > started_at + interval '1 hour' limit 1`,
  },
  {
    check: queue,
    what: 'a queue number that nobody has',
    says: 'numbers that nobody has',
    plant: `update queue_day set last_number = last_number + 1 where date = (select min(date) from queue_day)`,
  },
  {
    check: queue,
    what: 'a queue number given twice',
    says: 'a number given twice',
    plant: `
      alter table appointment drop constraint appointment_queue_number_once_a_day;
      update appointment set queue_number = (
        select queue_number from appointment other where other.date = appointment.date and other.id <> appointment.id limit 1)
      where id = (select id from appointment one where exists (
        select from appointment other where other.date = one.date and other.id <> one.id) limit 1)`,
  },
  {
    check: stock,
    what: 'a movement that was changed',
    says: 'a batch that is not the sum of its movements',
    plant: `update stock_movement set quantity = quantity - 1 where id = (select max(id) from stock_movement where kind = 'ISSUE')`,
  },
  {
    check: stock,
    what: 'a movement that is worth something else',
    says: 'a movement that is not worth what the rule says',
    plant: `update stock_movement set worth = worth + 0.01 where id = (select max(id) from stock_movement)`,
  },
  {
    check: rollups,
    what: 'a count of patients that is one too few',
    says: 'patients: 1 times',
    plant: `update patient_tally set current = current - 1 where gender = 'FEMALE'`,
  },
  {
    check: jobs,
    what: 'an answer that nobody deleted',
    says: 'answers to repetitions',
    plant: `
      insert into idempotent_reply (staff_id, key, request_hash, reply, created_at)
      select id, 'forgotten', '', '{}', now() - interval '2 days' from staff limit 1`,
  },
  {
    check: moments,
    what: 'a moment of the machine’s own clock',
    says: 'vital_signs.recorded_at: 1 ',
    plant: `update vital_signs set recorded_at = pg_catalog.now() where id = (select id from vital_signs limit 1)`,
  },
  {
    check: notifications,
    what: 'somebody who was not told',
    says: 'not told of: 1 times',
    plant: `delete from notification where id = (
      select notification.id from notification join stock_alert on stock_alert.id = cause where cleared_at is null
      union all
      select notification.id from notification join appointment on appointment.id = cause where status = 'SCHEDULED'
      limit 1)`,
  },
  {
    check: notifications,
    what: 'somebody who was told twice',
    says: 'told twice: 1 times',
    plant: `
      alter table notification drop constraint notification_once;
      insert into notification (staff_id, kind, cause, role, score, raised_at)
      select staff_id, kind, cause, role, score, raised_at from notification limit 1`,
  },
  {
    check: trail,
    what: 'a write that left no entry',
    says: 'bookAppointment was answered',
    plant: `delete from audit_entry where id = (select max(id) from audit_entry where action = 'bookAppointment')`,
  },
  {
    check: seals,
    what: 'an entry that was changed',
    says: '(registerPatient) was changed',
    plant: `update audit_entry set address = '192.0.2.1' where id = (select min(id) from audit_entry where action = 'registerPatient')`,
    undo: `update audit_entry set address = '127.0.0.1' where id = (select min(id) from audit_entry where action = 'registerPatient')`,
  },
  {
    check: timeline,
    what: 'an event that the timeline does not know',
    says: ': 1 events are missing, 0 are too many',
    // This row is committed, because the server reads it, too, and would not see it within an open transaction.
    plant: `
      insert into allergy (patient_id, substance, severity, certainty, recorded_by)
      select patient_id, 'Nothing in particular', 'MILD', 'SUSPECTED', recorded_by from vital_signs
      group by patient_id, recorded_by order by count(*) desc limit 1`,
  },
  {
    check: figures,
    what: 'a figure of the dashboard',
    says: 'patients on the dashboard',
    plant: `update patient_tally set current = current + 1 where gender = 'FEMALE'`,
    undo: `update patient_tally set current = current - 1 where gender = 'FEMALE'`,
  },
]

/** Plants a fault, runs its check, removes the fault, and returns what the check found. */
export async function foundOf({ check, plant, undo }: Plant, simulation: Simulation): Promise<string[]> {
  const { database } = simulation
  const look = (query: Query) => check.find({ query, simulation })
  if (undo === undefined) {
    return database.trying(async (query) => {
      await query(past + plant)
      return look(query)
    })
  }
  const commit = (statement: string) => database.query(`begin; ${past} ${statement}; commit`)
  await commit(plant)
  try {
    return await look(database.query)
  } finally {
    await commit(undo)
  }
}
