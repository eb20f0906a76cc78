-- A BEFORE UPDATE trigger makes PostgreSQL count every generated column as changed, `admittable_id`, which foreign keys
-- point to, among them: each change of a patient then waited for everybody who was writing an entry, and they for it.
drop trigger patient_born_before_record on patient;
create or replace function keep_record_after_birth() returns trigger language plpgsql as $$
declare
  born_at timestamptz := new.date_of_birth::timestamp at time zone (select time_zone from hospital);
begin
  perform from patient where id = new.id for update;
  if exists (select from admission where patient_id = new.id and admitted_at < born_at)
    or exists (select from appointment where patient_id = new.id and date < new.date_of_birth and status = 'COMPLETED')
    or exists (select from stock_movement where patient_id = new.id and at < born_at)
    or exists (select from vital_signs where patient_id = new.id and taken_at < born_at and struck_at is null)
    or exists (select from visit_note where patient_id = new.id and seen_at < born_at and struck_at is null)
    or exists (select from allergy where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from medication where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from problem where patient_id = new.id and recorded_at < born_at and struck_at is null)
  then
    raise exception 'the record has something from before that birth'
      using errcode = 'check_violation', constraint = 'patient_born_before_record';
  end if;
  return null;
end $$;
create trigger patient_born_before_record after update of date_of_birth on patient
  for each row when (new.date_of_birth > old.date_of_birth) execute function keep_record_after_birth();

-- The whole lock before `allergy_kept` takes a part of it: triggers fire in the order of their names.
alter trigger allergy_placed on allergy rename to allergy_at_its_place;
