-- Medicines that doctors prescribe, as clinical entries (records 24 and 25). The lists are those of
-- contract/clinical/medications.ts.

create type dose_unit as enum ('MG', 'G', 'MICROGRAM', 'UNIT', 'INTERNATIONAL_UNIT', 'ML', 'MMOL', 'TABLET', 'CAPSULE',
  'DROP', 'PUFF', 'PATCH', 'SUPPOSITORY', 'APPLICATION');
create type medication_route as enum ('ORAL', 'SUBLINGUAL', 'INTRAVENOUS', 'INTRAMUSCULAR', 'SUBCUTANEOUS', 'INHALED',
  'NASAL', 'TOPICAL', 'TRANSDERMAL', 'RECTAL', 'VAGINAL', 'EYE', 'EAR');
create type medication_frequency as enum ('ONCE', 'DAILY', 'IN_THE_MORNING', 'AT_NIGHT', 'TWICE_DAILY',
  'THREE_TIMES_DAILY', 'FOUR_TIMES_DAILY', 'EVERY_4_HOURS', 'EVERY_6_HOURS', 'EVERY_8_HOURS', 'EVERY_12_HOURS',
  'EVERY_OTHER_DAY', 'WEEKLY', 'AS_NEEDED');

create table medication (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  -- As it was written or picked: what the store calls it may change.
  name text not null constraint medication_has_name check (btrim(name) <> ''),
  dose numeric(11, 4) not null constraint medication_dose_above_0 check (dose > 0),
  unit dose_unit not null,
  route medication_route not null,
  frequency medication_frequency not null,
  instructions text,
  starts_on date not null,
  ends_on date,
  -- What it is for.
  reason text,
  -- What was recorded that the patient can't tolerate, and why it is given nevertheless.
  allergy text,
  allergy_reason text,
  -- The stay during which it was prescribed.
  admission_id uuid references admission (id),
  -- What this one is a change of; the other is stopped with it.
  replaces_id uuid constraint medication_changed_once unique,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint medication_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3)),
  constraint medication_ends_after_start check (ends_on >= starts_on),
  constraint medication_allergy_with_reason check (num_nonnulls(allergy, allergy_reason) in (0, 2)),
  constraint medication_of_patient unique (id, patient_id),
  constraint medication_replaces_of_patient foreign key (replaces_id, patient_id) references medication (id, patient_id)
);
create index medication_by_patient on medication (patient_id, recorded_at, id);
create index medication_in_stay on medication (admission_id) where admission_id is not null;

create trigger medication_kept before insert on medication
  for each row execute function keep_clinical_entry('recorded_at');
create trigger medication_struck before update on medication for each row execute function strike_clinical_entry();
create trigger medication_live after insert or update on medication
  for each row execute function tell_clinical_entry('medication');

-- That one was stopped: once, by somebody, for a reason. Appended like the entry itself.
create table medication_stop (
  id uuid constraint medication_stopped_once primary key,
  patient_id uuid not null,
  stopped_at timestamptz not null default clock_timestamp(),
  stopped_by uuid not null references staff (id),
  reason text not null,
  constraint medication_stop_of_patient foreign key (id, patient_id) references medication (id, patient_id)
);
create trigger medication_stop_live after insert on medication_stop
  for each row execute function tell_clinical_entry('medication');
