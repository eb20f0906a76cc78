-- Restricted records (record 88): who may see one without giving a reason, and who gave which reason.
alter table patient
  add column restricted_since timestamptz,
  -- The version of the restriction and its list, which are edited apart from the rest of the record.
  add column restriction_version integer not null default 1;

-- The people on a restricted record's list.
create table record_reader (
  patient_id uuid not null references patient (id),
  staff_id uuid not null references staff (id),
  added_by uuid not null references staff (id),
  added_at timestamptz not null default clock_timestamp(),
  primary key (patient_id, staff_id)
);
create index record_reader_of_staff on record_reader (staff_id);

-- Each time that somebody gave a reason. The record is open to them for four hours from then on.
create table record_access (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  staff_id uuid not null references staff (id),
  reason text not null constraint record_access_has_reason check (reason ~ '\S' and length(reason) <= 500),
  opened_at timestamptz not null default clock_timestamp()
);
create index record_access_last on record_access (patient_id, staff_id, opened_at desc);
do $$
begin
  execute format('alter table record_access add constraint record_access_reason_is_lines check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'patient_medical_history_is_lines' and conrelid = 'patient'::regclass) from 'CHECK (.*)'),
    'medical_history', 'reason'));
end $$;

-- Who restricts records puts people on their lists, and so could always let themselves in.
alter table role add constraint role_restricts_no_record check (not permissions && array['patient.restrict']);

-- Nothing here uses it: a transaction that adds a value to an enum can't.
alter type notification_kind add value 'RECORD_OPENED';
