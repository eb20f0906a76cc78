-- Photos of patients (record 97), as browsers crop and encode them. A replaced photo is not kept.
create table patient_photo (
  patient_id uuid primary key constraint patient_photo_of_patient references patient (id),
  image bytea not null
    constraint patient_photo_is_small check (octet_length(image) <= 102400)
    constraint patient_photo_is_jpeg check (substring(image from 1 for 3) = '\xffd8ff'),
  sha bytea not null generated always as (sha256(image)) stored,
  taken_at timestamptz not null default now(),
  taken_by uuid not null constraint patient_photo_taken_by references staff (id)
);
-- Which photo the patient has; only a trigger of patient_photo writes it. Another photo has another mark.
alter table patient add column photo_mark text;
