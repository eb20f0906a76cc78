-- Alerts for high early warning scores (NEWS2): whether an alert stands, who is notified, and its acknowledgement
-- (record 66).

-- Whether an alert stands.

-- A set counts for a patient in the hospital if it was taken after this time: a day before the admission, or a day before
-- they joined the queue. An older set doesn't show how they are now. It is null for everyone else.
create or replace function news2_counts_from(of_patient uuid) returns timestamptz language sql stable as $$
  select coalesce(
    (select admitted_at from admission where active_patient_id = of_patient),
    (select min(coalesce(queued_at, started_at)) from appointment
     where open_patient_id = of_patient and status in ('IN_QUEUE', 'IN_PROGRESS'))
  ) - interval '24 hours'
$$;

-- An alert stands while its set is the latest full one of a patient of 16 or over who is in the hospital.
create or replace function news2_alert_stands(alert news2_alert) returns boolean language sql stable as $$
  select coalesce((
    select last.id = alert.id and last.taken_at > news2_counts_from(patient.id)
      and date_part('year', age((last.taken_at at time zone (select time_zone from hospital))::date, date_of_birth)) >= 16
    from patient, lateral (
      select one.id, one.taken_at from unnest(record_ids(patient.id)) record cross join lateral (
        select id, taken_at from vital_signs
        where patient_id = record and struck_at is null
          and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
        order by taken_at desc, id desc limit 1
      ) one order by one.taken_at desc, one.id desc limit 1
    ) last
    where patient.id = record_of(alert.patient_id)
  ), false)
$$;

-- Serialises changes to anything that a patient's alerts depend on, so that each sees the one before it.
create or replace function lock_news2_of(of_patient uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('news2 ' || record_of(of_patient), 0))
$$;

-- Acknowledging.

-- Only one doctor can acknowledge an alert, only while it stands, and the clock sets the time. A newer set needs an
-- acknowledgement of its own. Setting `acknowledged_by` to null takes the acknowledgement back.
create or replace function acknowledge_news2_alert() returns trigger language plpgsql as $$
begin
  if old.acknowledged_by is not null and new.acknowledged_by is not null then
    raise exception 'it is acknowledged already'
      using errcode = 'check_violation', constraint = 'news2_alert_acknowledged_once';
  end if;
  if new.acknowledged_by is null then
    new.acknowledged_at := null;
    return new;
  end if;
  perform lock_news2_of(new.patient_id);
  if not news2_alert_stands(new) then
    raise exception 'it is not the latest score'
      using errcode = 'check_violation', constraint = 'news2_alert_acknowledged_while_it_stands';
  end if;
  new.acknowledged_at := clock_timestamp();
  return new;
end $$;

create or replace trigger news2_alert_acknowledged before update of acknowledged_by on news2_alert
  for each row when (old.acknowledged_by is distinct from new.acknowledged_by)
  execute function acknowledge_news2_alert();

-- Notifying at once.

-- The ward of one's own that an inpatient is in.
create or replace function unit_of(of_patient uuid) returns uuid language sql stable as $$
  select bed.unit_id from admission
  join stay on stay.open_admission_id = admission.id
  join bed on bed.id = stay.bed_id
  where admission.active_patient_id = of_patient
$$;

drop function if exists ward_of(uuid);

-- Whether somebody observes patients on a ward: a nurse, or somebody in a role of the hospital's own that may and isn't one of
-- doctors.
create or replace function is_on_wards(one staff) returns boolean language sql stable as $$
  select (one.role = 'nurse') is true
    or (one.own_role in (select own_roles_with('clinical.observe')) and not one.is_doctor) is true
$$;

drop function if exists nurses_told_of_news2(uuid);

