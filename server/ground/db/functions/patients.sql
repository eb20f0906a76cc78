-- What follows from a change of a patient. All triggers on patient run after the change: with a BEFORE UPDATE trigger,
-- PostgreSQL counts every generated column as changed, including `admittable_id`, which foreign keys refer to. Each change of
-- a patient would then wait for all transactions that are writing an entry for that patient, and they for it (record 6).

-- The tally by gender. It is part of the patient's own transaction, so it is always exact. A change of gender locks both rows
-- in one order, so that two of them don't wait for each other. The function runs as the owner, because the server's account
-- may not write tallies.
create or replace function count_patients() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.gender, old.retired_at is null) = (new.gender, new.retired_at is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform from patient_tally where gender in (old.gender, new.gender) order by gender for no key update;
  end if;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update patient_tally set current = current - 1 where gender = old.gender;
  end if;
  if new.retired_at is null then
    update patient_tally set current = current + 1 where gender = new.gender;
  end if;
  return null;
end $$;
create or replace trigger patient_counted after insert or update on patient
  for each row execute function count_patients();

-- Live screens (record 16). Appointments, admissions and beds show who their patient is and what the patient is allergic to.
-- The notification of a change of that says `identity`, so that those screens change too.
create or replace function tell_patient() returns trigger language plpgsql as $$
begin
  -- An import tells of its rows together.
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  -- First, so that no server sends the record to all before it knows that it is restricted.
  if tg_op = 'UPDATE' and (old.restricted_since is null) <> (new.restricted_since is null) then
    perform pg_notify('lantern', concat('restriction:', new.id));
  end if;
  perform pg_notify('lantern', concat('patient:', new.id, case
    when tg_op = 'INSERT' then ':new'
    when (old.mrn_number, old.first_name, old.last_name, old.date_of_birth, old.birth_precision, old.gender, old.contact_number,
        old.allergies, old.allergens, old.deceased_at, old.retired_at, old.restricted_since)
      is distinct from (new.mrn_number, new.first_name, new.last_name, new.date_of_birth, new.birth_precision, new.gender,
        new.contact_number, new.allergies, new.allergens, new.deceased_at, new.retired_at, new.restricted_since) then ':identity' end));
  return null;
end $$;
create or replace trigger patient_live after insert or update on patient for each row execute function tell_patient();

-- The words of names that a misspelled search is compared with.

create or replace function words_of_name(first_key text, last_key text) returns setof text
  language sql immutable parallel safe
  return unnest(string_to_array(name_words(first_key || ' ' || last_key), ' '));

-- Adds the words in alphabetical order, so that two transactions with the same new names don't wait for each other.
create or replace function keep_name_words() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into patient_name_word (word)
    select distinct word from arrived, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing;
  return null;
end $$;
create or replace trigger patient_name_words_added after insert on patient
  referencing new table as arrived for each statement execute function keep_name_words();
create or replace trigger patient_name_words_changed after update on patient
  referencing new table as arrived for each statement execute function keep_name_words();

-- Does the same for all patients, after a bulk load with triggers disabled.
create or replace function keep_all_name_words() returns void language sql as $$
  insert into patient_name_word (word)
    select distinct word from patient, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing
$$;
revoke execute on function keep_name_words(), keep_all_name_words() from public;

-- A date of birth can't be corrected to a later day if the record has entries from before it. Struck-through entries
-- don't count, because they were never true. The patient's row is locked before the entries are read, so an entry that is
-- being written at the same time either waits or is seen here.
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
create or replace trigger patient_born_before_record after update of date_of_birth on patient
  for each row when (new.date_of_birth > old.date_of_birth) execute function keep_record_after_birth();

-- The record says which photo the patient has (record 97), so that screens know without asking. It keeps its version: an
-- edit of the record that is open at the desk has nothing to do with the photo.
create or replace function mark_patient_photo() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update patient set photo_mark = case when tg_op <> 'DELETE' then left(encode(new.sha, 'hex'), 16) end
  where id = coalesce(new.patient_id, old.patient_id);
  return null;
end $$;
create or replace trigger patient_photo_marked after insert or update or delete on patient_photo
  for each row execute function mark_patient_photo();

-- A row needs a patient on record; `tg_argv[0]` names the rule. The key lock makes a deletion at that moment wait, or be seen here.
create or replace function require_patient_on_record() returns trigger language plpgsql as $$
declare
  removed_at timestamptz;
begin
  select retired_at into removed_at from patient where id = new.patient_id for key share;
  if removed_at is not null then
    raise exception 'the record was removed' using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return new;
end $$;
