-- Rules of departments (record 92).

-- The department of this name, however it is written; it is added if there is none. Null without a name.
create or replace function department_named(called text) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  if called is null then
    return null;
  end if;
  insert into department as known (name) values (called)
  -- Written again as it is, because two who add the same name at once are both to find it.
  on conflict (fold(name)) do update set name = known.name
  returning id into found_id;
  return found_id;
end $$;

-- A department to which no open clinic or ward belongs is shown nowhere, so its name can be given to another one, which has
-- its closed clinics and wards from then on.
create or replace function take_name_of_unused_department() returns trigger language plpgsql as $$
declare
  unused uuid := (
    select id from department where fold(name) = fold(new.name) and id <> new.id
      and not exists (select from clinic where department_id = department.id and retired_at is null)
      and not exists (select from unit where department_id = department.id and closed_at is null)
    for update);
begin
  if unused is not null then
    update clinic set department_id = new.id where department_id = unused;
    update unit set department_id = new.id where department_id = unused;
    delete from department where id = unused;
  end if;
  return new;
end $$;
create or replace trigger department_takes_name before update of name on department
  for each row when (old.name <> new.name) execute function take_name_of_unused_department();

-- A clinic or ward whose department is renamed is at a new version, because a form that was opened before would give it the
-- earlier name again. They are told to the screens that show them.
create or replace function rename_department() returns trigger language plpgsql as $$
begin
  perform from clinic where department_id = new.id order by id for no key update;
  update clinic set version = version + 1, updated_at = now() where department_id = new.id;
  perform from unit where department_id = new.id order by id for no key update;
  update unit set version = version + 1, updated_at = now() where department_id = new.id;
  return null;
end $$;
create or replace trigger department_renamed after update of name on department
  for each row when (old.name <> new.name) execute function rename_department();

-- Live changes (record 16).
create or replace function tell_department() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'department:' || new.id);
  return null;
end $$;
create or replace trigger department_live after update on department
  for each row when (old.name <> new.name) execute function tell_department();