-- The nurses of the ward where the patient is, who are signed in: those who have it at this moment (record 93). If there are
-- none but the one who took the set, all who have it at any time are told, so that shifts leave no score unheard.
create or replace function nurses_told_of_news2(of_patient uuid, recorder uuid, moment timestamptz)
returns uuid[] language sql stable as $$
  with reachable as (
    select nurse.id, works_on_at(nurse, there.unit, moment) as is_there
    from staff_who('{nurse}', 'clinical.observe') nurse
    cross join (select unit_of(of_patient) as unit) there
    where active and not is_doctor and nurse.id is distinct from recorder
      and exists (select from session where staff_id = nurse.id and expires_at > clock_timestamp())
      and works_on(nurse, there.unit) and wants_notification(nurse.id, 'HIGH_NEWS2')
  )
  select array_agg(id) from reachable where is_there or not exists (select from reachable where is_there)
$$;

-- The doctor who is responsible is notified: the one of the admission, otherwise the one with the patient, otherwise the one
-- the patient is waiting for. If there is none, or that doctor can't be reached, every signed-in doctor is; if that doctor
-- took the set, none is. The nurses of the ward are notified too. The person who took the set is not.
create or replace function told_of_news2(alert news2_alert) returns uuid[] language plpgsql stable as $$
declare
  attending uuid;
  recorder uuid := (select recorded_by from vital_signs where id = alert.id);
  signed_in uuid[] := doctors_signed_in(clock_timestamp());
  patient_now constant uuid := record_of(alert.patient_id);
  nurses uuid[] := coalesce(nurses_told_of_news2(patient_now, recorder, clock_timestamp()), '{}');
begin
  select doctor_id into attending from (
    select doctor_id, 1 as place from admission where active_patient_id = patient_now and doctor_id is not null
    union all
    select case status when 'IN_PROGRESS' then coalesce(status_by, doctor_id) else doctor_id end,
      case status when 'IN_PROGRESS' then 2 else 3 end
    from appointment where open_patient_id = patient_now and status in ('IN_QUEUE', 'IN_PROGRESS')
    order by place limit 1
  ) responsible;
  if attending = recorder then
    return nurses;
  end if;
  if attending is not null and attending = any (signed_in) and wants_notification(attending, 'HIGH_NEWS2') then
    return array[attending] || nurses;
  end if;
  return array_remove(array_remove(signed_in, recorder) || attending, null) || nurses;
end $$;

-- Updates the notifications of a patient's high scores: an open alert that stands is notified, and the notifications of
-- every other one are deleted.
create or replace function refresh_news2_alerts(of_patient uuid) returns void language plpgsql as $$
declare
  alert news2_alert;
  their_unit uuid;
begin
  perform lock_news2_of(of_patient);
  their_unit := unit_of(record_of(of_patient));
  for alert in select * from news2_alert where patient_id = any (record_ids(of_patient)) order by id loop
    if alert.acknowledged_at is null and news2_alert_stands(alert) then
      perform raise_notification('HIGH_NEWS2', alert.id, told_of_news2(alert), with_score => alert.score);
      -- The nurses who have the ward that the patient has left, and never the one where they are now.
      delete from notification where cause = alert.id and staff_id in (
        select id from staff_who('{nurse}', 'clinical.observe') nurse
        where not is_doctor and not works_on(nurse, their_unit));
    else
      delete from notification where cause = alert.id;
    end if;
  end loop;
end $$;

-- The triggers of the next two functions fire at the end of the transaction, when it holds all its other locks, so that
-- the lock on the patient's alerts can't cause a deadlock. They cover everything that can make an alert stand or fall, or
-- change the doctor who is responsible.
create or replace function news2_alerts_changed() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(new.patient_id);
  return null;
end $$;

drop trigger if exists news2_alert_notified on news2_alert;
create constraint trigger news2_alert_notified after insert or update on news2_alert
  deferrable initially deferred for each row execute function news2_alerts_changed();
-- A newer full set ends the alerts of earlier ones, whatever its own score.
drop trigger if exists vital_signs_newer_score on vital_signs;
create constraint trigger vital_signs_newer_score after insert on vital_signs
  deferrable initially deferred for each row
  when (num_nulls(new.temperature, new.pulse, new.respiratory_rate, new.systolic, new.oxygen_saturation,
    new.consciousness, new.oxygen) = 0)
  execute function news2_alerts_changed();
