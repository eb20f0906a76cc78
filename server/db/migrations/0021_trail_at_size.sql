-- The trail at size. Its tables are cut by the month (UTC) of what they tell, so that what is younger stays quick and
-- what is too old goes as a whole. The months have a schema of their own, which the server's account can't reach: it
-- writes through the tables here alone.
create schema audit_month;

alter table audit_entry rename to audit_entry_before;
alter table audit_entry_before rename constraint audit_entry_pkey to audit_entry_before_pkey;
drop index audit_entry_of_change;

create table audit_entry (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  staff_id uuid,
  action text not null,
  subject_id uuid,
  -- The patient whom it names; of several, the sight tells.
  patient_ids uuid[] not null default '{}',
  sight_id uuid,
  changes jsonb,
  address text,
  request_id text,
  outcome text not null default 'done',
  constraint audit_entry_pkey primary key (at, id),
  constraint audit_entry_names_one_patient check (cardinality(patient_ids) <= 1),
  constraint audit_entry_names_once check (sight_id is null or patient_ids = '{}')
) partition by range (at);
create index audit_entry_of_staff on audit_entry (staff_id, at) where staff_id is not null;
create index audit_entry_of_patient on audit_entry ((patient_ids[1]), at) where patient_ids[1] is not null;
create index audit_entry_of_sight on audit_entry (sight_id, at) where sight_id is not null;
create index audit_entry_of_change on audit_entry (subject_id, id desc) where changes is not null;
-- What is seldom done is found among what is always done.
create index audit_entry_of_action on audit_entry (action, at);

-- Patients who were shown together, told once for all who saw the same. An entry refers to a sight that is some minutes
-- older than itself at most. A sight with a scope is what a process sent within the minute from `at` to every screen
-- that followed the scope there.
create table audit_sight (
  id uuid not null,
  at timestamptz not null,
  patient_ids uuid[] not null,
  process_id uuid,
  scope text,
  constraint audit_sight_pkey primary key (id, at),
  constraint audit_sight_told_by_process check ((process_id is null) = (scope is null))
) partition by range (at);

-- The sights of each patient, kept by a trigger.
create table audit_sighting (
  patient_id uuid not null,
  is_told boolean not null,
  at timestamptz not null,
  sight_id uuid not null,
  constraint audit_sighting_pkey primary key (patient_id, is_told, at, sight_id)
) partition by range (at);
create function keep_audit_sightings() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into audit_sighting (patient_id, is_told, at, sight_id)
    select distinct seen, scope is not null, at, id from told, unnest(patient_ids) seen;
  return null;
end $$;
create trigger audit_sight_kept after insert on audit_sight referencing new table as told
  for each statement execute function keep_audit_sightings();

-- From when on a screen followed a scope at a process: a row each. Told again every some hours while it lasts.
create table audit_following (
  id uuid not null,
  at timestamptz not null,
  process_id uuid not null,
  scope text not null,
  staff_id uuid not null,
  address text,
  request_id text,
  constraint audit_following_pkey primary key (process_id, scope, at, id)
) partition by range (at);
create index audit_following_of_staff on audit_following (staff_id, at);
-- Until when. Of a process that was killed there is none, and nothing that it told later either.
create table audit_unfollowing (
  id uuid not null,
  at timestamptz not null,
  constraint audit_unfollowing_pkey primary key (id, at)
) partition by range (at);

-- What has no month, because it was not made in time or because a clock stood elsewhere.
create table audit_month.entry_other partition of audit_entry default;
create table audit_month.sight_other partition of audit_sight default;
create table audit_month.sighting_other partition of audit_sighting default;
create table audit_month.following_other partition of audit_following default;
create table audit_month.unfollowing_other partition of audit_unfollowing default;

create function audit_tables() returns text[] language sql immutable parallel safe
  return array['entry', 'sight', 'sighting', 'following', 'unfollowing'];

-- Makes one month, and takes into it what was told of it before it was made.
create function make_audit_month(month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  kind text;
  part text;
  other text;
  begins text := quote_literal(month::text || ' 00:00:00+00');
  ends text := quote_literal((month + interval '1 month')::date::text || ' 00:00:00+00');
begin
  foreach kind in array audit_tables() loop
    part := format('audit_month.%s_%s', kind, to_char(month, 'YYYY_MM'));
    other := format('audit_month.%s_other', kind);
    continue when to_regclass(part) is not null;
    execute format('lock table %s in access exclusive mode', other);
    -- Attached rather than made as a part: that would hold up everybody who writes.
    execute format('create table %s (like audit_%s including defaults including constraints)', part, kind);
    execute format('with moved as (delete from %s where at >= %s and at < %s returning *) insert into %s select * from moved',
      other, begins, ends, part);
    execute format('alter table audit_%s attach partition %s for values from (%s) to (%s)', kind, part, begins, ends);
  end loop;
end $$;

create function audit_months() returns setof date language sql stable
  begin atomic
    select to_date(right(relname, 7), 'YYYY_MM') from pg_class
    where relnamespace = to_regnamespace('audit_month') and relname ~ '^entry_[0-9]{4}_[0-9]{2}$' and relkind = 'r';
  end;

-- Makes this month and the next three, and any since the oldest that was made of which something was told without it.
create function make_audit_months() returns void language plpgsql security definer
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

-- How long the trail is kept: null is for ever.
alter table hospital add column audit_retention_months integer
  constraint hospital_audit_retention_bounded check (audit_retention_months between 24 and 240);

-- Drops the months that the hospital keeps no longer, and tells it. Nothing else takes anything out of the trail.
create function drop_audit_months() returns text[] language plpgsql security definer
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
revoke execute on function
  keep_audit_sightings(), make_audit_month(date), audit_months(), make_audit_months(), drop_audit_months() from public;

-- What was told before moves to its months; what is older than twenty years stays where no month is needed.
do $$ declare month date; begin
  for month in
    select distinct date_trunc('month', at at time zone 'UTC')::date from audit_entry_before
    where at between now() - interval '20 years' and now() + interval '3 months'
    order by 1
  loop
    perform make_audit_month(month);
  end loop;
end $$;
select make_audit_months();
create temporary table sight_before on commit drop as
  select gen_random_uuid() as id, min(at) as at, patient_ids, date_bin('5 minutes', at, 'epoch') as within
  from audit_entry_before where cardinality(patient_ids) > 1 group by patient_ids, within;
create index on sight_before (within);
analyze sight_before;
insert into audit_sight (id, at, patient_ids) select id, at, patient_ids from sight_before;
insert into audit_entry (id, at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id, outcome)
  overriding system value
  select entry.id, entry.at, staff_id, action, subject_id, case when sight.id is null then entry.patient_ids else '{}' end,
    sight.id, changes, address, request_id, outcome
  from audit_entry_before entry left join sight_before sight
    on sight.within = date_bin('5 minutes', entry.at, 'epoch') and sight.patient_ids = entry.patient_ids
    and cardinality(entry.patient_ids) > 1
  order by entry.id;
select setval(pg_get_serial_sequence('audit_entry', 'id'), greatest(max(id), 1)) from audit_entry;
drop table audit_entry_before;
