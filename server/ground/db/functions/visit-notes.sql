-- Notes of consultations: which consultation can have one, and what stays as it was once a note is signed (record 26).

-- A note belongs to a consultation of the same patient that has begun. `visit_note_kept` fires before this, so the patient
-- is locked before the appointment (record 6 has the order of locks).
create or replace function keep_visit_note() returns trigger language plpgsql as $$
declare
  visit record;
begin
  select patient_id, status, started_at into visit from appointment where id = new.appointment_id for share;
  if visit.patient_id <> new.patient_id or visit.status not in ('IN_PROGRESS', 'COMPLETED') then
    raise exception 'the consultation has not begun'
      using errcode = 'check_violation', constraint = 'visit_note_of_visit';
  end if;
  -- The statement read the appointment before the visit that is being started at the same moment.
  new.seen_at := coalesce(new.seen_at, visit.started_at);
  return new;
end $$;

create or replace trigger visit_note_of_visit before insert on visit_note for each row execute function keep_visit_note();

-- A signed note can't change, and the clock sets the time of signing. The note of a patient who went back into the queue
-- can't be signed until they are called again.
create or replace function keep_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null and (new.reason, new.findings, new.assessment, new.plan, new.signed_at, new.seen_at,
      new.version, new.updated_at, new.patient_id, new.appointment_id, new.recorded_by, new.recorded_at)
    is distinct from (old.reason, old.findings, old.assessment, old.plan, old.signed_at, old.seen_at,
      old.version, old.updated_at, old.patient_id, old.appointment_id, old.recorded_by, old.recorded_at) then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  if old.signed_at is null and new.signed_at is not null then
    perform from appointment where id = new.appointment_id and status = 'IN_QUEUE' for share;
    if found then
      raise exception 'the patient is back in the queue'
        using errcode = 'check_violation', constraint = 'visit_note_not_signed_while_waiting';
    end if;
    new.signed_at := clock_timestamp();
  end if;
  return new;
end $$;

create or replace trigger visit_note_signed before update on visit_note for each row execute function keep_signed_note();

-- Only a signed note of the same patient is amended. One that was struck through doesn't count, so it isn't amended either.
create or replace function keep_amendment() returns trigger language plpgsql as $$
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

create or replace trigger visit_note_amendment_kept before insert on visit_note_amendment
  for each row execute function keep_amendment();

-- A takeover changes the author of the draft, if the author's account is deactivated. The lock on the account makes a
-- reactivation at the same moment come before or after. It is a security definer because the server can't change authors.
create or replace function take_over_draft() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  note record;
begin
  select recorded_by, signed_at into note from visit_note where id = new.visit_note_id for update;
  if note.signed_at is not null then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  perform from staff where id = new.taken_from and id = note.recorded_by and not active for share;
  if not found then
    raise exception 'its author can still sign in'
      using errcode = 'check_violation', constraint = 'visit_note_taken_from_absent_author';
  end if;
  update visit_note set recorded_by = new.taken_by, version = version + 1, updated_at = now()
  where id = new.visit_note_id;
  return new;
end $$;

create or replace trigger visit_note_taken_over before insert on visit_note_takeover
  for each row execute function take_over_draft();
