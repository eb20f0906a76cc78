-- Allergies are clinical entries, as are medications and problems, visit notes and vital signs: what is recorded about a
-- patient's health. An entry is added and never edited or deleted. One made in error is struck through, once and with a
-- reason: it stays in the history and no longer counts (record 24). functions/clinical-entries.sql has the rules that all
-- entries share.
--
-- This file keeps the one list of a patient's allergies. It has what reception was told, which a doctor confirms or
-- corrects by putting another entry in its place, and what doctors record themselves (record 57).

create type allergy_severity as enum ('MILD', 'MODERATE', 'SEVERE');
-- REPORTED: as the patient or someone else said, to be confirmed by a doctor.
create type allergy_certainty as enum ('REPORTED', 'SUSPECTED', 'CONFIRMED');

create table allergy (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  substance text not null constraint allergy_names_substance check (btrim(substance) <> ''),
  reaction text,
  -- Null for a report by someone who didn't know how severe it is, and for 'none known'.
  severity allergy_severity,
  certainty allergy_certainty not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Null for text that was typed before allergies were entries, if the audit trail doesn't say who typed it.
  recorded_by uuid references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  -- The entry says that no allergy is known. `substance` then has the words that were used: 'None known', 'NKDA'.
  is_none_known boolean not null default false,
  -- The entry that this one confirms or corrects.
  replaces_id uuid references allergy (id),
  replaced_at timestamptz,
  -- A doctor's entry has an author, and a severity unless it says that no allergy is known.
  constraint allergy_judged_whole check (
    certainty = 'REPORTED' or (recorded_by is not null and is_none_known = (severity is null))),
  -- 'None known' has no severity or reaction, and is never suspected: it is either reported or confirmed.
  constraint allergy_none_known_is_plain check (
    not is_none_known or (num_nonnulls(severity, reaction) = 0 and certainty <> 'SUSPECTED')),
  -- An entry stops counting for one reason only. A replaced one isn't struck through, because it counts again if its
  -- replacement is.
  constraint allergy_replaced_not_struck check (num_nonnulls(replaced_at, struck_at) < 2),
  constraint allergy_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create index allergy_of_patient on allergy (patient_id, recorded_at, id);
-- One current entry for each substance, and one 'none known', even if two people record it at the same moment. The index
-- holds a hash, because a report can be longer than an index entry may be.
create unique index allergy_once
  on allergy (patient_id, hashtextextended(case when is_none_known then '' else fold(substance) end, 0))
  where struck_at is null and replaced_at is null;
-- Finds the entry that replaced another: the history shows it beside the one it replaced.
create index allergy_replacing on allergy (replaces_id) where replaces_id is not null;
