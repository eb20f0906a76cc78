-- Identifier systems of the hospital (national number, insurance, passport), and what patients hold in them (record 95).
-- An identifier as it is compared: however its letters are written, and without what only separates. The contract has the
-- same function; a test compares the two.
create function identifier_key(typed text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(fold(typed), '[ ./,:;_()\u2010-\u2015-]', '', 'g');

create table identifier_system (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint identifier_system_name_is_short check (name ~ '\S' and length(name) <= 40),
  kind text not null constraint identifier_system_kind
    check (kind in ('NATIONAL', 'INSURANCE', 'PASSPORT', 'FORMER_NUMBER', 'OTHER')),
  pattern text constraint identifier_system_pattern_is_short check (pattern ~ '\S' and length(pattern) <= 120),
  check_digit text constraint identifier_system_check_digit
    check (check_digit in ('LUHN', 'MOD11', 'VERHOEFF', 'MOD97')),
  is_exclusive boolean not null,
  version integer not null default 1,
  -- A system that is retired stays, because patients have identifiers in it.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identifier_system_exclusive_once unique (id, is_exclusive)
);
create unique index identifier_system_name_once on identifier_system (fold(name)) where retired_at is null;

create table patient_identifier (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  system_id uuid not null,
  -- Its system's: the trigger patient_identifier_of_open_system sets it, and the foreign key follows it.
  is_exclusive boolean not null,
  value text not null constraint patient_identifier_value_is_short check (length(value) <= 60),
  value_key text not null generated always as (identifier_key(value)) stored
    constraint patient_identifier_has_key check (value_key <> ''),
  version integer not null default 1,
  ended_at timestamptz,
  -- Null with a record that was deleted, which ends them all.
  ended_by uuid references staff (id),
  ended_reason text constraint patient_identifier_reason_is_short check (ended_reason ~ '\S' and length(ended_reason) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint patient_identifier_of_system foreign key (system_id, is_exclusive)
    references identifier_system (id, is_exclusive) on update cascade,
  constraint patient_identifier_ended_with_reason check (num_nonnulls(ended_at, ended_reason) in (0, 2))
);
-- The foreign key carries is_exclusive here, so a system whose values patients share can't be made exclusive.
create unique index patient_identifier_once on patient_identifier (system_id, value_key)
  where is_exclusive and ended_at is null;
create unique index patient_identifier_once_each on patient_identifier (patient_id, system_id, value_key)
  where ended_at is null;
create index patient_identifier_by_key on patient_identifier (value_key) where ended_at is null;
create index patient_identifier_of_patient on patient_identifier (patient_id);
create index patient_identifier_of_system on patient_identifier (system_id, is_exclusive);

do $$
declare
  col text;
  line text := (select substring(pg_get_constraintdef(oid) from 'CHECK (.*)') from pg_constraint
    where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass);
begin
  foreach col in array array['name', 'pattern'] loop
    execute format('alter table identifier_system add constraint %I check %s', 'identifier_system_' || col || '_is_line',
      replace(line, 'room', col));
  end loop;
  foreach col in array array['value', 'ended_reason'] loop
    execute format('alter table patient_identifier add constraint %I check %s', 'patient_identifier_' || col || '_is_line',
      replace(line, 'room', col));
  end loop;
end $$;
-- Triggers of the server's account end the identifiers of a deleted record before its privileges are renewed, at the end of the
-- update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on identifier_system, patient_identifier to %I', account);
  end if;
end $$;
