-- Lets an exclusion constraint compare a bed's id for equality beside times for overlap.
create extension if not exists btree_gist;

create type ward as enum ('GENERAL', 'ICU', 'EMERGENCY', 'PEDIATRIC', 'MATERNITY', 'PSYCHIATRIC');
create type destination as enum ('HOME', 'OTHER_HOSPITAL', 'AGAINST_ADVICE', 'DIED');
create type patient_condition as enum ('STABLE', 'IMPROVING', 'SERIOUS', 'CRITICAL');

-- Whether a bed goes to maintenance to be cleaned when its patient leaves.
alter table hospital add column cleans_after_discharge boolean not null default false;
alter table hospital add column version integer not null default 1;

alter table patient add column deceased_at timestamptz;
-- The id while the patient can be admitted: current and alive (see admission.active_patient_id).
alter table patient add column admittable_id uuid
  generated always as (case when retired_at is null and deceased_at is null then id end) stored
  constraint patient_admittable_once unique;

create table bed (
  id uuid primary key default gen_random_uuid(),
  bed_number text not null,
  ward ward not null,
  notes text,
  -- Why and since when nobody can lie in it; null means that somebody can.
  maintenance_since timestamptz,
  maintenance_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted bed that patients have lain in stays, for their history.
  retired_at timestamptz,
  -- The id while somebody can lie in it (see stay.open_bed_id).
  usable_id uuid generated always as (case when maintenance_since is null and retired_at is null then id end) stored
    constraint bed_usable_once unique,
  constraint bed_maintenance_with_reason check ((maintenance_since is null) = (maintenance_reason is null))
);
create unique index bed_number_once on bed (fold(bed_number)) where retired_at is null;

create table admission (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null generated always as (
    case when discharged_at is null then 'active' when destination = 'OTHER_HOSPITAL' then 'transferred' else 'discharged' end
  ) stored,
  active_id uuid generated always as (case when discharged_at is null then id end) stored
    constraint admission_active_once unique,
  active_patient_id uuid generated always as (case when discharged_at is null then patient_id end) stored,
  -- Only a current, living patient is admitted, and nobody admitted is retired: one foreign key says both.
  constraint admission_active_needs_patient foreign key (active_patient_id) references patient (admittable_id),
  constraint admission_discharged_with_destination check ((discharged_at is null) = (destination is null)),
  constraint admission_discharged_after_admission check (discharged_at >= admitted_at)
);
create unique index admission_one_active_per_patient on admission (active_patient_id) where active_patient_id is not null;
create index admission_of_patient on admission (patient_id, admitted_at desc);
create index admission_by_time on admission (admitted_at desc, id);

-- Where an admitted patient lay, and when. Occupied is never stored: a bed is occupied while a stay in it is open.
create table stay (
  id uuid primary key default gen_random_uuid(),
  admission_id uuid not null references admission (id),
  bed_id uuid not null references bed (id),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Why the patient was moved here.
  reason text,
  open_bed_id uuid generated always as (case when ended_at is null then bed_id end) stored,
  open_admission_id uuid generated always as (case when ended_at is null then admission_id end) stored,
  constraint stay_ends_after_start check (ended_at >= started_at),
  -- Two patients are never in one bed, now or at any time that is recorded.
  constraint stay_one_per_bed exclude using gist (bed_id with =, tstzrange(started_at, ended_at) with &&),
  -- And one patient is never in two.
  constraint stay_one_per_admission exclude using gist (admission_id with =, tstzrange(started_at, ended_at) with &&),
  -- Nobody lies in a bed that is in maintenance or gone, and a bed in use can't become either.
  constraint stay_open_needs_usable_bed foreign key (open_bed_id) references bed (usable_id),
  -- An open stay belongs to an open admission: discharging ends it.
  constraint stay_open_needs_active_admission foreign key (open_admission_id) references admission (active_id)
);
create index stay_open on stay (open_bed_id) where open_bed_id is not null;
create index stay_of_admission on stay (admission_id, started_at);

-- How an admitted patient was, each time somebody recorded it. Only ever added to.
create table condition_entry (
  id bigint generated always as identity primary key,
  admission_id uuid not null references admission (id),
  condition patient_condition not null,
  note text,
  by_staff_id uuid not null references staff (id),
  at timestamptz not null default now()
);
create index condition_entry_latest on condition_entry (admission_id, id desc);

create trigger bed_live after insert or update or delete on bed for each row execute function tell_change('bed');
create trigger admission_live after insert or update on admission
  for each row execute function tell_change('admission');
-- A stay that begins or ends changes its bed.
create function tell_bed_of_stay() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'bed:' || new.bed_id);
  return null;
end $$;
create trigger stay_live after insert or update on stay for each row execute function tell_bed_of_stay();
create function tell_admission_of_condition() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'admission:' || new.admission_id);
  return null;
end $$;
create trigger condition_live after insert on condition_entry
  for each row execute function tell_admission_of_condition();
