-- The wait list, and places that are held while a patient is asked (record 109).

-- Whether a place is held for somebody now.
create or replace function is_held(hold slot_hold) returns boolean language sql stable
  return hold.released_at is null and hold.until > clock_timestamp();

-- Gives a hold the lowest free place at its time. Bookings and holds of a day take turns by the day's row, so neither misses the
-- other. It runs as the owner, because the server's account may not write the days.
create or replace function place_hold() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  one appointment;
  held practice_session;
begin
  insert into queue_day (date, last_number) values (new.date, 0) on conflict do nothing;
  perform take_turn_on(array[new.date]);
  perform from staff where id = new.doctor_id and is_doctor and active for share;
  if not found then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'hold_of_doctor';
  end if;
  held := session_at(new.doctor_id, new.date, new.time);
  if held.id is null or held.kind = 'SLOTS'
      and (extract(epoch from new.time)::int / 60 - lower(held.minutes)) % held.slot_minutes <> 0 then
    raise exception 'outside the hours' using errcode = 'check_violation', constraint = 'hold_in_hours';
  end if;
  if held.kind = 'TOKENS' then
    new.time := time '00:00' + lower(held.minutes) * interval '1 minute';
  end if;
  if exists (select from hospital
      where ((new.date + new.time) at time zone time_zone) at time zone time_zone <> new.date + new.time) then
    raise exception 'the clock passes over this time' using errcode = 'check_violation', constraint = 'hold_in_hours';
  end if;
  if is_away(new.doctor_id, held.clinic_id, tsrange(new.date + new.time,
      new.date + new.time + coalesce(held.slot_minutes, 1) * interval '1 minute')) then
    raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'hold_while_doctor_is_in';
  end if;
  -- A hold without an entry is of somebody who books from home.
  if new.entry_id is null and held.online_places <= booked_from_home(held, new.date) then
    raise exception 'no more places from home' using errcode = 'check_violation', constraint = 'hold_within_online_places';
  end if;
  one.id := new.id;
  one.doctor_id := new.doctor_id;
  one.date := new.date;
  one.time := new.time;
  new.seat := free_seat(one, held);
  if new.seat is null then
    raise exception 'all places are taken' using errcode = 'check_violation', constraint = 'hold_while_free';
  end if;
  new.minutes := held.slot_minutes;
  new.session_id := held.id;
  -- By the clock after the wait for others, and not by the start of the transaction. A place is held until its time at the
  -- longest, and a token until its session ends.
  new.until := least(new.until + (clock_timestamp() - new.created_at), (
    select case when held.kind = 'TOKENS' then new.date + upper(held.minutes) * interval '1 minute' else new.date + new.time end
      at time zone time_zone from hospital));
  new.created_at := clock_timestamp();
  if new.until <= new.created_at then
    raise exception 'the time has passed' using errcode = 'check_violation', constraint = 'hold_before_its_time';
  end if;
  return new;
end $$;
create or replace trigger hold_placed before insert on slot_hold for each row execute function place_hold();

-- Patients wait for doctors whose accounts are active and for open clinics, and are registered and alive. A place brings forward an
-- appointment of their own that is still to come.
create or replace function keep_waits_possible() returns trigger language plpgsql as $$
begin
  perform from patient where id = new.patient_id and admittable_id is not null for key share;
  if not found then
    raise exception 'this is no current patient' using errcode = 'check_violation', constraint = 'wait_entry_needs_current_patient';
  end if;
  if new.clinic_id is not null and (tg_op = 'INSERT' or new.clinic_id is distinct from old.clinic_id) then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'wait_entry_in_clinic';
    end if;
  end if;
  if new.doctor_id is not null and (tg_op = 'INSERT' or new.doctor_id is distinct from old.doctor_id) then
    perform from staff where id = new.doctor_id and is_doctor and active for share;
    if not found then
      raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'wait_entry_for_doctor';
    end if;
  end if;
  if new.appointment_id is not null and (tg_op = 'INSERT' or new.appointment_id is distinct from old.appointment_id)
      and not exists (select from appointment where id = new.appointment_id and open_patient_id = new.patient_id
        and status = 'SCHEDULED' and date >= hospital_today()) then
    raise exception 'this is no later appointment of the patient'
      using errcode = 'check_violation', constraint = 'wait_entry_brings_forward';
  end if;
  return new;
end $$;
create or replace trigger wait_entry_possible before insert or update of patient_id, clinic_id, doctor_id, appointment_id on wait_entry
  for each row when (new.state = 'WAITING') execute function keep_waits_possible();

-- Entries of a patient who is no longer registered end, and so do their offers.
create or replace function end_waits_of_patient() returns trigger language plpgsql as $$
begin
  update slot_hold set answer = 'WITHDRAWN', released_at = least(until, clock_timestamp())
  where is_held(slot_hold) and entry_id in (select id from wait_entry where state = 'WAITING' and patient_id = new.id);
  update wait_entry set state = 'WITHDRAWN', ended_at = clock_timestamp(), version = version + 1, updated_at = now()
  where state = 'WAITING' and patient_id = new.id;
  return null;
end $$;
create or replace trigger patient_waits_no_more after update of retired_at, deceased_at on patient for each row
  when (old.admittable_id is not null and new.admittable_id is null) execute function end_waits_of_patient();

-- Live screens (record 16).
create or replace function tell_wait_entry() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('wait-entry:', new.id));
  return null;
end $$;
create or replace trigger wait_entry_live after insert or update on wait_entry
  for each row execute function tell_wait_entry();
-- An entry shows the appointment that it brings forward. Other appointments are too many to read the list again after each.
create or replace function tell_waits_of_appointment() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('wait-entry:', id)) from wait_entry where appointment_id = new.id and state = 'WAITING';
  return null;
end $$;
create or replace trigger appointment_tells_waits after update on appointment for each row
  when ((old.date, old.time, old.status) is distinct from (new.date, new.time, new.status))
  execute function tell_waits_of_appointment();
create or replace function tell_hold() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('slot-hold:', new.id, ':day=', new.date));
  return null;
end $$;
create or replace trigger slot_hold_live after insert or update on slot_hold
  for each row execute function tell_hold();
