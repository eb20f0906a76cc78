-- A NEWS2 of 7 or more needs an emergency response, so it stays open until a doctor acknowledges it (record 66). The
-- server works out the score and raises the alert in the statement that records the set. Whether an alert still stands
-- is never stored, because it follows from the patient's sets and from where the patient is.
create table news2_alert (
  -- The set of vital signs.
  id uuid primary key references vital_signs (id),
  patient_id uuid not null references patient (id),
  score smallint not null constraint news2_alert_is_high check (score between 7 and 20),
  raised_at timestamptz not null default clock_timestamp(),
  -- When every signed-in doctor was last notified because no one had acknowledged it.
  doctors_told_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid references staff (id),
  constraint news2_alert_acknowledged_by_someone check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index news2_alert_of_patient on news2_alert (patient_id);
create index news2_alert_unacknowledged on news2_alert (raised_at) where acknowledged_at is null;

create trigger news2_alert_live after insert or update on news2_alert
  for each row execute function tell_clinical_entry('news2-alert');

-- Notifications from before there were alerts become alerts.
insert into news2_alert (id, patient_id, score, raised_at)
select vital_signs.id, patient_id, max(score), min(raised_at)
from notification join vital_signs on vital_signs.id = notification.cause
where kind = 'HIGH_NEWS2' and score between 7 and 20
group by vital_signs.id, patient_id;

-- The earliest time of a set that counts for a patient in the hospital: a day before the admission, or before they
-- joined the queue. An older set doesn't show how they are now. Null for everyone else.
create function news2_counts_from(of_patient uuid) returns timestamptz language sql stable as $$
  select coalesce(
    (select admitted_at from admission where active_patient_id = of_patient),
    (select min(coalesce(queued_at, started_at)) from appointment
     where open_patient_id = of_patient and status in ('IN_QUEUE', 'IN_PROGRESS'))
  ) - interval '24 hours'
$$;

-- Whether its set is the latest full one of an adult in the hospital.
create function news2_alert_stands(alert news2_alert) returns boolean language sql stable as $$
  select coalesce((
    select last.id = alert.id and last.taken_at > news2_counts_from(alert.patient_id)
      and date_part('year', age((last.taken_at at time zone (select time_zone from hospital))::date, date_of_birth)) >= 16
    from patient, lateral (
      select id, taken_at from vital_signs
      where patient_id = patient.id and struck_at is null
        and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
      order by taken_at desc, id desc limit 1
    ) last
    where patient.id = alert.patient_id
  ), false)
$$;

-- Serialises changes to anything that a patient's alerts depend on, so that each sees the one before it.
create function lock_news2_of(of_patient uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('news2 ' || of_patient, 0))
$$;

-- Only one doctor can acknowledge an alert, only while it stands, and the clock sets the time. A newer set needs an
-- acknowledgement of its own.
create function acknowledge_news2_alert() returns trigger language plpgsql as $$
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
create trigger news2_alert_acknowledged before update of acknowledged_by on news2_alert
  for each row when (old.acknowledged_by is distinct from new.acknowledged_by)
  execute function acknowledge_news2_alert();

create function doctors_signed_in(at timestamptz) returns uuid[] language sql stable as $$
  select array_agg(id order by id) from staff
  where active and role = 'doctor' and exists (select from session where staff_id = staff.id and expires_at > at)
$$;

-- Who is notified at once: the doctor of the admission, otherwise the doctor with the patient, otherwise the doctor the
-- patient is waiting for; but not the person who took the set. If that doctor can't be reached, every signed-in doctor.
create function told_of_news2(alert news2_alert) returns uuid[] language plpgsql stable as $$
declare
  attending uuid;
  recorder uuid := (select recorded_by from vital_signs where id = alert.id);
  signed_in uuid[] := doctors_signed_in(clock_timestamp());
begin
  select doctor_id into attending from (
    select doctor_id, 1 as place from admission where active_patient_id = alert.patient_id and doctor_id is not null
    union all
    select case status when 'IN_PROGRESS' then coalesce(status_by, doctor_id) else doctor_id end,
      case status when 'IN_PROGRESS' then 2 else 3 end
    from appointment where open_patient_id = alert.patient_id and status in ('IN_QUEUE', 'IN_PROGRESS')
    order by place limit 1
  ) responsible;
  if attending = recorder then
    return '{}';
  end if;
  if attending is not null and attending = any (signed_in) and wants_notification(attending, 'HIGH_NEWS2') then
    return array[attending];
  end if;
  return array_remove(array_remove(signed_in, recorder) || attending, null);
end $$;

-- Updates the notifications of a patient's high scores: an open alert that stands is notified, and the notifications of
-- every other one are deleted.
create function refresh_news2_alerts(of_patient uuid) returns void language plpgsql as $$
declare
  alert news2_alert;
begin
  perform lock_news2_of(of_patient);
  for alert in select * from news2_alert where patient_id = of_patient order by id loop
    if alert.acknowledged_at is null and news2_alert_stands(alert) then
      perform raise_notification('HIGH_NEWS2', alert.id, told_of_news2(alert), with_score => alert.score);
    else
      delete from notification where cause = alert.id;
    end if;
  end loop;
end $$;

-- Runs at the end of the transaction, when it holds all its locks, to avoid deadlocks.
create function news2_alerts_changed() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(new.patient_id);
  return null;
end $$;
create function news2_alerts_of_patient_changed() returns trigger language plpgsql as $$
begin
  perform refresh_news2_alerts(new.id);
  return null;
end $$;

create constraint trigger news2_alert_notified after insert or update on news2_alert
  deferrable initially deferred for each row execute function news2_alerts_changed();
create constraint trigger vital_signs_newer_score after insert on vital_signs
  deferrable initially deferred for each row
  when (num_nulls(new.temperature, new.pulse, new.respiratory_rate, new.systolic, new.oxygen_saturation,
    new.consciousness, new.oxygen) = 0)
  execute function news2_alerts_changed();
-- The set before it becomes the latest again, and its alert stands again.
create constraint trigger vital_signs_struck_score after update on vital_signs
  deferrable initially deferred for each row when (old.struck_at is null and new.struck_at is not null)
  execute function news2_alerts_changed();
create constraint trigger admission_news2 after insert on admission
  deferrable initially deferred for each row execute function news2_alerts_changed();
create constraint trigger admission_changed_news2 after update on admission
  deferrable initially deferred for each row
  when ((old.discharged_at, old.doctor_id) is distinct from (new.discharged_at, new.doctor_id))
  execute function news2_alerts_changed();
create constraint trigger appointment_news2 after insert on appointment
  deferrable initially deferred for each row when (new.status in ('IN_QUEUE', 'IN_PROGRESS'))
  execute function news2_alerts_changed();
create constraint trigger appointment_changed_news2 after update on appointment
  deferrable initially deferred for each row
  when ((old.status, old.doctor_id) is distinct from (new.status, new.doctor_id)
    and (old.status in ('IN_QUEUE', 'IN_PROGRESS') or new.status in ('IN_QUEUE', 'IN_PROGRESS')))
  execute function news2_alerts_changed();
create constraint trigger patient_age_news2 after update on patient
  deferrable initially deferred for each row when (old.date_of_birth is distinct from new.date_of_birth)
  execute function news2_alerts_of_patient_changed();

-- Notifies every signed-in doctor of unacknowledged alerts after 15 minutes, and every 15 minutes after that. Doctors
-- who sign in meanwhile are notified too. A patient whose alert is being changed is left for the next run.
create function tell_news2_again(at timestamptz) returns void language plpgsql as $$
declare
  alert news2_alert;
  each_time constant interval := interval '15 minutes';
begin
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at <= at - each_time
      and raised_at > at - interval '30 days'
    order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || alert.patient_id, 0));
    -- Read it again now that no one else can change it.
    select * into alert from news2_alert where id = alert.id;
    continue when alert.acknowledged_at is not null or not news2_alert_stands(alert);
    if alert.doctors_told_at > at - each_time then
      perform raise_notification('HIGH_NEWS2', alert.id, doctors_signed_in(at), with_score => alert.score,
        at => alert.doctors_told_at);
    else
      update news2_alert set doctors_told_at = at where id = alert.id;
      insert into notification as known (staff_id, kind, cause, score, raised_at)
      select who, 'HIGH_NEWS2', alert.id, alert.score, at from unnest(doctors_signed_in(at)) who
      where wants_notification(who, 'HIGH_NEWS2')
      on conflict on constraint notification_once do update set raised_at = excluded.raised_at, read_at = null;
    end if;
  end loop;
