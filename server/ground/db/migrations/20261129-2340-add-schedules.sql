-- Doctors' hours and the times at which they are away (record 106). Free times are computed from them and never stored.
create type session_kind as enum ('SLOTS', 'TOKENS');
create table practice_session (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null constraint session_of_doctor references staff (id),
  clinic_id uuid not null constraint session_in_clinic references clinic (id),
  -- A room of the clinic, by its name.
  room text constraint session_room_is_short check (room ~ '\S' and length(room) <= 30),
  -- 1 is Monday.
  weekday smallint not null constraint session_weekday check (weekday between 1 and 7),
  -- The first to fifth such weekday of a month; `{[1,6)}` is every week.
  weeks int4multirange not null default '{[1,6)}'
    constraint session_weeks check (weeks <@ '{[1,6)}'::int4multirange and not isempty(weeks)),
  -- Minutes of the day on the hospital's clock.
  minutes int4range not null constraint session_hours check (minutes <@ int4range(0, 1440) and not isempty(minutes)),
  kind session_kind not null default 'SLOTS',
  slot_minutes smallint constraint session_slot_minutes check (slot_minutes between 5 and 240),
  -- Patients in each slot; of a session with tokens, patients in all.
  capacity smallint not null constraint session_capacity check (capacity between 1 and 200),
  -- Patients who come without an appointment; null is as many as come.
  walk_ins smallint constraint session_walk_ins check (walk_ins between 0 and 200),
  -- The days from which and until which it takes place; empty where it was ended before it began.
  valid daterange not null constraint session_valid check (not lower_inf(valid)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint session_slots_fit check (case kind
    when 'SLOTS' then slot_minutes is not null and (upper(minutes) - lower(minutes)) % slot_minutes = 0 and capacity <= 20
    else slot_minutes is null end),
  constraint session_one_at_a_time exclude using gist
    (doctor_id with =, weekday with =, weeks with &&, minutes with &&, valid with &&),
  constraint session_room_once exclude using gist
    (clinic_id with =, fold(room) with =, weekday with =, weeks with &&, minutes with &&, valid with &&) where (room is not null)
);
create index session_of_doctor_by_day on practice_session (doctor_id, weekday);
create index session_of_clinic on practice_session (clinic_id);

create type closure_cause as enum ('HOLIDAY', 'LEAVE', 'SESSION_CANCELLED');
create table closure (
  id uuid primary key default gen_random_uuid(),
  cause closure_cause not null,
  -- Null for a holiday, on which all doctors are away.
  doctor_id uuid constraint closure_of_doctor references staff (id),
  -- Null for all clinics.
  clinic_id uuid constraint closure_in_clinic references clinic (id),
  -- By the hospital's clock.
  during tsrange not null
    constraint closure_has_ends check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  reason text not null constraint closure_reason_is_short check (reason ~ '\S' and length(reason) <= 200),
  made_by uuid not null constraint closure_made_by references staff (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- When it was withdrawn.
  retired_at timestamptz,
  constraint closure_has_doctor check ((cause = 'HOLIDAY') = (doctor_id is null)),
  constraint closure_once exclude using gist (doctor_id with =, during with &&) where (retired_at is null and doctor_id is not null)
);
create index closure_in_force on closure using gist (during) where retired_at is null;

do $$
begin
  execute format('alter table practice_session add constraint session_room_is_line check %s',
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'));
  execute format('alter table closure add constraint closure_reason_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'reason'));
end $$;

-- How long an appointment takes up its doctor, in minutes; null where it takes up no slot.
alter table appointment add column minutes smallint;
-- The place in its slot, or the token of its session. From 1001 on it is beside the slots and takes none.
alter table appointment add column seat smallint not null default 1;
alter table appointment add column session_id uuid constraint appointment_in_session references practice_session (id);
alter table appointment add column walk_in boolean not null default false;
-- Why it was booked outside the doctor's hours, beyond a session's places, or while the doctor is away.
alter table appointment add column overbooked_reason text
  constraint appointment_overbooked_reason_is_short check (overbooked_reason ~ '\S' and length(overbooked_reason) <= 200);
do $$
begin
  execute format('alter table appointment add constraint appointment_overbooked_reason_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'overbooked_reason'));
end $$;

-- STRICT, because a period without an end would take up the rest of time.
create function booked_during(day date, at time, minutes smallint) returns tsrange language sql immutable strict
  return tsrange(day + at, day + at + minutes * interval '1 minute');
alter table appointment add constraint appointment_one_per_seat exclude using gist
  (doctor_id with =, seat with =, booked_during(date, time, minutes) with &&)
  where (minutes is not null and status <> 'CANCELLED' and type <> 'EMERGENCY');

-- Triggers of the server's account ask for them before its privileges are renewed, at the end of the update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on practice_session, closure to %I', account);
  end if;
end $$;
