-- Two records of one patient, merged by a pointer (record 102): entries keep the record that they were made in, and what reads the
-- survivor reads all of its records. A merged record counts as removed everywhere else.
alter table patient
  add column merged_into uuid constraint patient_merged_into_patient references patient (id),
  -- Whether others were merged into it, so that screens know without asking. Only a trigger writes it.
  add column has_merged boolean not null default false;
alter table patient
  add constraint patient_merged_is_retired check (merged_into is null or retired_at is not null) not valid,
  add constraint patient_merged_into_another check (merged_into <> id) not valid;

create table patient_merge (
  id uuid primary key default gen_random_uuid(),
  survivor_id uuid not null constraint patient_merge_of_survivor references patient (id),
  merged_id uuid not null constraint patient_merge_of_merged references patient (id),
  merged_at timestamptz not null default clock_timestamp(),
  merged_by uuid not null references staff (id),
  reason text constraint patient_merge_reason_is_short check (reason ~ '\S' and length(reason) <= 500),
  -- The survivor's fields that took the other record's value: after and before the merge.
  chosen jsonb not null,
  before jsonb not null,
  -- The ids of the rows that were given to the survivor, by table.
  moved jsonb not null,
  undone_at timestamptz,
  undone_by uuid references staff (id),
  undo_reason text constraint patient_merge_undo_reason_is_short check (undo_reason ~ '\S' and length(undo_reason) <= 500),
  constraint patient_merge_of_two check (survivor_id <> merged_id),
  constraint patient_merge_undone_by_somebody check (num_nonnulls(undone_at, undone_by) in (0, 2) and (undone_at is not null or undo_reason is null))
);
create unique index patient_merge_once on patient_merge (merged_id) where undone_at is null;
create index patient_merge_of_survivor on patient_merge (survivor_id, merged_at);
do $$
declare
  col text;
begin
  foreach col in array array['reason', 'undo_reason'] loop
    execute format('alter table patient_merge add constraint %I check %s', 'patient_merge_' || col || '_is_lines', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'patient_address_is_lines' and conrelid = 'patient'::regclass) from 'CHECK (.*)'),
      'address', col));
  end loop;
end $$;

-- The version before this one doesn't know merged records; its triggers call these.
create function record_ids(of_patient uuid) returns uuid[] language sql stable parallel safe
  return array(select id from patient where id = of_patient);
create function record_of(of_patient uuid) returns uuid language sql stable parallel safe return of_patient;