end $$;

-- Raises the alerts that already stand when someone starts work as a doctor or turns these notifications on again.
create function raise_standing_news2(who uuid) returns void language plpgsql as $$
declare
  alert news2_alert;
begin
  if not exists (select from staff where id = who and active and role = 'doctor') then
    return;
  end if;
  for alert in
    select * from news2_alert where acknowledged_at is null and raised_at > now() - interval '30 days' order by id
  loop
    continue when not news2_alert_stands(alert)
      or not pg_try_advisory_xact_lock(hashtextextended('news2 ' || alert.patient_id, 0));
    select * into alert from news2_alert where id = alert.id;
    if alert.acknowledged_at is null and news2_alert_stands(alert)
        and (alert.doctors_told_at is not null or who = any (told_of_news2(alert))) then
      perform raise_notification('HIGH_NEWS2', alert.id, array[who], with_score => alert.score,
        at => coalesce(alert.doctors_told_at, alert.raised_at));
    end if;
  end loop;
end $$;

create or replace function raise_standing_notifications(who uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform raise_notification(stock_news(kind), id, array[who], at => raised_at)
  from (
    select * from stock_alert
    where cleared_at is null and raised_at > now() - interval '30 days'
      and exists (select from staff where id = who and active and role in ('admin', 'inventory_manager'))
    order by id for share skip locked
  ) alert;
  perform raise_notification('WAITING', id, array[who])
  from (
    select * from appointment waiting
    where status = 'IN_QUEUE' and exists (select from notification where cause = waiting.id and kind = 'WAITING')
      and who = any (told_of_wait(waiting))
    order by id for share skip locked
  ) waiting;
  perform raise_notification('DEMO_REQUEST', id, array[who], at => requested_at)
  from (
    select * from demo_request
    where handled_at is null and requested_at > now() - interval '30 days'
      and exists (select from staff where id = who and active and role = 'admin')
    order by requested_at, id for share skip locked
  ) request;
  perform raise_standing_news2(who);
end $$;
