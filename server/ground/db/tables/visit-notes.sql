-- What a doctor writes about a consultation (record 26). A note is a draft that its author edits until they sign it. From
-- then on it is a clinical entry (see allergies.sql): it no longer changes, and amendments are added to it.

create table visit_note (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  appointment_id uuid not null references appointment (id),
  -- When the consultation began. The note says what was true then, whenever it is written.
  seen_at timestamptz not null,
  reason text,
  findings text,
  assessment text,
  plan text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Null for a draft.
  signed_at timestamptz,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint visit_note_says_something check (num_nonnulls(reason, findings, assessment, plan) > 0),
  -- A draft isn't evidence yet: its author corrects it instead.
  constraint visit_note_struck_when_signed check (struck_at is null or signed_at is not null),
  constraint visit_note_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create index visit_note_of_patient on visit_note (patient_id, seen_at, id);
create index visit_note_of_appointment on visit_note (appointment_id);
-- Two doctors can see one patient, and two notes about one consultation could contradict each other unnoticed. The second
-- doctor amends the first one's note. A note that was struck through can be followed by another.
create unique index visit_note_once on visit_note (appointment_id) where struck_at is null;

-- Added to a signed note, and never changed.
create table visit_note_amendment (
  id uuid primary key default gen_random_uuid(),
  visit_note_id uuid not null references visit_note (id),
  patient_id uuid not null references patient (id),
  text text not null constraint visit_note_amendment_says_something check (btrim(text) <> ''),
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id)
);
create index visit_note_amendment_of_note on visit_note_amendment (visit_note_id, recorded_at, id);

-- A draft whose author can no longer sign in is taken over by another doctor, who then edits and signs it. These rows keep
-- who began it; a trigger changes the note's author.
create table visit_note_takeover (
  id uuid primary key default gen_random_uuid(),
  visit_note_id uuid not null references visit_note (id),
  taken_from uuid not null references staff (id),
  taken_by uuid not null references staff (id),
  taken_at timestamptz not null default clock_timestamp()
);
create index visit_note_takeover_of_note on visit_note_takeover (visit_note_id, taken_at, id);
