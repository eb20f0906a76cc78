-- Diagnoses that doctors record, as clinical entries (records 24 and 25), beside the text of the medical history. That one
-- is resolved is another row, as a medication's stop is.

create table problem (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  diagnosis text not null constraint problem_has_diagnosis check (btrim(diagnosis) <> ''),
  -- ICD-10, as its printed form is: E11, E11.9.
  icd10 text constraint problem_icd10 check (icd10 ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$'),
  onset_on date,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint problem_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3)),
  constraint problem_of_patient unique (id, patient_id)
);
create index problem_by_patient on problem (patient_id, recorded_at, id);

create trigger problem_kept before insert on problem for each row execute function keep_clinical_entry('recorded_at');
create trigger problem_struck before update on problem for each row execute function strike_clinical_entry();
create trigger problem_live after insert or update on problem
  for each row execute function tell_clinical_entry('problem');

create table problem_resolution (
  id uuid constraint problem_resolved_once primary key,
  patient_id uuid not null,
  resolved_on date not null,
  recorded_at timestamptz not null default clock_timestamp(),
  resolved_by uuid not null references staff (id),
  constraint problem_resolution_of_patient foreign key (id, patient_id) references problem (id, patient_id)
);
create trigger problem_resolution_live after insert on problem_resolution
  for each row execute function tell_clinical_entry('problem');
