-- Rules for accounts: which roles they have, when invitations and links open them, and who counts as a doctor.

-- Roles

-- The first account of a hospital is offered every role. The lock makes two first sign-ups take turns.
create or replace function offer_roles_to_first_account() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('lantern first account'));
  if not exists (select from staff) then
    new.offered_roles := enum_range(null::role_name);
  end if;
  return new;
end $$;
create or replace trigger staff_first_account before insert on staff
  for each row execute function offer_roles_to_first_account();

-- An administrator can lose this role or be deactivated only while somebody else works as an administrator. The lock makes
-- two administrators who remove each other take turns.
create or replace function keep_an_admin() returns trigger language plpgsql as $$
begin
  if 'admin' = any (old.offered_roles) and old.active
     and not ('admin' = any (new.offered_roles) and new.active) then
    perform pg_advisory_xact_lock(hashtext('lantern last admin'));
    if not exists (select from staff where id <> new.id and active and role = 'admin') then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'staff_last_admin';
    end if;
  end if;
  return new;
end $$;
create or replace trigger staff_last_admin before update of offered_roles, active on staff
  for each row execute function keep_an_admin();

-- Somebody who takes up a role of contract/permissions.ts leaves a role of the hospital's own, and the other way round.
-- Keeps whether the role is one of doctors.
create or replace function settle_role() returns trigger language plpgsql as $$
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
create or replace trigger staff_role_settled before insert or update of role, own_role on staff
  for each row execute function settle_role();

-- Whether a role is one of doctors can't change, because bookings and notes depend on it.
create or replace function keep_role_of_doctors() returns trigger language plpgsql as $$
begin
  raise exception 'a role of doctors stays one' using errcode = 'check_violation', constraint = 'role_of_doctors_stays';
end $$;
create or replace trigger role_of_doctors_stays before update of are_doctors on role
  for each row when (old.are_doctors <> new.are_doctors) execute function keep_role_of_doctors();

-- The names of the hospital's own roles that hold a permission.
create or replace function own_roles_with(permission text) returns setof text language sql stable as $$
  select name from role where permission = any (permissions)
$$;

-- The people who work in one of these roles, or in one of the hospital's own that holds the permission.
create or replace function staff_who(work_as role_name[], permission text) returns setof staff language sql stable as $$
  select * from staff where role = any (work_as) or own_role in (select own_roles_with(permission))
$$;

-- Roles that are offered are in use. The lock makes an offer and the role's retirement take turns.
create or replace function require_roles() returns trigger language plpgsql as $$
declare
  known integer;
begin
  if new.own_offered_roles <> '{}' then
    select count(*) into known from (
      select from role where name = any (new.own_offered_roles) and retired_at is null for share
    ) role;
    if known < cardinality(new.own_offered_roles) then
      raise exception 'a role is unknown or retired' using errcode = 'check_violation', constraint = 'offered_roles_known';
    end if;
  end if;
  return new;
end $$;
create or replace trigger staff_offered_roles_known before insert or update of own_offered_roles on staff
  for each row execute function require_roles();
create or replace trigger invitation_offered_roles_known before insert on invitation
  for each row execute function require_roles();

-- A role that somebody may choose is not retired, and neither is one that an open invitation offers.
create or replace function keep_role_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from staff where new.name = any (own_offered_roles))
     or exists (select from invitation where new.name = any (own_offered_roles) and is_open(invitation)) then
    raise exception 'the role is in use' using errcode = 'check_violation', constraint = 'role_in_use';
  end if;
  return new;
end $$;
create or replace trigger role_in_use before update of retired_at on role
  for each row when (old.retired_at is null and new.retired_at is not null) execute function keep_role_in_use();

-- Lists read all roles at once. The lock makes additions count one after another.
create or replace function keep_roles_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('roles'));
  if (select count(*) from role where retired_at is null) >= 50 then
    raise exception 'there are too many roles' using errcode = 'check_violation', constraint = 'roles_at_most_50';
  end if;
  return new;
end $$;
create or replace trigger roles_at_most_50 before insert on role
  for each row execute function keep_roles_few();

create or replace trigger role_live after insert or update on role
  for each row execute function tell_change('role');

-- At a sign-in through the hospital's identity provider (record 35): offers the roles that the provider names, as far as the
-- hospital has them, and withdraws those that it named at the previous sign-in and no longer names. Roles that an
-- administrator offered stay. Returns the roles that were offered before, or null if nothing changed.
create or replace function follow_named(of_staff uuid, of_provider text, named text[]) returns text[] language plpgsql as $$
declare
  built_in constant text[] := enum_range(null::role_name)::text[];
  known text[];
  before_named text[];
  before_offered text[];
  offered text[];
begin
  -- A role that is retired at this moment is either offered before, and stays, or is unknown.
  select coalesce(array_agg(name), '{}') into known from (
    select name from role where name = any (named) and retired_at is null order by name for share
  ) own;
  known := array(select name from unnest(built_in) name where name = any (named)) || known;
  select named_roles::text[] || own_named_roles into before_named from account
    where staff_id = of_staff and provider_id = of_provider for update;
  select offered_roles::text[] || own_offered_roles into before_offered from staff where id = of_staff for update;
  offered := known || array(
    select name from unnest(before_offered) name where name <> all (known) and name <> all (coalesce(before_named, '{}')));
  update account set named_roles = array(select name from unnest(known) name where name = any (built_in))::role_name[],
      own_named_roles = array(select name from unnest(known) name where name <> all (built_in))
    where staff_id = of_staff and provider_id = of_provider and named_roles::text[] || own_named_roles <> known;
  if offered @> before_offered and offered <@ before_offered then
    return null;
  end if;
  update staff set
    offered_roles = array(select name from unnest(built_in) name where name = any (offered))::role_name[],
    own_offered_roles = array(select name from unnest(offered) name where name <> all (built_in) order by name),
    role = case when role::text = any (offered) then role end,
    own_role = case when own_role = any (offered) then own_role end,
    version = version + 1, updated_at = now()
  where id = of_staff;
  return before_offered;
