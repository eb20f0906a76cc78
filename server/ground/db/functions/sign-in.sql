-- Counting attempts (record 14). These functions run with synchronous_commit off: after a power cut a count may be lost, but
-- guessing doesn't keep the disk busy.

-- The pause after a number of failures: none for fewer than `free`, then 1 s, 2 s, 4 s … Null means no pause, because a pause
-- of zero length would end at the moment of the attempt itself.
create or replace function pause_after(failures integer, free integer, longest interval) returns interval
  language sql immutable parallel safe
  return case when failures >= free then least(longest, interval '1 s' * 2 ^ least(failures - free, 20)) end;

-- Decides whether an attempt is let through: null if it is, otherwise the time until which it is paused. An attempt that
-- is let through counts as a failure until `forgive_attempt` takes it back, so that a hundred attempts at once count as a
-- hundred.
--   own_key:      this account from this place, or one link to an account. `own_free` failures cost nothing.
--   account_key:  this account from all places where it has never signed in; null if it has signed in here.
--   address_key:  all accounts that have never signed in at this address; null if this one has. An account
--                 that is known there isn't paused by other accounts' failures. A new one waits once, for a minute at
--                 most, before its attempt is let through.
create or replace function hear_attempt(
  at timestamptz, own_key text, own_free integer, account_key text, address_key text, of_staff uuid, from_address text
) returns timestamptz language plpgsql as $$
declare
  strangers integer := 0;
  first_wait interval;
  account_until timestamptz;
  own_until timestamptz;
begin
  -- A power cut may lose a count. Guessing does not keep the disk busy.
  perform set_config('synchronous_commit', 'off', true);
  -- Always in this order, so that no two attempts wait for each other.
  if address_key is not null then
    insert into sign_in_count as held (key, forgotten_at) values (address_key, at + interval '10 minutes')
      on conflict (key) do update set
        failures = case when held.forgotten_at > at then held.failures else 0 end,
        forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
      returning failures into strangers;
  end if;
  first_wait := pause_after(strangers, 20, '1 minute');
  if account_key is not null then
    insert into sign_in_count as held (key, forgotten_at) values (account_key, at + interval '1 day')
      on conflict (key) do update set failures = case when held.forgotten_at > at then held.failures else 0 end
      returning paused_until into account_until;
  end if;
  insert into sign_in_count as held (key, paused_until, forgotten_at, staff_id, address)
    values (own_key, at + first_wait, at + interval '1 hour', of_staff, from_address)
    on conflict (key) do update set
      failures = case when held.forgotten_at > at then held.failures else 0 end,
      paused_until = case when held.forgotten_at > at then held.paused_until else excluded.paused_until end,
      forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
    returning paused_until into own_until;
  if greatest(account_until, own_until) > at then
    update sign_in_count set refused = refused + 1 where key = own_key;
    return greatest(account_until, own_until);
  end if;

  update sign_in_count set failures = failures + 1 where key = address_key;
  update sign_in_count set failures = failures + 1, forgotten_at = at + interval '1 day',
    paused_until = at + pause_after(failures + 1, 10, '15 minutes')
    where key = account_key;
  update sign_in_count set failures = failures + 1, forgotten_at = at + interval '1 day',
    paused_until = at + greatest(first_wait, pause_after(failures + 1, own_free, '5 minutes'))
    where key = own_key;
  return null;
end $$;

-- As `hear_attempt`, for what is counted by a place alone (an address, or a known browser), for any account. The count
-- ends a day after it began: if each attempt prolonged it, it would never end where many people come and go. If
-- `own_free` is null, attempts are counted and never paused.
create or replace function hear_at_place(at timestamptz, own_key text, own_free integer, from_address text) returns timestamptz
language plpgsql as $$
declare
  own_until timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into sign_in_count as held (key, forgotten_at, address) values (own_key, at + interval '1 day', from_address)
    on conflict (key) do update set
      failures = case when held.forgotten_at > at then held.failures else 0 end,
      paused_until = case when held.forgotten_at > at then held.paused_until end,
      forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
    returning paused_until into own_until;
  if own_until > at then
    update sign_in_count set refused = refused + 1 where key = own_key;
    return own_until;
  end if;
  update sign_in_count set failures = failures + 1,
    paused_until = at + pause_after(failures + 1, own_free, '5 minutes')
    where key = own_key;
  return null;
