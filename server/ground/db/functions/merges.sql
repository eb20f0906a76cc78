-- Merged records (record 102): a patient's records are the survivor and those that are merged into it.

-- The record that stands for this one: itself, unless it was merged.
create or replace function record_of(of_patient uuid) returns uuid language sql stable parallel safe
  return (select coalesce(merged_into, id) from patient where id = of_patient);

-- This record and the others of its patient.
create or replace function record_ids(of_patient uuid) returns uuid[] language sql stable parallel safe
  return array(
    select id from patient where id = record_of(of_patient)
    union all
    select id from patient where merged_into = record_of(of_patient));

-- A record is merged into one that is not merged itself, and nothing is merged into one that is. After the change, as with all
-- triggers on patient.
create or replace function keep_merges_flat() returns trigger language plpgsql as $$
begin
  if exists (select from patient where id = new.merged_into and merged_into is not null)
      or new.merged_into is not null and exists (select from patient where merged_into = new.id) then
    raise exception 'records are merged into one that stands for itself'
      using errcode = 'check_violation', constraint = 'patient_merged_flat';
  end if;
  return null;
end $$;
create or replace trigger patient_merged_flat after update of merged_into on patient for each row
  when (old.merged_into is distinct from new.merged_into) execute function keep_merges_flat();

-- Allergies are the union at once, on every record of the patient; after an undo each has its own again. Whatever shows the
-- survivor's record is read anew. The function runs as the owner, because the server's account may not write the list.
create or replace function show_merged() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  survivor constant uuid := coalesce(new.merged_into, old.merged_into);
  noun text;
begin
  update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
  from (select id as of_id, allergens_of(id) as allergens from unnest(record_ids(new.id) || record_ids(old.merged_into)) id) listed
  where id = listed.of_id and patient.allergens is distinct from listed.allergens;
  update patient set has_merged = not has_merged
  where id = any (array[old.merged_into, new.merged_into])
    and has_merged <> exists (select from patient merged where merged.merged_into = patient.id);
  foreach noun in array array['allergy', 'medication', 'problem', 'visit-note', 'vital-signs', 'news2-alert', 'stock-movement',
      'patient-identifier', 'contact', 'coverage', 'merge'] loop
    perform pg_notify('lantern', concat(noun, ':', new.id, ':patient=', survivor, ',', new.id));
  end loop;
  perform pg_notify('lantern', concat('appointment:', id, ':patient=', survivor, ';day=', date)) from appointment where patient_id = new.id;
  perform pg_notify('lantern', concat('admission:', id, ':patient=', survivor)) from admission where patient_id = new.id;
  perform pg_notify('lantern', concat('patient:', survivor, ':identity'));
  return null;
end $$;
create or replace trigger patient_merged_shown after update of merged_into on patient for each row
  when (old.merged_into is distinct from new.merged_into) execute function show_merged();
revoke execute on function show_merged() from public;

-- The high scores of the other record count for the survivor, and its older ones may stand no more.
create or replace function news2_alerts_of_merged() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(new.id);
  if new.merged_into is null then
    perform refresh_news2_alerts(old.merged_into);
  end if;
  return null;
end $$;
drop trigger if exists patient_merged_news2 on patient;
create constraint trigger patient_merged_news2 after update on patient
  deferrable initially deferred for each row when (old.merged_into is distinct from new.merged_into)
  execute function news2_alerts_of_merged();
