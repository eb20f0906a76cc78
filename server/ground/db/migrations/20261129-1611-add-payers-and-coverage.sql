-- Payers, and the coverage of patients by them (record 96).
create type payer_kind as enum ('PUBLIC', 'PRIVATE', 'EMPLOYER', 'CHARITY');
create table payer (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint payer_name_is_short check (name ~ '\S' and length(name) <= 100),
  kind payer_kind not null,
  version integer not null default 1,
  -- A payer that was retired stays, because coverage names it.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index payer_name_once on payer (fold(name)) where retired_at is null;

create table coverage (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  payer_id uuid not null constraint coverage_of_payer references payer (id),
  member_number text not null constraint coverage_member_number_is_short
    check (member_number ~ '\S' and length(member_number) <= 60),
  plan text constraint coverage_plan_is_short check (plan ~ '\S' and length(plan) <= 100),
  rank smallint not null constraint coverage_rank_from_1_to_5 check (rank between 1 and 5),
  valid_from date,
  valid_until date,
  -- A range that ends before it begins can't be made; the rule below refuses it.
  valid daterange not null generated always as (
    case when valid_until < valid_from then 'empty'::daterange else daterange(valid_from, valid_until, '[]') end) stored,
  version integer not null default 1,
  -- Entered in error.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coverage_ends_after_start check (valid_until >= valid_from),
  constraint coverage_one_per_rank exclude using gist (patient_id with =, rank with =, valid with &&) where (retired_at is null)
);
create index coverage_of_patient on coverage (patient_id);
create index coverage_by_payer on coverage (payer_id);
do $$
declare
  place text;
begin
  foreach place in array array['payer.name', 'coverage.member_number', 'coverage.plan'] loop
    execute format('alter table %I add constraint %I check %s', split_part(place, '.', 1), replace(place, '.', '_') || '_is_line',
      replace(
        substring((select pg_get_constraintdef(oid) from pg_constraint
          where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
        'room', split_part(place, '.', 2)));
  end loop;
end $$;
