-- Roles of the hospital's own, beside those of the type role_name, whose columns stay as they are for the version before.
create table role (
  id uuid primary key default gen_random_uuid(),
  -- Other tables refer to this name. It is made from the first title and stays when the title changes.
  name text not null constraint role_name_once unique
    constraint role_name_is_plain check (name ~ '^[a-z][a-z0-9_]{0,59}$'),
  title text not null constraint role_title_is_short check (title ~ '\S' and length(title) <= 40),
  constraint role_title_is_new check (fold(title) not in ('admin', 'doctor', 'nurse', 'pharmacist', 'receptionist',
    'inventory manager')),
  description text constraint role_description_is_short check (description ~ '\S' and length(description) <= 200),
  permissions text[] not null constraint role_gives_something check (cardinality(permissions) > 0),
  version integer not null default 1,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- With these somebody could give themselves more, or see who looked; the others are signed with a doctor's name.
  constraint role_gives_no_power check (not permissions && array['staff.manage', 'audit.view', 'waitingRoom.show',
    'allergy.confirm', 'appointment.treat', 'clinical.respond', 'clinical.prescribe', 'clinical.diagnose', 'clinical.write'])
);
create unique index role_title_once on role (fold(title)) where retired_at is null;
do $$
declare
  col text;
begin
  foreach col in array array['title', 'description'] loop
    execute format('alter table role add constraint %I check %s', 'role_' || col || '_is_line', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
      'room', col));
  end loop;
end $$;
-- Triggers of the server's account ask for roles before its privileges are renewed, at the end of the update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on role to %I', account);
  end if;
end $$;

-- Somebody works in a role of either kind, never in two.
alter table staff
  add column own_role text constraint staff_own_role_known references role (name),
  add column own_offered_roles text[] not null default '{}',
  add constraint staff_own_role_offered check (own_role is null or own_role = any (own_offered_roles)),
  add constraint staff_one_role check (role is null or own_role is null);
alter table invitation
  add column own_offered_roles text[] not null default '{}',
  drop constraint invitation_offers_a_role,
  add constraint invitation_offers_a_role check (cardinality(offered_roles) + cardinality(own_offered_roles) > 0);
alter table notification
  add column own_role text constraint notification_own_role_known references role (name),
  drop constraint notification_role_granted,
  add constraint notification_role_granted check ((kind = 'ROLE_GRANTED') = (role is not null or own_role is not null)),
  drop constraint notification_once,
  add constraint notification_once unique nulls not distinct (cause, staff_id, role, own_role);
