-- Roles of the hospital's own for doctors: a junior doctor, a consultant. Whether a role is one is said when it is made.
alter table role
  add column are_doctors boolean not null default false,
  drop constraint role_gives_no_power,
  -- With these somebody could give themselves more, or see who looked.
  add constraint role_gives_no_power check (not permissions && array['staff.manage', 'audit.view', 'waitingRoom.show']),
  -- These are signed with a doctor's name.
  add constraint role_signs_as_doctor check (are_doctors or not permissions && array['allergy.confirm', 'appointment.treat',
    'clinical.respond', 'clinical.prescribe', 'clinical.diagnose', 'clinical.write']);

-- Whether somebody works as a doctor, in whichever role. The version before serves until the update is over, so the trigger
-- that keeps it comes here; server/ground/db/functions/staff.sql has the function as it is now.
alter table staff add column is_doctor boolean not null default false;
create function settle_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.role is not null and new.own_role is not null then
    if new.role is distinct from old.role then
      new.own_role := null;
    else
      new.role := null;
    end if;
  end if;
  new.is_doctor := (new.role = 'doctor') is true or exists (select from role where name = new.own_role and are_doctors);
  return new;
end $$;
create trigger staff_role_settled before insert or update of role, own_role on staff
  for each row execute function settle_role();
alter table staff disable trigger user;
update staff set is_doctor = true where role = 'doctor';
alter table staff enable trigger user;
drop index staff_doctors;
create index staff_doctors on staff (last_name, first_name) where is_doctor and active;

drop trigger if exists staff_leaves_other_role on staff;
drop function if exists leave_other_role();
