import { bySql, type Check } from './check.ts'

/** Each of `pieces` that begins before another one with the same `by` has ended. */
function overlapping(by: string, pieces: string): string {
  return `
    select * from (
      select *, max(coalesce(ended_at, 'infinity')) over (
        partition by ${by} order by started_at, coalesce(ended_at, 'infinity'), id
        rows between unbounded preceding and 1 preceding) as before
      from (${pieces}) piece
      where ended_at is null or ended_at > started_at
    ) piece where before > started_at`
}

export const beds = bySql('beds', 'No bed holds two patients, no patient lies in two beds, at any time.', {
  'two patients in one bed': overlapping('bed_id', 'select id, bed_id, started_at, ended_at from stay'),
  'one patient in two beds': overlapping(
    'patient_id',
    `select stay.id, patient_id, started_at, ended_at from stay join admission on admission.id = admission_id`,
  ),
  'one patient admitted twice': overlapping(
    'patient_id',
    'select id, patient_id, admitted_at as started_at, discharged_at as ended_at from admission',
  ),
  'stays that do not reach from admission to discharge': `
    select admission.id from admission left join stay on admission_id = admission.id group by admission.id
    having min(started_at) is distinct from admitted_at or count(*) filter (where ended_at is null) > 1
      or bool_or(ended_at is null) <> (discharged_at is null)
      or (discharged_at is not null and max(ended_at) <> discharged_at)`,
  'a gap between two stays': `
    select * from (
      select admission_id, started_at, lag(ended_at) over (partition by admission_id order by started_at, ended_at) as before
      from stay
    ) moved where before <> started_at`,
  'somebody in a bed that is out of use': `
    select bed.id from bed join stay on open_bed_id = bed.id where maintenance_since is not null or retired_at is not null`,
  'somebody who has died is in a bed': `
    select admission.id from admission join patient on patient.id = patient_id
    where discharged_at is null and deceased_at is not null`,
})

/**
 * An appointment keeps its queue number. A rescheduled one gets a number of the new day, and the old number is not given
 * again. The trail's entries about rescheduling show which numbers of a day are missing.
 */
export const queue = bySql('queue', 'On each day queue numbers count from 1 to n, each given once.', {
  'a number given twice': `
    select date, queue_number from appointment group by date, queue_number having count(*) > 1`,
  'a number beyond the last that was given': `
    select appointment.id from appointment left join queue_day using (date)
    where queue_number < 1 or queue_number > coalesce(last_number, 0)`,
  'numbers that nobody has': `
    select date, last_number, there, coalesce(moved, 0) as moved
    from (
      select date, last_number, count(appointment.id)::int as there from queue_day left join appointment using (date)
      group by date
    ) day left join (
      select (changes -> 'date' ->> 0)::date as date, count(*)::int as moved from audit_entry
      where action = 'changeAppointment' and outcome = 'done' and changes ? 'date' group by 1
    ) gone using (date)
    where last_number <> there + coalesce(moved, 0)`,
  'a status that its history does not lead to': `
    select appointment.id from appointment left join lateral (
      select to_status from appointment_status_change where appointment_id = appointment.id order by id desc limit 1
    ) last on true
    where status <> coalesce(to_status, 'SCHEDULED')`,
  'a visit whose times are not in order': `
    select id from appointment where status = 'COMPLETED' and (queued_at is null or started_at is null
      or completed_at is null or started_at < queued_at or completed_at < started_at)`,
})

export const stock = bySql('stock', 'Stock is what its movements say, and is worth what they were worth.', {
  'a batch that is not the sum of its movements': `
    select batch.id from batch left join stock_movement movement on batch_id = batch.id group by batch.id
    having batch.quantity <> coalesce(sum(movement.quantity), 0) or batch.worth <> coalesce(sum(movement.worth), 0)`,
  'an item that is not the sum of its movements': `
    select item.id from inventory_item item left join stock_movement movement on item_id = item.id group by item.id
    having item.quantity <> coalesce(sum(movement.quantity), 0) or item.worth <> coalesce(sum(movement.worth), 0)`,
  'a balance that does not follow from the one before': `
    select * from (
      select id, balance, sum(quantity) over (partition by item_id order by id) as counted from stock_movement
    ) movement where balance <> counted`,
  'a movement that is not worth what the rule says': `
    select id from worth_of_ledger() told join stock_movement using (id) where told.worth <> stock_movement.worth`,
  'stock below zero': `select id from batch where quantity < 0 or worth < 0`,
  'a first expiry that is another': `
    select item.id from inventory_item item where next_expiry is distinct from
      (select min(expiry) from batch where item_id = item.id and quantity > 0)`,
  'expired stock that was issued': `
    select movement.id from stock_movement movement join batch on batch.id = batch_id, hospital
    where kind = 'ISSUE' and expiry < (at at time zone time_zone)::date`,
  'an order line that received something else than came': `
    select line.id from purchase_order_line line left join stock_movement movement on order_line_id = line.id
    group by line.id having received <> coalesce(sum(movement.quantity), 0)`,
})

export const rollups = bySql('rollups', 'What is kept counted is what a recount says.', {
  patients: `
    select * from patient_tally where current <> (
      select count(*) from patient where patient.gender = patient_tally.gender and retired_at is null)`,
  store: `
    select * from store_tally left join (
      select category, count(*) as items, count(*) filter (where is_low) as low, sum(round(quantity * cost, 2)) as value,
        sum(worth) as worth
      from inventory_item where retired_at is null group by category
    ) counted using (category)
    where (store_tally.items, store_tally.low, store_tally.value, store_tally.worth) <>
      (coalesce(counted.items, 0), coalesce(counted.low, 0), coalesce(counted.value, 0), coalesce(counted.worth, 0))`,
  'queue numbers': `
    select date from queue_day where last_number < (select max(queue_number) from appointment where date = queue_day.date)`,
  MRNs: `select last_number from mrn_counter where last_number <> (select max(mrn_number) from patient)`,
  orders: `
    select last_number from purchase_order_counter
    where last_number <> (select coalesce(max(number), last_number) from purchase_order)`,
  allergies: `
    select id from patient where allergens <> allergens_of(id) or allergies is distinct from allergy_sentence(allergens)`,
  'alerts that should be raised, or should not': `
    with due as (
      select id as item_id, null::uuid as batch_id, (case when quantity = 0 then 'OUT' else 'LOW' end) as kind
      from inventory_item where retired_at is null and is_low
      union all
      select item_id, id, case when expiry < hospital_today() then 'EXPIRED' else 'EXPIRING' end
      from batch where quantity > 0 and expiry <= hospital_today() + 90
    ), raised as (select item_id, batch_id, kind::text from stock_alert where cleared_at is null)
    (table due except table raised) union all (table raised except table due)`,
})

/** An hourly job deletes each kind of row at a certain age. */
export const jobs = bySql('jobs', 'What is too old was deleted in time, by the jobs that do it.', {
  'answers to repetitions': `select key from idempotent_reply where created_at < now() - interval '25 hours'`,
  notifications: `select id from notification where raised_at < now() - interval '30 days 1 hour'`,
  sessions: `select id from session where expires_at < now() - interval '1 hour'`,
  'a month of the trail that was not made in time': `
    select count(*) as entries from audit_month.entry_other having count(*) > 0`,
})

/** The planted faults and the report refer to these checks by name. */
export const checksOfRows: readonly Check[] = [beds, queue, stock, rollups, jobs]
