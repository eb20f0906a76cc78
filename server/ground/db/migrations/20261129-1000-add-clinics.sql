-- Clinics of the outpatient department, and the clinic that a doctor sees patients in and that a waiting-room screen is for.
create table clinic (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint clinic_name_is_short check (name ~ '\S' and length(name) <= 60),
  floor text constraint clinic_floor_is_short check (floor ~ '\S' and length(floor) <= 30),
  phone text constraint clinic_phone_is_short check (phone ~ '\S' and length(phone) <= 40),
  -- The trigger clinic_rooms_are_plain checks that each is a short line and is listed once.
  rooms text[] not null default '{}' constraint clinic_rooms_at_most_40 check (cardinality(rooms) <= 40),
  version integer not null default 1,
  -- A clinic that was closed stays, because the audit log names it.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index clinic_name_once on clinic (fold(name)) where retired_at is null;
do $$
declare
  col text;
begin
  foreach col in array array['name', 'floor', 'phone'] loop
    execute format('alter table clinic add constraint %I check %s', 'clinic_' || col || '_is_line', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
      'room', col));
  end loop;
  execute format('alter table clinic add constraint clinic_rooms_are_lines check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'array_to_string(rooms, '' '')'));
end $$;
-- Triggers of the server's account ask for clinics before its privileges are renewed, at the end of the update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on clinic to %I', account);
  end if;
end $$;

alter table staff add column clinic_id uuid references clinic (id);
create index staff_of_clinic on staff (clinic_id) where clinic_id is not null;
alter table display add column clinic_id uuid references clinic (id);
create index display_of_clinic on display (clinic_id) where clinic_id is not null;
