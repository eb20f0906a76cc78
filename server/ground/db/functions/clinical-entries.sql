-- The rules that all clinical entries share: allergies, medications, problems, visit notes and vital signs (in tables/).
-- Record 24 says how to add another kind. Triggers of one table fire in the order of their names.

-- An entry needs a patient on record, merged or not, because a change of an entry stays in its record; and a time between that patient's birth and death. `tg_argv[0]` names the column that
-- says when the entry was true. With the key lock, two people can write at once, but a death or a deletion at that moment
-- waits, or is seen here.
create or replace function keep_clinical_entry() returns trigger language plpgsql as $$
declare
  true_at timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  of_patient record;
begin
  select retired_at, merged_into, deceased_at, date_of_birth into of_patient from patient where id = new.patient_id for key share;
  if of_patient.retired_at is not null and of_patient.merged_into is null then
    raise exception 'the record was removed'
      using errcode = 'check_violation', constraint = 'clinical_entry_needs_patient';
  end if;
  if true_at > of_patient.deceased_at then
    raise exception 'the patient had died'
      using errcode = 'check_violation', constraint = 'clinical_entry_before_death';
  end if;
  if (true_at at time zone (select time_zone from hospital))::date < of_patient.date_of_birth then
    raise exception 'the patient was not born yet'
      using errcode = 'check_violation', constraint = 'clinical_entry_after_birth';
  end if;
  -- Clocks differ by a minute at most.
  if true_at > clock_timestamp() + interval '1 minute' then
    raise exception 'this is still to come'
      using errcode = 'check_violation', constraint = 'clinical_entry_not_in_future';
  end if;
  return new;
end $$;

-- `allergy_at_its_place` fires before this one, because it needs a stronger lock on the patient. If the key lock came first,
-- a transaction that waits for the whole row could come in between, and each would wait for the other.
create or replace trigger allergy_kept before insert on allergy
  for each row execute function keep_clinical_entry('recorded_at');
create or replace trigger medication_kept before insert on medication
  for each row execute function keep_clinical_entry('recorded_at');
create or replace trigger problem_kept before insert on problem
  for each row execute function keep_clinical_entry('recorded_at');
create or replace trigger visit_note_kept before insert on visit_note
  for each row execute function keep_clinical_entry('seen_at');
create or replace trigger vital_signs_kept before insert on vital_signs
  for each row execute function keep_clinical_entry('taken_at');

-- An entry is struck through only once, and the clock sets the time.
create or replace function strike_clinical_entry() returns trigger language plpgsql as $$
begin
  if old.struck_at is not null then
    raise exception 'it is struck through already'
      using errcode = 'check_violation', constraint = 'clinical_entry_struck_once';
  end if;
  new.struck_at := clock_timestamp();
  return new;
end $$;

-- An update of an entry is a strike, except that allergies are also replaced, and drafts of notes edited.
create or replace trigger allergy_struck before update of struck_by, struck_reason on allergy
  for each row execute function strike_clinical_entry();
create or replace trigger medication_struck before update on medication
  for each row execute function strike_clinical_entry();
create or replace trigger problem_struck before update on problem
  for each row execute function strike_clinical_entry();
create or replace trigger visit_note_struck before update on visit_note
  for each row when (old.struck_at is not null or new.struck_by is not null) execute function strike_clinical_entry();
create or replace trigger vital_signs_struck before update on vital_signs
  for each row execute function strike_clinical_entry();

-- Notifies the server of a change under the noun in `tg_argv[0]`, with the patient whose record shows the entry.
create or replace function tell_clinical_entry() returns trigger language plpgsql as $$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat(tg_argv[0], ':', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $$;

create or replace trigger allergy_live after insert or update on allergy
  for each row execute function tell_clinical_entry('allergy');
create or replace trigger medication_live after insert or update on medication
  for each row execute function tell_clinical_entry('medication');
create or replace trigger medication_stop_live after insert on medication_stop
  for each row execute function tell_clinical_entry('medication');
create or replace trigger problem_live after insert or update on problem
  for each row execute function tell_clinical_entry('problem');
create or replace trigger problem_resolution_live after insert on problem_resolution
  for each row execute function tell_clinical_entry('problem');
create or replace trigger visit_note_live after insert or update on visit_note
  for each row execute function tell_clinical_entry('visit-note');
create or replace trigger visit_note_amendment_live after insert on visit_note_amendment
  for each row execute function tell_clinical_entry('visit-note');
create or replace trigger vital_signs_live after insert or update on vital_signs
  for each row execute function tell_clinical_entry('vital-signs');
create or replace trigger news2_alert_live after insert or update on news2_alert
  for each row execute function tell_clinical_entry('news2-alert');
-- What the store issues to a patient is part of their record (record 68).
create or replace trigger movement_to_patient_live after insert on stock_movement
  for each row when (new.patient_id is not null) execute function tell_clinical_entry('stock-movement');
