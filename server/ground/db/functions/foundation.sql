-- What all other domains stand on: the hospital's time, texts in queries, and the notifications about changes.

-- Time. Rules about days ask these functions.

-- A function of its own so that tests can replace it; the server's database account can't.
create or replace function hospital_now() returns timestamptz
  language sql stable parallel safe
  return now();

-- The date and time on the hospital's clock.
create or replace function hospital_clock() returns timestamp
  language sql stable parallel safe
  return (select hospital_now() at time zone time_zone from hospital);

create or replace function hospital_today() returns date
  language sql stable parallel safe
  return hospital_clock()::date;

-- ISO 8601 in UTC with milliseconds, as everywhere in the API. PostgreSQL calls to_char stable rather than immutable only
-- because some patterns depend on the locale. This one doesn't.
create or replace function iso(moment timestamptz) returns text
  language sql immutable parallel safe strict
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The LIKE pattern that finds a typed text anywhere. A % or _ that was typed stands for itself. Only the version before this
-- one asks for it, which serves while a hospital is updated.
create or replace function anywhere(typed text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(replace(fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Live changes (record 16)

-- A number that grows with every commit: of two statements, the one with the larger number saw everything that the other
-- one saw. It is one more than the highest id of a transaction that has ended, times 1024, less the number of transactions
-- with smaller ids that are still running.
create or replace function as_of() returns bigint language sql stable as $$
  select pg_snapshot_xmax(seen)::text::bigint * 1024 - least((select count(*) from pg_snapshot_xip(seen)), 1023)
  from pg_current_snapshot() as seen
$$;

-- Notifies every server process that a record changed, as noun:id; the noun is the argument of the trigger. The content of
-- the record is not sent. If the server must also know which lists a record is in, its table has a function of its own,
-- which adds name=value,value;name after another colon. Values before and after the change stand side by side, so that
-- the list that a record left is updated too. A table that was added by a migration after 20261130-1800 has its trigger there.
create or replace function tell_change() returns trigger language plpgsql as $$
begin
  -- An import tells of its rows together.
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', tg_argv[0] || ':' || coalesce(new.id, old.id));
  return null;
end $$;

-- When a session ends, is locked or gets a second step, the servers close its streams and forget what they remember of it.
create or replace trigger session_live after delete on session
  for each row execute function tell_change('session');
create or replace trigger session_locked after update of locked_at on session
  for each row when (old.locked_at is distinct from new.locked_at) execute function tell_change('session');
create or replace trigger session_second_step after update of second_step on session
  for each row when (old.second_step is distinct from new.second_step) execute function tell_change('session');

create or replace trigger invitation_live after insert or update on invitation
  for each row execute function tell_change('invitation');
create or replace trigger demo_request_live after insert or update on demo_request
  for each row execute function tell_change('demo-request');
create or replace trigger formulary_medicine_live after insert or update or delete on formulary_medicine
  for each row execute function tell_change('formulary');
create or replace trigger inventory_item_live after insert or update on inventory_item
  for each row execute function tell_change('inventory-item');
create or replace trigger purchase_order_live after insert or update on purchase_order
  for each row execute function tell_change('purchase-order');
-- Items, batches and orders show the names of suppliers and storage locations.
create or replace trigger supplier_live after insert or update or delete on supplier
  for each row execute function tell_change('supplier');
create or replace trigger storage_location_live after insert or update or delete on storage_location
  for each row execute function tell_change('storage-location');
-- Only what the page of backups shows, and not `heard_at`, the sign of life that is renewed while a backup is made.
create or replace trigger backup_live after insert or update of begun_at, percent, is_checking, ended_at on backup
  for each row execute function tell_change('backup');
