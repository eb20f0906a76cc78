-- Patients are found in ranks, each read in the order of an index until a page is full (decision record 56).
create extension if not exists fuzzystrmatch;

drop trigger patient_names_added on patient;
drop trigger patient_names_changed on patient;
drop function add_patient_names();
drop function change_patient_names();
drop function count_patient_names();
drop table patient_name;
alter table patient drop column other_words;
drop function words_besides(text, text, text);

-- In one order on every machine, so that the names that begin so stand together in it.
alter table patient
  alter column mrn type text collate "C",
  alter column first_name_key type text collate "C",
  alter column last_name_key type text collate "C";

-- The digits of a phone number from the last to the first: those that end so stand together.
create function phone_backwards(typed text) returns text language sql immutable strict parallel safe
  return reverse(regexp_replace(typed, '\D', '', 'g'));
create index patient_by_phone_end on patient ((phone_backwards(contact_number) collate "C")) where retired_at is null;
create index patient_by_mrn_text on patient (mrn, last_name_key, id) where retired_at is null;
create index patient_by_email on patient ((fold(email) collate "C")) where retired_at is null and email is not null;
create index patient_words on patient using gin (name_words(first_name_key || ' ' || last_name_key) gin_trgm_ops)
  with (fastupdate = off) where retired_at is null;

-- Every word of a name that some patient bears or bore, and how it sounds: what is typed with a slip is like one of them.
-- Letters without a sound of their own, as those of other alphabets, have none.
create table patient_name_word (
  word text collate "C" constraint patient_name_word_pkey primary key,
  sound text generated always as (nullif(dmetaphone(word), '')) stored
);
create index patient_name_word_alike on patient_name_word using gin (word gin_trgm_ops) with (fastupdate = off);
create index patient_name_word_by_sound on patient_name_word (sound);

create function words_of_name(first_key text, last_key text) returns setof text language sql immutable parallel safe
  return unnest(string_to_array(name_words(first_key || ' ' || last_key), ' '));

-- In one order, so that no two who register new names wait for each other.
create function keep_name_words() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into patient_name_word (word)
    select distinct word from arrived, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing;
  return null;
end $$;
create trigger patient_name_words_added after insert on patient
  referencing new table as arrived for each statement execute function keep_name_words();
create trigger patient_name_words_changed after update on patient
  referencing new table as arrived for each statement execute function keep_name_words();

-- After patients were loaded without triggers.
create function keep_all_name_words() returns void language sql as $$
  insert into patient_name_word (word)
    select distinct word from patient, words_of_name(first_name_key, last_name_key) word where word <> '' order by word
    on conflict do nothing
$$;
revoke execute on function keep_name_words(), keep_all_name_words() from public;
select keep_all_name_words();
analyze patient_name_word;
