-- Beds, and the patients who are admitted to them. Whether a bed is occupied is never stored: a bed is occupied while a
-- stay in it is open. Foreign keys to generated columns keep beds, stays, admissions and patients consistent: each such
-- column holds an id only while its row may be referred to, so each key holds from both sides (record 8).

create type ward as enum ('GENERAL', 'ICU', 'EMERGENCY', 'PEDIATRIC', 'MATERNITY', 'PSYCHIATRIC');

create table bed (
  id uuid primary key default gen_random_uuid(),
  bed_number text not null,
  ward ward not null,
  notes text,
  -- Since when and why the bed can't be used. Null if it can.
  maintenance_since timestamptz,
  maintenance_reason text,
  -- Covers the number, the ward and the notes, so that editing those does not conflict with admissions or maintenance.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A bed that was ever used is retired instead of deleted, because stays refer to it.
  retired_at timestamptz,
  -- The id while the bed can be used (see stay.open_bed_id).
  usable_id uuid generated always as (case when maintenance_since is null and retired_at is null then id end) stored
    constraint bed_usable_once unique,
  constraint bed_maintenance_with_reason check ((maintenance_since is null) = (maintenance_reason is null))
);
-- The number of a retired bed can be given to another one.
create unique index bed_number_once on bed (fold(bed_number)) where retired_at is null;

create type destination as enum ('HOME', 'OTHER_HOSPITAL', 'AGAINST_ADVICE', 'DIED');

-- One patient's time in the hospital, from admission to discharge.
create table admission (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  -- Null until recorded: a bed can be assigned without naming a doctor or a diagnosis.
  doctor_id uuid references staff (id),
  diagnosis text,
  admitted_at timestamptz not null,
  admitted_by uuid references staff (id),
  expected_discharge date,
  discharged_at timestamptz,
  discharged_by uuid references staff (id),
  destination destination,
  summary text,
  notes text,
  version integer not null default 1,
  -- When the admission was entered, which can be later than the admission itself.
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null generated always as (
    case when discharged_at is null then 'active' when destination = 'OTHER_HOSPITAL' then 'transferred' else 'discharged' end
  ) stored,
  -- The id while the patient is admitted (see stay.open_admission_id).
  active_id uuid generated always as (case when discharged_at is null then id end) stored
    constraint admission_active_once unique,
  active_patient_id uuid generated always as (case when discharged_at is null then patient_id end) stored,
  -- True only for an admission that overlapped an earlier one before admission_one_at_a_time existed. It stays as it was
  -- entered, because only the hospital can know which of the two is wrong.
  overlapped_before_rule boolean not null default false,
  -- When the discharge was entered, which can be later than the discharge itself.
  discharge_entered_at timestamptz,
  -- A death that was recorded by mistake is taken back. The destination stays on the record as it was entered.
  death_taken_back_at timestamptz,
  death_taken_back_by uuid references staff (id),
  death_taken_back_reason text,
  -- With `summary`, the discharge summary. A doctor signs it once, at the discharge or later (record 64).
  follow_up text,
  summary_by uuid references staff (id),
  summary_at timestamptz,
  -- Only a patient who is alive and not retired can be admitted, and an admitted patient can't be retired.
  constraint admission_active_needs_patient foreign key (active_patient_id) references patient (admittable_id),
  constraint admission_discharged_with_destination check ((discharged_at is null) = (destination is null)),
  constraint admission_discharged_after_admission check (discharged_at >= admitted_at),
  constraint admission_death_taken_back_with_reason check (
    (death_taken_back_at is null) = (death_taken_back_reason is null)
    and (death_taken_back_at is null) = (death_taken_back_by is null)),
  constraint admission_death_taken_back_of_death check (death_taken_back_at is null or destination = 'DIED'),
  constraint admission_summary_after_discharge check (summary_at is null or discharged_at is not null),
  -- Older summaries can lack a signer, because nobody was recorded as having discharged the patient.
  constraint admission_summary_has_time check (
    (summary_at is null) = (summary is null and follow_up is null) and (summary_by is null or summary_at is not null))
);
-- PostgreSQL checks unique and exclusion constraints in the order in which they were made. This one comes before
-- admission_one_at_a_time, so that admitting a patient who is still admitted is refused as exactly that.
create unique index admission_one_active_per_patient on admission (active_patient_id) where active_patient_id is not null;
-- A patient is never in two beds at any recorded time, so the admissions of one patient never overlap.
alter table admission add constraint admission_one_at_a_time
  exclude using gist (patient_id with =, tstzrange(admitted_at, discharged_at) with &&) where (not overlapped_before_rule);
create index admission_of_patient on admission (patient_id, admitted_at desc);
create index admission_by_time on admission (admitted_at desc, id);
-- For lists of one doctor's admissions, which are sorted by time and id in either direction.
create index admission_of_doctor on admission (doctor_id, admitted_at, id);
-- A doctor's inpatients, which the dashboard counts again at every change.
create index admission_active_of_doctor on admission (doctor_id, admitted_at desc, id) where discharged_at is null;
-- For analytics, which read the discharges of a period.
create index admission_by_discharge on admission (discharged_at desc, id) where discharged_at is not null;
-- For the patient's timeline, which reads the newest events of each kind (record 27).
create index admission_discharged_of_patient on admission (patient_id, discharged_at, id) where discharged_at is not null;

-- The time that an admitted patient spends in one bed. A transfer ends one stay and begins another.
create table stay (
  id uuid primary key default gen_random_uuid(),
  admission_id uuid not null references admission (id),
  bed_id uuid not null references bed (id),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Why the patient was moved to this bed.
  reason text,
  open_bed_id uuid generated always as (case when ended_at is null then bed_id end) stored,
  open_admission_id uuid generated always as (case when ended_at is null then admission_id end) stored,
  constraint stay_ends_after_start check (ended_at >= started_at),
  -- Two patients are never in one bed, now or at any recorded time.
  constraint stay_one_per_bed exclude using gist (bed_id with =, tstzrange(started_at, ended_at) with &&),
  -- One patient is never in two beds.
  constraint stay_one_per_admission exclude using gist (admission_id with =, tstzrange(started_at, ended_at) with &&),
  -- A bed that is in maintenance or retired can't be used, and a bed in use can't become either.
  constraint stay_open_needs_usable_bed foreign key (open_bed_id) references bed (usable_id),
  -- An open stay needs an open admission, so a discharge has to end it.
  constraint stay_open_needs_active_admission foreign key (open_admission_id) references admission (active_id)
);
create index stay_open on stay (open_bed_id) where open_bed_id is not null;
create index stay_of_admission on stay (admission_id, started_at);
-- Every discharge and transfer asks for the open stay of an admission, and so does PostgreSQL whenever an admission ends.
-- Without this index, each of them would read every stay ever recorded.
create index stay_of_open_admission on stay (open_admission_id) where open_admission_id is not null;
-- For the occupancy of a past period.
create index stay_by_time on stay using gist (tstzrange(started_at, ended_at));

create type acuity as enum ('STABLE', 'IMPROVING', 'SERIOUS', 'CRITICAL');

-- How ill an admitted patient was each time someone assessed it. Entries are added, and never changed.
create table acuity_entry (
  id bigint generated always as identity primary key,
  admission_id uuid not null references admission (id),
  acuity acuity not null,
  note text,
  by_staff_id uuid not null references staff (id),
  at timestamptz not null default now()
);
create index acuity_entry_latest on acuity_entry (admission_id, id desc);
