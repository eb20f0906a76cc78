-- What a call came to: 'done', or the code of the refusal.
alter table audit_entry add column outcome text not null default 'done';

-- Attempts to sign in (and to sign up), counted so that each failure makes the next pause longer. Replaces counts that
-- shut people out for some minutes; what they held is over within the hour.
drop table sign_in_limit;
create table sign_in_count (
  -- What is counted, as a digest: people type their password where an e-mail belongs.
  key text constraint sign_in_count_pkey primary key,
  failures integer not null default 0,
  paused_until timestamptz,
  -- Attempts that were not heard because of the pause. They leave no entry each, but one for all of them in the end.
  refused integer not null default 0,
  forgotten_at timestamptz not null,
  -- For that entry: the account that was aimed at, and from where.
  staff_id uuid,
  address text
);
create index sign_in_count_age on sign_in_count (forgotten_at);

-- Where an account has signed in from: addresses ('address:192.0.2.7', 'address:2001:db8:1:2') and browsers, as digests
-- of the cookie that they were given ('device:…'). Who fails elsewhere does not slow down the owner here.
create table sign_in_place (
  staff_id uuid not null references staff (id) on delete cascade,
  place text not null,
  last_at timestamptz not null,
  constraint sign_in_place_pkey primary key (staff_id, place)
);
create index sign_in_place_age on sign_in_place (last_at);
insert into sign_in_place (staff_id, place, last_at)
  select staff_id, 'address:' || ip_address, max(updated_at) from session
  where ip_address ~ '^[0-9]+(\.[0-9]+){3}$'
  group by staff_id, ip_address;

-- How long is paused after so many failures, of which the first `free` ones cost nothing: 1 s, 2 s, 4 s … Null is no
-- pause: one of no length would end in the future of an attempt that was made at the same moment.
create function pause_after(failures integer, free integer, longest interval) returns interval
  language sql immutable parallel safe
  return case when failures >= free then least(longest, interval '1 s' * 2 ^ least(failures - free, 20)) end;

-- Whether an attempt is heard: null, or until when it is paused. What is heard counts as a failure until it is known for
-- none, so that a hundred attempts at once are a hundred attempts.
--   own_key:      this account from this place.
--   account_key:  this account from all places where it never signed in; null where it has.
--   address_key:  all accounts that never signed in at this address; null where this one has. Failures of others pause
--                 nobody there, but whoever is new there then waits once before being heard, a minute at most.
create function hear_attempt(
  at timestamptz, own_key text, own_free integer, account_key text, address_key text, of_staff uuid, from_address text
) returns timestamptz language plpgsql as $$
declare
  strangers integer := 0;
  first_wait interval;
  account_until timestamptz;
  own_until timestamptz;
begin
  -- A count that a power cut takes is a count less; who guesses shall not keep the disk busy.
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
      paused_until = case when held.forgotten_at > at then held.paused_until else excluded.paused_until end
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

-- Takes back what `hear_attempt` counted, of an attempt that was no failure. What this account did from this place is
-- forgotten `whole` when it signed in; answered is what that was, this attempt apart.
create function forgive_attempt(
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
