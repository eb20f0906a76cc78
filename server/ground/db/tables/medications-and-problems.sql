-- Medications that doctors prescribe, the formulary that their doses are compared with, and diagnoses (records 25 and 67).
-- Medications and problems are clinical entries (see allergies.sql), so they aren't edited: a stop or a resolution is a row of its own,
-- and a changed prescription is a stop and a new entry.

-- The same lists as in contract/clinical/medications.ts. Words whose abbreviations are misread (U, IU, QD) are written out.
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
  -- As the doctor wrote it or picked it from the store. It doesn't reference the item, because the store renames and
  -- deletes items, and a doctor may prescribe what the store never had.
  name text not null constraint medication_has_name check (btrim(name) <> ''),
  dose numeric(11, 4) not null constraint medication_dose_above_0 check (dose > 0),
  unit dose_unit not null,
  route medication_route not null,
  frequency medication_frequency not null,
  instructions text,
  starts_on date not null,
  ends_on date,
  -- The condition that it treats.
  reason text,
  -- The recorded allergies that the medicine matched, and why it is given all the same.
  allergy text,
  allergy_reason text,
  -- The admission during which it was prescribed.
  admission_id uuid references admission (id),
  -- The entry that this one changes, which is stopped in the same transaction. It is unique so that two doctors can't
  -- both change one entry and leave the patient with two.
  replaces_id uuid constraint medication_changed_once unique,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  -- The weight, in kilograms, that was used to check the dose.
  weight numeric(5, 2) constraint medication_weight_above_0 check (weight > 0),
  -- The question that the check raised about the dose, and why the dose is right all the same.
  dose_question text,
  dose_reason text,
  constraint medication_ends_after_start check (ends_on >= starts_on),
  constraint medication_allergy_with_reason check (num_nonnulls(allergy, allergy_reason) in (0, 2)),
  constraint medication_dose_question_with_reason check (num_nonnulls(dose_question, dose_reason) in (0, 2)),
  constraint medication_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3)),
  -- Changes and stops refer to an entry together with its patient, so that they can't be about another patient's.
  constraint medication_of_patient unique (id, patient_id),
  constraint medication_replaces_of_patient foreign key (replaces_id, patient_id) references medication (id, patient_id)
);
create index medication_by_patient on medication (patient_id, recorded_at, id);
create index medication_in_stay on medication (admission_id) where admission_id is not null;

-- The stop of a medication. It has the medication's id as its key, so that two doctors can't both stop one.
create table medication_stop (
  id uuid constraint medication_stopped_once primary key,
  patient_id uuid not null,
  stopped_at timestamptz not null default clock_timestamp(),
  stopped_by uuid not null references staff (id),
  reason text not null,
  constraint medication_stop_of_patient foreign key (id, patient_id) references medication (id, patient_id)
);
-- For the patient's timeline, which reads the newest events of each kind (record 27).
create index medication_stop_of_patient_by_time on medication_stop (patient_id, stopped_at, id);

-- The hospital's own formulary: the largest doses of a medicine. A prescriber who exceeds them is asked for a reason.
create table formulary_medicine (
  id uuid primary key default gen_random_uuid(),
  -- The substance. Brands and misspellings are matched to it.
  name text not null constraint formulary_medicine_has_name check (btrim(name) <> ''),
  -- Null applies to every route without a row of its own.
  route medication_route,
  -- The unit of all the maxima.
  unit dose_unit not null,
  max_dose numeric(11, 4) not null constraint formulary_medicine_dose_above_0 check (max_dose > 0),
  max_daily_dose numeric(11, 4),
  -- Single maxima for children, and for adults with a low weight. If both are null, the formulary has no dose for them.
  max_dose_per_kg numeric(11, 4) constraint formulary_medicine_per_kg_above_0 check (max_dose_per_kg > 0),
  max_child_dose numeric(11, 4) constraint formulary_medicine_child_above_0 check (max_child_dose > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A row that breaks these has a typing error, and would question right doses or let wrong ones through.
  constraint formulary_medicine_daily_at_least_single check (max_daily_dose >= max_dose),
  constraint formulary_medicine_per_kg_within_single check (max_dose_per_kg <= max_dose),
  constraint formulary_medicine_child_within_single check (max_child_dose <= max_dose)
);
-- Two rows for one substance and route would contradict each other. The row for all other routes is also the only one.
create unique index formulary_medicine_once on formulary_medicine (fold(name), route) nulls not distinct;

-- Diagnoses. The medical history that reception types is the patient's own column.
create table problem (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  diagnosis text not null constraint problem_has_diagnosis check (btrim(diagnosis) <> ''),
  -- An ICD-10 code in its printed form: E11, E11.9. Only the form is checked, because the classification differs from
  -- country to country.
  icd10 text constraint problem_icd10 check (icd10 ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$'),
  onset_on date,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint problem_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3)),
  -- For the resolution, which refers to a problem together with its patient.
  constraint problem_of_patient unique (id, patient_id)
);
create index problem_by_patient on problem (patient_id, recorded_at, id);

-- The end of a problem, with the problem's id as its key: it is resolved once.
create table problem_resolution (
  id uuid constraint problem_resolved_once primary key,
  patient_id uuid not null,
  resolved_on date not null,
  recorded_at timestamptz not null default clock_timestamp(),
  resolved_by uuid not null references staff (id),
  constraint problem_resolution_of_patient foreign key (id, patient_id) references problem (id, patient_id)
);
-- For the timeline.
create index problem_resolution_of_patient_by_time on problem_resolution (patient_id, recorded_at, id);
