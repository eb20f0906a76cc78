-- Patients: each has a medical record number (MRN) that is never given again. Deleting a patient retires the row and
-- keeps it, so that what refers to it stays readable. The rest of this file lets the desk find one patient among a million
-- while typing (records 5 and 56).

-- The highest MRN that was given. A counter row rather than a sequence, because a sequence skips a number when a
-- transaction fails (record 6).
create table mrn_counter (
  only_one boolean primary key default true constraint mrn_counter_only_one check (only_one),
  last_number integer not null
);
insert into mrn_counter (last_number) values (999);

-- Gives the next MRN. The counter's row makes simultaneous registrations take turns, and a registration that fails gives
-- its number back. The function runs as the owner, because the server's account may not write the counter.
create or replace function next_mrn_number() returns integer language sql security definer
  begin atomic
    update mrn_counter set last_number = last_number + 1 returning last_number;
  end;
revoke execute on function next_mrn_number() from public;

create type gender as enum ('MALE', 'FEMALE', 'OTHER');

create table patient (
  id uuid primary key default gen_random_uuid(),
  mrn_number integer not null default next_mrn_number() constraint patient_mrn_once unique,
  -- The MRN as people write it. Like the name keys below, it is in "C" order, the same on every machine, so that all
  -- values with the same beginning are next to each other in an index.
  mrn text collate "C" not null generated always as (
    'MRN' || case when mrn_number < 10000 then lpad(mrn_number::text, 4, '0') else mrn_number::text end
  ) stored,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  gender gender not null,
  contact_number text not null,
  email text,
  address text not null,
  blood_group text constraint patient_blood_group
    check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  -- The patient's list of allergies as one sentence. Only a trigger on the table allergy writes it (record 57).
  allergies text,
  medical_history text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  retired_at timestamptz,
  deceased_at timestamptz,
  -- The id while the patient is neither retired nor dead. Admissions and open appointments refer to it: a foreign key to
  -- this column keeps them from being made for other patients, and keeps a patient who has one from being retired.
  admittable_id uuid generated always as (case when retired_at is null and deceased_at is null then id end) stored
    constraint patient_admittable_once unique,
  -- Lists are sorted by these keys, so case and accents don't affect the order.
  first_name_key text collate "C" not null generated always as (sort_key(first_name)) stored,
  last_name_key text collate "C" not null generated always as (sort_key(last_name)) stored,
  -- Everything a search looks through: the names in either order, the MRN (a generated column can't refer to another
  -- one), the phone number as it was typed and as digits only, and the email address.
  search_text text not null generated always as (
    searchable(first_name || ' ' || last_name || ' ' || first_name || ' '
      || 'MRN' || case when mrn_number < 10000 then lpad(mrn_number::text, 4, '0') else mrn_number::text end || ' '
      || contact_number || ' ' || regexp_replace(contact_number, '\D', '', 'g') || ' ' || coalesce(email, ''))
  ) stored,
  -- The same list of allergies, the most severe first, so that every screen that shows a patient reads one row
  -- (record 25). The same trigger writes it.
  allergens jsonb not null default '[]'
);

-- The indexes leave out retired patients, because no list shows them.

-- A search for fewer than three letters can't use trigrams. It reads this index alone, so the index includes the text that
-- is searched and the number that matches are sorted by.
create index patient_by_last_name on patient (last_name_key, first_name_key, id) include (search_text, mrn_number)
  where retired_at is null;
-- If much of the list matches, a page fills from the beginning of this index alone.
create index patient_by_first_name on patient (first_name_key, last_name_key, id) include (search_text)
  where retired_at is null;
-- For the list in the order of MRNs, and for matches of any part, which are sorted the newest patient first.
create index patient_by_mrn on patient (mrn_number) where retired_at is null;
create index patient_by_birth on patient (date_of_birth, id) where retired_at is null;
-- For the list's filter by day of registration and the number of new patients.
create index patient_by_registration on patient (created_at) where retired_at is null;
-- MRNs that begin with the digits that were typed.
create index patient_by_mrn_text on patient (mrn, last_name_key, id) where retired_at is null;
create index patient_by_email on patient ((fold(email) collate "C")) where retired_at is null and email is not null;
-- Finds probable duplicates by phone number, with and without the country code.
create index patient_by_phone on patient (phone_key(contact_number)) where retired_at is null;
-- Finds phone numbers that end with the digits that were typed.
create index patient_by_phone_end on patient ((phone_backwards(contact_number) collate "C")) where retired_at is null;
-- Finds any part of the searched text. With `fastupdate`, PostgreSQL would collect new entries in an unsorted list until the
-- next vacuum, and every search would read that list row by row. The other trigram indexes turn it off for that reason too.
create index patient_search on patient using gin (search_text gin_trgm_ops) with (fastupdate = off) where retired_at is null;
-- Finds the beginning of any word of a name.
create index patient_words on patient using gin (name_words(first_name_key || ' ' || last_name_key) gin_trgm_ops)
  with (fastupdate = off) where retired_at is null;

-- Every word that is or was part of a patient's name, so that a misspelled search can be compared with each word once and
-- not with every patient.
create table patient_name_word (
  word text collate "C" primary key,
  -- How the word sounds in English. It is null for words without a letter that dmetaphone knows, such as those in other
  -- alphabets.
  sound text generated always as (nullif(dmetaphone(word), '')) stored
);
create index patient_name_word_alike on patient_name_word using gin (word gin_trgm_ops) with (fastupdate = off);
create index patient_name_word_by_sound on patient_name_word (sound);

-- The number of patients who are not retired, by gender. Counting a million rows for every page of a list costs more than
-- reading the page.
create table patient_tally (
  gender gender primary key,
  current integer not null default 0
);
insert into patient_tally (gender) select unnest(enum_range(null::gender));