-- The set before the struck one becomes the latest again, and its alert stands again.
drop trigger if exists vital_signs_struck_score on vital_signs;
create constraint trigger vital_signs_struck_score after update on vital_signs
  deferrable initially deferred for each row when (old.struck_at is null and new.struck_at is not null)
  execute function news2_alerts_changed();
drop trigger if exists admission_news2 on admission;
create constraint trigger admission_news2 after insert on admission
  deferrable initially deferred for each row execute function news2_alerts_changed();
drop trigger if exists admission_changed_news2 on admission;
create constraint trigger admission_changed_news2 after update on admission
  deferrable initially deferred for each row
  when ((old.discharged_at, old.doctor_id) is distinct from (new.discharged_at, new.doctor_id))
  execute function news2_alerts_changed();
drop trigger if exists appointment_news2 on appointment;
create constraint trigger appointment_news2 after insert on appointment
  deferrable initially deferred for each row when (new.status in ('IN_QUEUE', 'IN_PROGRESS'))
  execute function news2_alerts_changed();
drop trigger if exists appointment_changed_news2 on appointment;
create constraint trigger appointment_changed_news2 after update on appointment
  deferrable initially deferred for each row
  when ((old.status, old.doctor_id) is distinct from (new.status, new.doctor_id)
    and (old.status in ('IN_QUEUE', 'IN_PROGRESS') or new.status in ('IN_QUEUE', 'IN_PROGRESS')))
  execute function news2_alerts_changed();

-- A transfer is told to the nurses of the other ward. The first stay begins with its admission, which has its own trigger.
create or replace function news2_alerts_moved() returns trigger language plpgsql as $$
begin
  if exists (select from stay where admission_id = new.admission_id and id <> new.id) then
    perform refresh_news2_alerts(patient_id) from admission where id = new.admission_id;
  end if;
  return null;
end $$;

drop trigger if exists stay_news2 on stay;
create constraint trigger stay_news2 after insert on stay
  deferrable initially deferred for each row execute function news2_alerts_moved();

create or replace function news2_alerts_of_bed_moved() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(active_patient_id) from admission
  join stay on stay.open_admission_id = admission.id where stay.open_bed_id = new.id;
  return null;
end $$;

drop trigger if exists bed_news2 on bed;
create constraint trigger bed_news2 after update on bed
  deferrable initially deferred for each row when (old.unit_id <> new.unit_id)
  execute function news2_alerts_of_bed_moved();

create or replace function news2_alerts_of_patient_changed() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(new.id);
  return null;
end $$;

drop trigger if exists patient_age_news2 on patient;
create constraint trigger patient_age_news2 after update on patient
  deferrable initially deferred for each row when (old.date_of_birth is distinct from new.date_of_birth)
  execute function news2_alerts_of_patient_changed();

-- A set that was recorded in error is no news, so its notifications are deleted.
create or replace function forget_struck_signs() returns trigger language plpgsql as $$
begin
  delete from notification where cause = new.id;
  return null;
end $$;

create or replace trigger vital_signs_struck_notified after update on vital_signs
  for each row when (old.struck_at is null and new.struck_at is not null) execute function forget_struck_signs();

-- Notifying later. Alerts older than 30 days are left alone, because notifications that old are deleted.

-- Notifies every signed-in doctor of unacknowledged alerts after 15 minutes, and every 15 minutes after that. Doctors who
-- sign in meanwhile are notified too, and so are those who turned these notifications off. Nurses of the ward whose shift began,
-- or who were missed because the alert was being changed when they signed in, are notified as well. A patient whose alert is being changed is
-- left for the next run.
create or replace function tell_news2_again(at timestamptz) returns void language plpgsql as $$
declare
  alert news2_alert;
  each_time constant interval := interval '15 minutes';
