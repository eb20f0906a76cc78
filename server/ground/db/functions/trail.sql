-- Lists the patients of each new sight in audit_sighting. It runs as its owner, because the server's account may not
-- write that table.
create or replace function keep_audit_sightings() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into audit_sighting (patient_id, is_told, at, sight_id)
    select distinct seen, scope is not null, at, id from told, unnest(patient_ids) seen;
  return null;
end $$;
create or replace trigger audit_sight_kept after insert on audit_sight referencing new table as told
  for each statement execute function keep_audit_sightings();

-- The months of the trail (make_audit_month is with its tables, because a restore needs it before any other function). The
-- server's account can neither make nor drop a partition. It calls make_audit_months and
-- drop_audit_months, which take no parameters and run as their owner. Both take one advisory lock, so they take turns,
-- and wait at most a second for the locks of tables, so that writes to the trail are not held up.

-- The months that have partitions.
create or replace function audit_months() returns setof date language sql stable
  begin atomic
    select to_date(right(relname, 7), 'YYYY_MM') from pg_class
    where relnamespace = to_regnamespace('audit_month') and relname ~ '^entry_[0-9]{4}_[0-9]{2}$' and relkind = 'r';
  end;

-- Makes this month and the next three, and any month since the oldest one that has entries in the default partition.
create or replace function make_audit_months() returns void language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  month date;
begin
  perform pg_advisory_xact_lock(hashtext('lantern audit months'));
  for month in
    select (this_month + make_interval(months => ahead))::date from generate_series(0, 3) ahead
    union
    select distinct date_trunc('month', at at time zone 'UTC')::date from audit_month.entry_other
    where at >= (select min(made)::timestamp at time zone 'UTC' from audit_months() made) and at < now()
    except select made from audit_months() made
    order by 1
  loop
    perform make_audit_month(month);
  end loop;
end $$;

-- Drops the months that are older than the hospital keeps its trail, and records that in the trail. Nothing else removes
-- anything from it.
create or replace function drop_audit_months() returns text[] language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  month date;
  kind text;
  dropped text[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('lantern audit months'));
  for month in
    select made from audit_months() made, hospital
    where made < date_trunc('month', now() at time zone 'UTC') - make_interval(months => audit_retention_months)
    order by 1
  loop
    foreach kind in array audit_tables() loop
      execute format('drop table audit_month.%s_%s', kind, to_char(month, 'YYYY_MM'));
    end loop;
    dropped := dropped || to_char(month, 'YYYY-MM');
  end loop;
  if dropped <> '{}' then
    insert into audit_entry (action, changes) values ('dropAuditMonths', jsonb_build_object('dropped', dropped));
  end if;
  return dropped;
end $$;

-- Any account may call a new function unless that is revoked. The server's account is granted the two that it calls.
revoke execute on function
  keep_audit_sightings(), audit_months(), make_audit_months(), drop_audit_months() from public;
