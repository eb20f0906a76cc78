-- A hospital can ask for a second step when people sign in (record 50): of whom, and how many days they have to set one up.
alter table hospital
  add column second_step_of text not null default 'nobody'
    constraint hospital_second_step_of check (second_step_of in ('nobody', 'admins', 'everyone')),
  add column second_step_days integer not null default 7
    constraint hospital_second_step_days check (second_step_days between 0 and 90),
  add column second_step_since timestamptz,
  add constraint hospital_second_step_since check ((second_step_of = 'nobody') = (second_step_since is null));

-- Whoever is asked from now on has all these days: they begin anew when more are asked, and not when fewer are.
create function begin_second_step() returns trigger language plpgsql as $$
begin
  new.second_step_since := case
    when new.second_step_of = 'nobody' then null
    when new.second_step_of = 'everyone' or old.second_step_of = 'nobody' then now()
    else old.second_step_since
  end;
  return new;
end $$;
create trigger hospital_second_step before update of second_step_of on hospital
  for each row when (new.second_step_of <> old.second_step_of) execute function begin_second_step();

-- From when an account's sessions need a second step; null: nobody asks it of this one.
create function second_step_due(of_staff uuid) returns timestamptz language sql stable as $$
  select greatest(second_step_since, created_at) + make_interval(hours => 24 * second_step_days)
  from hospital, staff
  where staff.id = of_staff
    and (second_step_of = 'everyone' or second_step_of = 'admins' and 'admin' = any (offered_roles))
$$;

-- Whether a session was begun with more than a password, or a second step was set up in it. Those from before were not, as
-- far as is known: they end before any hospital's days are over, or ask for it once more.
alter table session add column second_step boolean not null default false;
create trigger session_second_step after update of second_step on session
  for each row when (old.second_step is distinct from new.second_step) execute function tell_change('session');