begin
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at > at - interval '30 days' order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || record_of(alert.patient_id), 0));
    -- Read it again now that no one else can change it.
    select * into alert from news2_alert where id = alert.id;
    continue when alert.acknowledged_at is not null or not news2_alert_stands(alert);
    insert into notification (staff_id, kind, cause, score, raised_at)
    select who, 'HIGH_NEWS2', alert.id, alert.score, alert.raised_at from unnest(nurses_told_of_news2(
      record_of(alert.patient_id), (select recorded_by from vital_signs where id = alert.id), at)) who
    on conflict on constraint notification_once do nothing;
    continue when alert.raised_at > at - each_time;
    if alert.doctors_told_at > at - each_time then
      insert into notification (staff_id, kind, cause, score, raised_at)
      select who, 'HIGH_NEWS2', alert.id, alert.score, alert.doctors_told_at from unnest(doctors_signed_in(at)) who
      on conflict on constraint notification_once do nothing;
    else
      update news2_alert set doctors_told_at = at where id = alert.id;
      insert into notification as known (staff_id, kind, cause, score, raised_at)
      select who, 'HIGH_NEWS2', alert.id, alert.score, at from unnest(doctors_signed_in(at)) who
      on conflict on constraint notification_once do update set raised_at = excluded.raised_at, read_at = null;
    end if;
  end loop;
end $$;

-- Raises the alerts that already stand when someone starts work as a doctor, signs in or takes up a ward as a nurse, or turns
-- these notifications on again.
create or replace function raise_standing_news2(who uuid) returns void language plpgsql as $$
declare
  alert news2_alert;
  responds boolean;
  is_on_ward boolean;
begin
  select exists (select from staff_who('{doctor}', 'clinical.respond') where id = who), is_on_wards(staff)
      and (ward is not null or exists (select from staff_shift where staff_id = who))
  into responds, is_on_ward
  from staff where id = who and active;
  if responds is not true and is_on_ward is not true then
    return;
  end if;
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at > now() - interval '30 days'
      and (responds or record_of(patient_id) in (
        select active_patient_id from bed
        join stay on stay.open_bed_id = bed.id
        join admission on admission.id = stay.open_admission_id
        join staff on staff.id = who
        where is_on_ward and works_on(staff, bed.unit_id)))
    order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || record_of(alert.patient_id), 0));
    select * into alert from news2_alert where id = alert.id;
    if alert.acknowledged_at is null and news2_alert_stands(alert)
        and (alert.doctors_told_at is not null and responds or who = any (told_of_news2(alert))) then
      perform raise_notification('HIGH_NEWS2', alert.id, array[who], with_score => alert.score,
        at => coalesce(alert.doctors_told_at, alert.raised_at));
    end if;
  end loop;
end $$;

-- A nurse who has another ward in a shift is notified of its scores, and no longer of those of a ward that they never have.
create or replace function news2_of_shift_changed() returns trigger language plpgsql as $$
declare
  who uuid := coalesce(new.staff_id, old.staff_id);
begin
  if exists (select from staff where id = who and is_on_wards(staff)) then
    -- Alerts are locked in the order in which others visit them.
    delete from notification where id in (
      select notification.id from notification
      join news2_alert alert on alert.id = notification.cause
      join staff on staff.id = who
      where notification.staff_id = who and kind = 'HIGH_NEWS2' and not works_on(staff, unit_of(record_of(alert.patient_id)))
      order by notification.cause for update of notification);
    perform raise_standing_news2(who);
  end if;
  return null;
end $$;
create or replace trigger staff_shift_notified after insert or update or delete on staff_shift
  for each row execute function news2_of_shift_changed();

-- A nurse who signs in is notified of the scores that stand on the ward.
create or replace function tell_nurse_of_standing_news2() returns trigger language plpgsql as $$
begin
  if exists (select from staff where id = new.staff_id and is_on_wards(staff)) then
    perform raise_standing_news2(new.staff_id);
  end if;
  return null;
end $$;
create or replace trigger session_nurse_told after insert on session
  for each row execute function tell_nurse_of_standing_news2();

-- The doctors who are signed in. All of them are notified of a high NEWS2 if the doctor in charge can't be reached, and if no doctor acknowledges it in time
-- (record 66). Null if there are none.
create or replace function doctors_signed_in(at timestamptz) returns uuid[] language sql stable as $$
  select array_agg(id order by id) from staff_who('{doctor}', 'clinical.respond') doctor
  where active and exists (select from session where staff_id = doctor.id and expires_at > at)
$$;
