-- The audit trail: who did what to whose data, when and from where (record 17). The server may add to it and read it, but
-- never change it. Its rows are signed in seals, by which a later change is found (record 37).
--
-- The rows of entries, sights, followings and unfollowings take their numbers from one sequence, in the order in which
-- they are written. Calling pg_current_xact_id() first gives the transaction its own number before it takes any of the
-- sequence. So once all transactions up to some number have ended, everything before that point has been written.
create sequence audit_serial;

create table audit_entry (
  id bigint not null default case when pg_current_xact_id() is not null then nextval('audit_serial') end,
  at timestamptz not null default now(),
  staff_id uuid,
  action text not null,
  subject_id uuid,
  -- The patient whose data it is. Several patients are listed in a sight instead.
  patient_ids uuid[] not null default '{}',
  -- There is no foreign key, because the sight can be in a month that is dropped before the entry's.
  sight_id uuid,
  changes jsonb,
  address text,
  request_id text,
  -- 'done', or the code of the refusal.
  outcome text not null default 'done',
  primary key (at, id),
  -- Indexes can't find one patient in lists of them by time, so an entry names at most one.
  constraint audit_entry_names_one_patient check (cardinality(patient_ids) <= 1),
  constraint audit_entry_names_once check (sight_id is null or patient_ids = '{}')
) partition by range (at);
create index audit_entry_of_staff on audit_entry (staff_id, at) where staff_id is not null;
create index audit_entry_of_patient on audit_entry ((patient_ids[1]), at) where patient_ids[1] is not null;
create index audit_entry_of_sight on audit_entry (sight_id, at) where sight_id is not null;
create index audit_entry_of_change on audit_entry (subject_id, id desc) where changes is not null;
-- For an account, a bed or an item, newest first. Entries about a patient have an index of their own.
create index audit_entry_of_subject on audit_entry (subject_id, at)
  where subject_id is not null and patient_ids = '{}';
-- Finds rare actions among the common ones.
create index audit_entry_of_action on audit_entry (action, at);
-- For the entries added since a moment, and those between two seals.
create index audit_entry_serial on audit_entry (id);
-- Refusals, and data that left the hospital: both are rare, and searched for across all staff.
create index audit_entry_refused on audit_entry (at) where outcome <> 'done';
create index audit_entry_taken_out on audit_entry (at)
  where changes ?| array['exported', 'printed'] or changes ->> 'purpose' = 'print';

-- Patients who were shown together, recorded once for everyone who saw the same list. An entry refers to a sight that is
-- at most ten minutes older than itself. A sight with a scope is what a process sent, within the minute that begins at
-- `at`, to every screen that followed the scope there.
create table audit_sight (
  id uuid not null,
  at timestamptz not null,
  patient_ids uuid[] not null,
  process_id uuid,
  scope text,
  serial bigint not null default case when pg_current_xact_id() is not null then nextval('audit_serial') end,
  primary key (id, at),
  constraint audit_sight_told_by_process check ((process_id is null) = (scope is null))
) partition by range (at);
create index audit_sight_serial on audit_sight (serial);

-- The sights of each patient, kept by the trigger audit_sight_kept. Its primary key finds a patient's sights by time.
create table audit_sighting (
  patient_id uuid not null,
  -- Whether the sight has a scope.
  is_told boolean not null,
  at timestamptz not null,
  sight_id uuid not null,
  primary key (patient_id, is_told, at, sight_id)
) partition by range (at);

-- When a screen began to follow a scope at a process. It is recorded again every six hours while it lasts, so that a
-- search need not look back any further.
create table audit_following (
  id uuid not null,
  at timestamptz not null,
  process_id uuid not null,
  scope text not null,
  staff_id uuid not null,
  address text,
  request_id text,
  serial bigint not null default case when pg_current_xact_id() is not null then nextval('audit_serial') end,
  primary key (process_id, scope, at, id)
) partition by range (at);
create index audit_following_of_staff on audit_following (staff_id, at);
create index audit_following_serial on audit_following (serial);

-- When it ended. A process that was killed leaves no such row. It sends nothing afterwards either, so the trail doesn't
-- claim that anyone saw more than they did.
create table audit_unfollowing (
  id uuid not null,
  at timestamptz not null,
  serial bigint not null default case when pg_current_xact_id() is not null then nextval('audit_serial') end,
  primary key (id, at)
) partition by range (at);
create index audit_unfollowing_serial on audit_unfollowing (serial);

-- These five tables are partitioned by month (UTC), so that recent months stay fast to search, and months that are too old
-- are dropped whole. The partitions have a schema of their own, which the server's account can't reach, so it can only
-- write through the tables above.
create schema audit_month;
-- Rows without a partition of their own: its month was not made in time, or a clock was wrong.
create table audit_month.entry_other partition of audit_entry default;
create table audit_month.sight_other partition of audit_sight default;
create table audit_month.sighting_other partition of audit_sighting default;
create table audit_month.following_other partition of audit_following default;
create table audit_month.unfollowing_other partition of audit_unfollowing default;

create or replace function audit_tables() returns text[] language sql immutable parallel safe
  return array['entry', 'sight', 'sighting', 'following', 'unfollowing'];

-- Makes the partitions of one month, and moves the rows of that month into them from the default partitions.
create or replace function make_audit_month(month date) returns void language plpgsql set search_path = public, pg_temp as $$
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
revoke execute on function make_audit_month(date) from public;

-- The seals of the trail, one after the other (records 37 and 59).
create table audit_seal (
  number bigint primary key,
  -- The signed text, and its signature.
  line text not null,
  signature text not null,
  -- For each row that the seal covers, its number and the first bytes of its hash, which show which row was changed.
  leaves bytea not null,
  -- The names of the people in these rows, as JSON, whose SHA-256 is in the line. Null in the oldest seals.
  names text
);

-- The patients that someone looked up to issue stock to, in the minute and in the hour that began at `since`. The same
-- number or label counts once. The limits stop anyone from trying one number after another (record 68).
create table recipient_look (
  staff_id uuid not null references staff (id) on delete cascade,
  span text not null constraint recipient_look_span check (span in ('hour', 'minute')),
  since timestamptz not null,
  sought text[] not null,
  primary key (staff_id, span, since),
  constraint looks_in_minute_bounded check (span <> 'minute' or cardinality(sought) <= 20),
  constraint looks_in_hour_bounded check (span <> 'hour' or cardinality(sought) <= 100)
);
-- For the job that deletes look-ups that no longer count.
create index recipient_look_since on recipient_look (since);
