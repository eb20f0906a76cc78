-- Patients whose records may be of one person (record 99).

-- A patient who is new, or whose compared fields changed, is compared soon. Both triggers run as the owner, because the version
-- before this one has no right to the table.
create or replace function compare_patient_soon() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into duplicate_due (patient_id) values (new.id);
  -- The list shows both records, and leaves out a pair whose record was deleted.
  if tg_op = 'UPDATE' and exists (select from duplicate_pair where one_id = new.id or other_id = new.id) then
    perform pg_notify('lantern', 'duplicate-pair:');
  end if;
  return null;
end $$;
create or replace trigger patient_compared_new after insert on patient
  for each row execute function compare_patient_soon();
create or replace trigger patient_compared_again after update on patient for each row
  when ((old.first_name, old.last_name, old.date_of_birth, old.birth_precision, old.gender, old.contact_number, old.email, old.address,
      old.blood_group, old.retired_at, old.deceased_at, old.restricted_since)
    is distinct from (new.first_name, new.last_name, new.date_of_birth, new.birth_precision, new.gender, new.contact_number, new.email, new.address,
      new.blood_group, new.retired_at, new.deceased_at, new.restricted_since))
  execute function compare_patient_soon();

create or replace function compare_holder_soon() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into duplicate_due (patient_id) values (new.patient_id);
  return null;
end $$;
create or replace trigger patient_identifier_compared after insert or update on patient_identifier
  for each row execute function compare_holder_soon();

-- Does the same for all patients, after a bulk load with triggers disabled.
create or replace function compare_all_patients_soon() returns void language sql as $$
  insert into duplicate_due (patient_id) select id from patient where retired_at is null
$$;
revoke execute on function compare_patient_soon(), compare_holder_soon(), compare_all_patients_soon() from public;

-- Live changes (record 16): a scan that finds thousands of pairs is told once a statement.
create or replace function tell_duplicate_pairs() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'duplicate-pair:');
  return null;
end $$;
create or replace trigger duplicate_pair_live after insert or update or delete on duplicate_pair
  for each statement execute function tell_duplicate_pairs();