end $$;

-- As the version before this one calls it.
create or replace function follow_named_roles(of_staff uuid, of_provider text, named role_name[]) returns role_name[]
language plpgsql as $$
declare
  before_named role_name[];
  before_offered role_name[];
  offered role_name[];
begin
  select named_roles into before_named from account where staff_id = of_staff and provider_id = of_provider for update;
  select offered_roles into before_offered from staff where id = of_staff for update;
  offered := array(
    select role from unnest(enum_range(null::role_name)) role
    where role = any (named) or role = any (before_offered) and role <> all (coalesce(before_named, '{}')));
  update account set named_roles = named where staff_id = of_staff and provider_id = of_provider and named_roles <> named;
  if offered @> before_offered and offered <@ before_offered then
    return null;
  end if;
  update staff set offered_roles = offered, role = case when role = any (offered) then role end,
    version = version + 1, updated_at = now() where id = of_staff;
  return before_offered;
end $$;

-- Invitations and links

-- Whether an invitation can still be used to sign up. It also ends when the person who made it is no longer an active
-- administrator, so that someone who is dismissed can't come back through it.
create or replace function is_open(one invitation) returns boolean language sql stable
  return one.used_at is null and one.withdrawn_at is null and one.expires_at > hospital_now()
    and exists (select from staff where id = one.made_by and active and 'admin' = any (offered_roles));

-- An account that is made with an invitation gets the roles that it offers, in the same transaction.
create or replace function offer_roles_of_invitation() returns trigger language plpgsql as $$
begin
  update invitation set used_at = hospital_now()
    where token_hash = new.invitation_hash and is_open(invitation)
    returning offered_roles, own_offered_roles into new.offered_roles, new.own_offered_roles;
  if not found then
    raise exception 'the invitation can’t be used' using errcode = 'check_violation', constraint = 'staff_invitation_open';
  end if;
  return new;
end $$;
create or replace trigger staff_invited before insert on staff
  for each row when (new.invitation_hash is not null) execute function offer_roles_of_invitation();

-- An account, however it is made, ends all sign-ups that wait under its e-mail address, in the same transaction. So a link
-- to confirm one makes at most one account, and what was typed is kept no longer.
create or replace function end_pending_sign_ups() returns trigger language plpgsql as $$
begin
  delete from pending_sign_up where email = new.email;
  return null;
end $$;
create or replace trigger staff_ends_sign_ups after insert on staff
  for each row execute function end_pending_sign_ups();

create or replace function note_mailed_invitation() returns trigger language plpgsql as $$
begin
  update invitation set mailed_at = new.sent_at where id = new.invitation_id;
  return null;
end $$;
create or replace trigger mail_of_invitation_sent after update of sent_at on mail
  for each row when (new.invitation_id is not null and new.sent_at is not null) execute function note_mailed_invitation();

-- Doctors

-- Patients can be booked with, and admitted under, only somebody who works as a doctor. Because of the share lock, a
-- deactivation or a change of role at the same moment comes before or after, never in between. Records keep the doctor they
-- name, even one who no longer works as a doctor.
create or replace function require_active_doctor() returns trigger language plpgsql as $$
begin
  if new.doctor_id is null or (tg_op = 'UPDATE' and new.doctor_id = old.doctor_id) then
    return new;
  end if;
  perform from staff where id = new.doctor_id and is_doctor and active for share;
  if not found then
    raise exception 'this is no active doctor' using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create or replace trigger appointment_needs_active_doctor before insert or update of doctor_id on appointment
  for each row execute function require_active_doctor();
create or replace trigger admission_needs_active_doctor before insert or update of doctor_id on admission
  for each row execute function require_active_doctor();

-- Pickers read all doctors at once, so their number is bounded.
create or replace function keep_doctors_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('doctors'));
  if (select count(*) from staff where is_doctor and active and id <> new.id) >= 2000 then
    raise exception 'there are too many doctors' using errcode = 'check_violation', constraint = 'doctors_at_most_2000';
  end if;
  return new;
end $$;
create or replace trigger doctors_at_most_2000 after update of role, own_role, active on staff
  for each row when (new.is_doctor and new.active and not (old.is_doctor and old.active))
  execute function keep_doctors_few();

-- Live changes (record 16)

-- Other screens show a colleague's name (`named`), offer a choice of those who work as doctors (`chosen`), and show a
-- doctor's room, clinic and specialty (`room`).
create or replace function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('staff:', new.id, ':',
    case when tg_op = 'INSERT' or (old.first_name, old.last_name, old.name, old.email)
      is distinct from (new.first_name, new.last_name, new.name, new.email) then 'named;' end,
    case when tg_op = 'INSERT' or (old.role, old.own_role, old.active) is distinct from (new.role, new.own_role, new.active) then 'chosen;' end,
    case when tg_op = 'UPDATE' and (old.room, old.specialty, old.clinic_id) is distinct from (new.room, new.specialty, new.clinic_id) then 'room' end));
  return null;
end $$;
create or replace trigger staff_live after insert or update on staff for each row execute function tell_staff();
