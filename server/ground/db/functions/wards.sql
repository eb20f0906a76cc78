-- Rules of admissions.

-- An admission can be entered up to thirty years late, which lets a hospital begin with patients who have been there for
-- long and refuses a mistyped century, but it can't be before the patient's birth. Locking the patient's row makes two
-- people who admit the same patient take turns.
create or replace function keep_admission_in_time() returns trigger language plpgsql as $$
declare
  born date;
begin
  select date_of_birth into born from patient where id = new.patient_id for no key update;
  if new.admitted_at < now() - interval '30 years' then
    raise exception 'this was too long ago' using errcode = 'check_violation', constraint = 'admission_within_memory';
  end if;
  if (new.admitted_at at time zone (select time_zone from hospital))::date < born then
    raise exception 'the patient was not born yet' using errcode = 'check_violation', constraint = 'admission_after_birth';
  end if;
  return new;
end $$;
create or replace trigger admission_in_time before insert on admission
  for each row execute function keep_admission_in_time();

-- A signed summary can't change, because the patient takes a printed copy home and the record must not differ from it.
-- Later findings are entered as visit notes or other entries (record 64).
create or replace function keep_signed_summary() returns trigger language plpgsql as $$
begin
  raise exception 'the discharge summary is signed'
    using errcode = 'check_violation', constraint = 'admission_summary_signed_once';
end $$;
create or replace trigger admission_summary_signed_once
  before update of summary, follow_up, summary_by, summary_at on admission
  for each row when (old.summary_at is not null
    and (old.summary, old.follow_up, old.summary_by, old.summary_at)
      is distinct from (new.summary, new.follow_up, new.summary_by, new.summary_at))
  execute function keep_signed_summary();

-- Live updates: each change is announced to the screens that show the record (record 16).

-- Admissions show the number and the ward of their bed, so a change to those is announced as `renamed`.
create or replace function tell_bed() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('bed:', coalesce(new.id, old.id), case
    when tg_op = 'UPDATE' and (old.bed_number, old.ward) is distinct from (new.bed_number, new.ward) then ':renamed' end));
  return null;
end $$;
create or replace trigger bed_live after insert or update or delete on bed for each row execute function tell_bed();

-- A stay that begins or ends changes whether its bed is occupied.
create or replace function tell_bed_of_stay() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'bed:' || new.bed_id);
  return null;
end $$;
create or replace trigger stay_live after insert or update on stay for each row execute function tell_bed_of_stay();

create or replace function tell_admission() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('admission:', new.id, ':patient=', new.patient_id));
  return null;
end $$;
create or replace trigger admission_live after insert or update on admission
  for each row execute function tell_admission();

create or replace function tell_admission_of_acuity() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'admission:' || new.admission_id);
  return null;
end $$;
create or replace trigger acuity_live after insert on acuity_entry
  for each row execute function tell_admission_of_acuity();