end $$;

-- Takes back what `hear_attempt` or `hear_at_place` counted for an attempt that did not fail. After a sign-in (`whole`)
-- all that was counted for this account at this place is deleted, and returned without this attempt.
create or replace function forgive_attempt(
  own_key text, account_key text, address_key text, whole boolean, out failures integer, out refused integer
) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update sign_in_count held set failures = greatest(held.failures - 1, 0) where key = address_key;
  update sign_in_count held set failures = greatest(held.failures - 1, 0), paused_until = null where key = account_key;
  if whole then
    delete from sign_in_count held where key = own_key returning held.failures - 1, held.refused
      into forgive_attempt.failures, forgive_attempt.refused;
  else
    update sign_in_count held set failures = greatest(held.failures - 1, 0), paused_until = null where key = own_key;
  end if;
end $$;

-- Links to accounts.

-- A link is used once, even if two requests come at the same moment.
create or replace function refuse_used_link() returns trigger language plpgsql as $$
begin
  raise exception 'the link was used' using errcode = 'check_violation', constraint = 'account_link_once';
end $$;
create or replace trigger account_link_once before update of used_at on account_link
  for each row when (old.used_at is not null) execute function refuse_used_link();

-- The second step that a hospital can require (record 50).

-- Everybody who is newly required to have a second step gets all of the hospital's days to set one up. So the days begin
-- again when more people are included, and not when fewer are.
create or replace function begin_second_step() returns trigger language plpgsql as $$
begin
  new.second_step_since := case
    when new.second_step_of = 'nobody' then null
    when new.second_step_of = 'everyone' or old.second_step_of = 'nobody' then now()
    else old.second_step_since
  end;
  return new;
end $$;
create or replace trigger hospital_second_step before update of second_step_of on hospital
  for each row when (new.second_step_of <> old.second_step_of) execute function begin_second_step();

-- The time from which an account's sessions need a second step; null if it is not required of this account.
create or replace function second_step_due(of_staff uuid) returns timestamptz language sql stable as $$
  select greatest(second_step_since, created_at) + make_interval(hours => 24 * second_step_days)
  from hospital, staff
  where staff.id = of_staff
    and (second_step_of = 'everyone' or second_step_of = 'admins' and 'admin' = any (offered_roles))
$$;

-- Links and sessions

-- Whether a link that resets a password or confirms an address can be used. It ends when the account is deactivated or its
-- address changes, and when the administrator who handed it out is one no longer. Links without a maker were mailed.
create or replace function is_open(one account_link, at timestamptz) returns boolean language sql stable
  return one.used_at is null and one.expires_at > at
    and exists (select from staff where id = one.staff_id and active and email = one.email)
    and (one.made_by is null
      or exists (select from staff where id = one.made_by and active and 'admin' = any (offered_roles)));

-- Whether the link of a sign-up can still be used. It also ends when an account has its e-mail address.
create or replace function is_open(one pending_sign_up, at timestamptz) returns boolean language sql stable
  return one.expires_at > at and not exists (select from staff where email = one.email);

-- Only an active account can begin a session. A transaction that deactivates an account locks its row before it ends the
-- account's sessions. So a session that begins meanwhile either waits and is refused, or is ended with the others.
create or replace function require_active_account() returns trigger language plpgsql as $$
begin
  perform from staff where id = new.staff_id and active for share;
  if not found then
    raise exception 'the account was deactivated'
      using errcode = 'check_violation', constraint = 'session_of_active_account';
  end if;
  return new;
end $$;
create or replace trigger session_of_active_account before insert on session
  for each row execute function require_active_account();
