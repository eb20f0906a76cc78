-- Shifts (record 93): named times of the day, on the hospital's own clock. There are none at the start.
create table shift (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint shift_name_is_short check (name ~ '\S' and length(name) <= 40),
  starts_at time not null,
  -- Before the start: the shift passes midnight.
  ends_at time not null,
  version integer not null default 1,
  -- A shift that was removed stays, because the audit log names it.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shift_has_a_length check (starts_at <> ends_at)
);
create unique index shift_name_once on shift (fold(name)) where retired_at is null;
do $$
begin
  execute format('alter table shift add constraint shift_name_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'name'));
end $$;

-- The ward that somebody works on in a shift, where it isn't their usual one: a unit, all of a kind, or all.
create table staff_shift (
  staff_id uuid not null constraint staff_shift_of_staff references staff (id),
  shift_id uuid not null constraint staff_shift_in_shift references shift (id),
  ward ward,
  unit_id uuid,
  primary key (staff_id, shift_id),
  constraint staff_shift_unit_of_ward foreign key (unit_id, ward) references unit (id, ward),
  constraint staff_shift_unit_has_ward check (unit_id is null or ward is not null)
);
create index staff_shift_by_shift on staff_shift (shift_id);
create index staff_shift_by_unit on staff_shift (unit_id) where unit_id is not null;

-- Triggers of the server's account ask for shifts before its privileges are renewed, at the end of the update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, update on shift to %I', account);
    execute format('grant select, insert, update, delete on staff_shift to %I', account);
  end if;
end $$;
