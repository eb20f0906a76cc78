-- What a doctor writes of a consultation (record 26): a draft until it is signed, and from then on what was signed, to
-- which amendments are added. A clinical entry (record 24), but for the draft.

create table visit_note (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  appointment_id uuid not null references appointment (id),
  -- When the consultation began: what the note tells was true then, whenever it is written.
  seen_at timestamptz not null,
  reason text,
  findings text,
  assessment text,
  plan text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  signed_at timestamptz,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint visit_note_says_something check (num_nonnulls(reason, findings, assessment, plan) > 0),
  constraint visit_note_struck_when_signed check (struck_at is null or signed_at is not null),
  constraint visit_note_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create index visit_note_of_patient on visit_note (patient_id, seen_at, id);
create index visit_note_of_appointment on visit_note (appointment_id);
-- Whoever writes, there is one note of a consultation that counts.
create unique index visit_note_once on visit_note (appointment_id) where struck_at is null;

-- Of a consultation of this patient that has begun. The patient is locked before it (`visit_note_kept` comes first).
create function keep_visit_note() returns trigger language plpgsql as $$
declare
  visit record;
begin
  select patient_id, status into visit from appointment where id = new.appointment_id for share;
  if visit.patient_id <> new.patient_id or visit.status not in ('IN_PROGRESS', 'COMPLETED') then
    raise exception 'the consultation has not begun'
      using errcode = 'check_violation', constraint = 'visit_note_of_visit';
  end if;
  return new;
end $$;

-- What was signed stays as it is; when, the clock says.
create function keep_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null and (new.reason, new.findings, new.assessment, new.plan, new.signed_at, new.seen_at,
      new.version, new.updated_at, new.patient_id, new.appointment_id, new.recorded_by, new.recorded_at)
    is distinct from (old.reason, old.findings, old.assessment, old.plan, old.signed_at, old.seen_at,
      old.version, old.updated_at, old.patient_id, old.appointment_id, old.recorded_by, old.recorded_at) then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  if old.signed_at is null and new.signed_at is not null then
    new.signed_at := clock_timestamp();
  end if;
  return new;
end $$;

create trigger visit_note_kept before insert on visit_note for each row execute function keep_clinical_entry('seen_at');
create trigger visit_note_of_visit before insert on visit_note for each row execute function keep_visit_note();
create trigger visit_note_signed before update on visit_note for each row execute function keep_signed_note();
create trigger visit_note_struck before update on visit_note for each row
  when (old.struck_at is not null or new.struck_by is not null) execute function strike_clinical_entry();
create trigger visit_note_live after insert or update on visit_note
  for each row execute function tell_clinical_entry('visit-note');

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

create function keep_amendment() returns trigger language plpgsql as $$
declare
  note record;
begin
  select patient_id, signed_at, struck_at into note from visit_note where id = new.visit_note_id for share;
  if note.patient_id <> new.patient_id or note.signed_at is null then
    raise exception 'it is not signed'
      using errcode = 'check_violation', constraint = 'visit_note_amended_when_signed';
  end if;
  if note.struck_at is not null then
    raise exception 'it is struck through'
      using errcode = 'check_violation', constraint = 'clinical_entry_struck_once';
  end if;
  return new;
end $$;
create trigger visit_note_amendment_kept before insert on visit_note_amendment
  for each row execute function keep_amendment();
create trigger visit_note_amendment_live after insert on visit_note_amendment
  for each row execute function tell_clinical_entry('visit-note');
