-- Patients who wait for a place, and the places that are held while one of them is asked (record 109).
create type wait_state as enum ('WAITING', 'BOOKED', 'WITHDRAWN');
create table wait_entry (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null constraint wait_entry_of_patient references patient (id),
  state wait_state not null default 'WAITING',
  -- Deferred, because entries of a patient who is no longer registered end in the same transaction.
  open_patient_id uuid generated always as (case when state = 'WAITING' then patient_id end) stored
    constraint wait_entry_needs_current_patient references patient (admittable_id) deferrable initially deferred,
  -- Any doctor of a clinic, a doctor in any clinic, or a doctor in a clinic.
  clinic_id uuid constraint wait_entry_in_clinic references clinic (id),
  doctor_id uuid constraint wait_entry_for_doctor references staff (id),
  first_day date not null,
  last_day date not null,
  -- The earliest and the latest time of the appointment, in minutes of the day on the hospital's clock.
  times int4range not null default '[0,1440)'
    constraint wait_entry_times check (times <@ int4range(0, 1440) and not isempty(times)),
  -- 1 is urgent.
  priority smallint not null default 3 constraint wait_entry_priority check (priority between 1 and 3),
  -- The later appointment that a place brings forward.
  appointment_id uuid constraint wait_entry_brings_forward references appointment (id),
  note text constraint wait_entry_note_is_short check (note ~ '\S' and length(note) <= 200),
  made_by uuid not null constraint wait_entry_made_by references staff (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Null where the patient's record ended it.
  ended_by uuid constraint wait_entry_ended_by references staff (id),
  ended_at timestamptz,
  booked_as uuid constraint wait_entry_booked_as references appointment (id),
  constraint wait_entry_for_somebody check (num_nonnulls(clinic_id, doctor_id) > 0),
  constraint wait_entry_days check (last_day between first_day and first_day + 400),
  constraint wait_entry_ended check ((state = 'WAITING') = (ended_at is null)),
  constraint wait_entry_booked check ((state = 'BOOKED') = (booked_as is not null))
);
create unique index wait_entry_once on wait_entry (patient_id, clinic_id, doctor_id) nulls not distinct where state = 'WAITING';
create index wait_entry_in_turn on wait_entry (priority, created_at, id) where state = 'WAITING';
create index wait_entry_bringing_forward on wait_entry (appointment_id) where state = 'WAITING';
create index wait_entry_ended_last on wait_entry (created_at, id) where state <> 'WAITING';

create type hold_answer as enum ('TAKEN', 'DECLINED', 'WITHDRAWN');
-- A place that is kept free for a while. It ends by its time, whether or not anything is written then.
create table slot_hold (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null constraint hold_for_entry references wait_entry (id),
  doctor_id uuid not null constraint hold_of_doctor references staff (id),
  session_id uuid not null constraint hold_in_session references practice_session (id),
  date date not null,
  time time not null,
  -- Null for a token.
  minutes smallint,
  seat smallint not null,
  made_by uuid not null constraint hold_made_by references staff (id),
  created_at timestamptz not null default now(),
  until timestamptz not null,
  -- When it was answered, or found to be over.
  released_at timestamptz,
  answer hold_answer,
  answered_by uuid constraint hold_answered_by references staff (id),
  constraint hold_lasts check (until > created_at and coalesce(released_at, until) between created_at and until),
  constraint hold_one_per_seat exclude using gist
    (doctor_id with =, seat with =, booked_during(date, time, minutes) with &&,
      tstzrange(created_at, coalesce(released_at, until)) with &&) where (minutes is not null),
  constraint hold_one_per_token exclude using gist
    (session_id with =, date with =, seat with =, tstzrange(created_at, coalesce(released_at, until)) with &&)
    where (minutes is null),
  constraint hold_one_per_entry exclude using gist
    (entry_id with =, tstzrange(created_at, coalesce(released_at, until)) with &&)
);
create index slot_hold_in_force on slot_hold (date, doctor_id) where released_at is null;
create index slot_hold_of_entry on slot_hold (entry_id, created_at);

do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  execute format('alter table wait_entry add constraint wait_entry_note_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'note'));
  -- Triggers of the server's account ask for them before its privileges are renewed, at the end of the update.
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on wait_entry, slot_hold to %I', account);
  end if;
end $$;
