create type gender as enum ('MALE', 'FEMALE', 'OTHER');

-- Lower case without accents: what search compares. Built from functions that PostgreSQL itself calls immutable.
create function fold(typed text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(normalize(translate(replace(typed, 'ß', 'ss'), 'øØłŁđĐæÆœŒıİ', 'oOlLdDaAoOii'), NFKD), '[\u0300-\u036F]', '', 'g'));

-- The last nine digits of a phone number: the part that stays the same with and without a country's prefix.
create function phone_key(typed text) returns text
  language sql immutable parallel safe strict
  return right(regexp_replace(typed, '\D', '', 'g'), 9);

-- The LIKE pattern that finds a typed text anywhere: what is typed is data, so its own % and _ mean themselves.
create function anywhere(typed text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(replace(fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';

create extension if not exists pg_trgm;

create table patient (
  id uuid primary key default gen_random_uuid(),
  mrn_number integer not null constraint patient_mrn_once unique,
  mrn text not null generated always as (
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
  allergies text,
  medical_history text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleting retires: the row and its MRN stay for ever.
  retired_at timestamptz,
  -- The id while the record is current: what an open appointment refers to (see appointment.open_patient_id).
  current_id uuid generated always as (case when retired_at is null then id end) stored
    constraint patient_current_once unique,
  -- What lists are sorted by: case and accents don't move anybody.
  first_name_key text not null generated always as (fold(first_name)) stored,
  last_name_key text not null generated always as (fold(last_name)) stored,
  search_text text not null generated always as (
    fold(first_name || ' ' || last_name || ' ' || first_name || ' '
      || 'MRN' || case when mrn_number < 10000 then lpad(mrn_number::text, 4, '0') else mrn_number::text end || ' '
      || contact_number || ' ' || regexp_replace(contact_number, '\D', '', 'g') || ' ' || coalesce(email, ''))
  ) stored
);
create index patient_search on patient using gin (search_text gin_trgm_ops) where retired_at is null;
create index patient_by_last_name on patient (last_name_key, first_name_key, id) where retired_at is null;
create index patient_by_first_name on patient (first_name_key, last_name_key, id) where retired_at is null;
create index patient_by_mrn on patient (mrn_number) where retired_at is null;
create index patient_by_birth on patient (date_of_birth, id) where retired_at is null;
create index patient_by_phone on patient (phone_key(contact_number)) where retired_at is null;
create index patient_by_registration on patient (created_at) where retired_at is null;

-- The highest MRN ever given. One row, so that two desks saving at once take turns and no number is skipped.
create table mrn_counter (
  only_one boolean primary key default true constraint mrn_counter_only_one check (only_one),
  last_number integer not null
);
insert into mrn_counter (last_number) values (999);

-- How many current patients there are, by gender. Counting a million rows for every page of a list costs more than
-- the page; the rows are kept in the same transaction as the patients that they count.
create table patient_tally (
  gender gender primary key,
  current integer not null default 0
);
insert into patient_tally (gender) select unnest(enum_range(null::gender));
create function count_patients() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.gender, old.retired_at is null) = (new.gender, new.retired_at is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update patient_tally set current = current - 1 where gender = old.gender;
  end if;
  if new.retired_at is null then
    update patient_tally set current = current + 1 where gender = new.gender;
  end if;
  return null;
end $$;
create trigger patient_counted after insert or update on patient for each row execute function count_patients();

create trigger patient_live after insert or update on patient for each row execute function tell_change('patient');
