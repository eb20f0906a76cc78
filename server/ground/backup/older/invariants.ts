/** Invariants of every hospital, each as a query for violations and a statement that plants one. */
export const invariants: { what: string; broken: string; plant: string }[] = [
  {
    what: 'a batch holds what its movements say, and is worth it',
    broken: `select batch.id from batch left join stock_movement on batch_id = batch.id group by batch.id
      having (batch.quantity, batch.worth) is distinct from (coalesce(sum(stock_movement.quantity), 0), coalesce(sum(stock_movement.worth), 0))`,
    plant: 'delete from stock_movement where id = (select max(id) from stock_movement)',
  },
  {
    what: 'an item holds what its batches hold',
    broken: `select inventory_item.id from inventory_item left join batch on item_id = inventory_item.id
      group by inventory_item.id having (inventory_item.quantity, inventory_item.worth)
        is distinct from (coalesce(sum(batch.quantity), 0), coalesce(sum(batch.worth), 0))`,
    plant: 'update batch set quantity = quantity + 1 where id = (select id from batch limit 1)',
  },
  {
    what: 'the numbers of a day’s queue are 1 to n',
    broken: `select date from appointment left join queue_day using (date) group by date
      having count(*) <> max(queue_number) or count(*) is distinct from min(last_number)::bigint`,
    plant:
      'update queue_day set last_number = last_number + 1 where date = (select min(date) from appointment)',
  },
  {
    what: 'nobody lies in two beds, and no bed holds two',
    broken: `select one.id from stay one join admission on admission.id = one.admission_id
      join stay other on other.id <> one.id
        and tstzrange(one.started_at, one.ended_at) && tstzrange(other.started_at, other.ended_at)
      join admission theirs on theirs.id = other.admission_id
      where one.bed_id = other.bed_id or theirs.patient_id = admission.patient_id`,
    plant: `alter table stay drop constraint stay_one_per_bed;
      update stay set bed_id = (select bed_id from stay where ended_at is null limit 1) where ended_at is null`,
  },
  {
    what: 'patients are counted as they are',
    broken: `select gender from patient_tally
      where current <> (select count(*) from patient where patient.gender = patient_tally.gender and retired_at is null)`,
    plant: 'update patient_tally set current = current + 1',
  },
  {
    what: 'no MRN was given that the next registration would give again',
    broken: 'select mrn from patient, mrn_counter where mrn_number > last_number',
    plant: 'update mrn_counter set last_number = 1000',
  },
  {
    what: 'every word of a name that is borne is kept',
    broken: `select first_name from patient where exists (
      select from words_of_name(first_name_key, last_name_key) word
      where word <> '' and word not in (select word from patient_name_word))`,
    plant: 'delete from patient_name_word',
  },
  {
    what: 'the next entry of the trail is behind all others',
    broken: 'select id from audit_entry where id > (select last_value from audit_serial)',
    plant: `select setval('audit_serial', 1)`,
  },
  {
    what: 'no trigger sleeps',
    broken: `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    plant: 'alter table patient disable trigger user',
  },
]
