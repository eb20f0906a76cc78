-- Who waits when the day changes goes on waiting: from the queue on, status alone says where somebody is.

-- What rules about days ask for the moment. The server's account can't replace it; a test may.
create function hospital_now() returns timestamptz language sql stable parallel safe
  return now();
-- What the clock on the hospital's wall shows.
create function hospital_clock() returns timestamp language sql stable parallel safe
  return (select hospital_now() at time zone time_zone from hospital);
create or replace function hospital_today() returns date language sql stable parallel safe
  return hospital_clock()::date;

-- The hospital's day on which the patient was seen or given up. Where that is a day after the appointment's own, the
-- card is still on that later day's board, to be looked up and taken back.
alter table appointment add column left_queue_on date;
create index appointment_left_late on appointment (left_queue_on) where left_queue_on > date;

drop index appointment_waiting;
create index appointment_in_queue on appointment (queued_at) where status in ('IN_QUEUE', 'IN_PROGRESS');

-- A patient joins the queue on the appointment's own day, or in the night and the morning after, until noon. Whoever is
-- in it keeps day and number.
create function keep_queue_days() returns trigger language plpgsql as $$
begin
  if old.status = 'IN_QUEUE' and new.date <> old.date then
    raise exception 'who is in the queue keeps the day'
      using errcode = 'check_violation', constraint = 'appointment_in_queue_keeps_its_day';
  end if;
  if new.status = old.status then
    return new;
  end if;
  if old.status = 'SCHEDULED' and new.status = 'IN_QUEUE'
     and (hospital_clock() < new.date or hospital_clock() >= new.date + 1 + time '12:00') then
    raise exception 'an appointment is queued on its day, or until noon of the next'
      using errcode = 'check_violation', constraint = 'appointment_queued_by_noon_after_its_day';
  end if;
  new.left_queue_on := case
    when old.status in ('IN_QUEUE', 'IN_PROGRESS') and new.status in ('COMPLETED', 'CANCELLED') then hospital_today()
  end;
  return new;
end $$;
create trigger appointment_queue_days before update on appointment
  for each row execute function keep_queue_days();
