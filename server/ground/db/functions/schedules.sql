-- Rules of doctors' hours, and of the times at which they are away (record 106).

-- Which of a month's such weekdays a day is, from 1 to 5.
create or replace function nth_of_month(day date) returns integer language sql immutable
  return (extract(day from day)::int - 1) / 7 + 1;

-- The sessions of a day. Nothing else says when a session takes place.
create or replace function takes_place_on(one practice_session, day date) returns boolean language sql immutable
  return one.valid @> day and one.weekday = extract(isodow from day)::int and one.weeks @> nth_of_month(day);

-- The doctor's session at a time; null where there is none.
create or replace function session_at(doctor uuid, day date, at time) returns practice_session language sql stable as $$
  select session from practice_session session
  where doctor_id = doctor and takes_place_on(session, day) and minutes @> extract(epoch from at)::int / 60
$$;

-- The lowest place that is free at the appointment's time, or of a session with tokens; null where none is. A loop, because one
-- statement for all of it took as long again as everything else of a booking's place.
create or replace function free_seat(one appointment, held practice_session) returns smallint language plpgsql stable as $$
declare
  taken smallint[];
begin
  taken := array(
    select seat from appointment other
    where other.doctor_id = one.doctor_id and other.date = one.date and other.id <> one.id
      and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY'
      and (other.time = one.time or case held.kind
        when 'TOKENS' then other.session_id = held.id
        else booked_during(other.date, other.time, other.minutes) && booked_during(one.date, one.time, held.slot_minutes) end)
    union all
    select seat from slot_hold hold
    where hold.doctor_id = one.doctor_id and hold.date = one.date and hold.id <> one.id
      and hold.released_at is null and hold.until > clock_timestamp()
      and case held.kind
        when 'TOKENS' then hold.session_id = held.id
        else booked_during(hold.date, hold.time, hold.minutes) && booked_during(one.date, one.time, held.slot_minutes) end
  );
  for place in 1 .. held.capacity loop
    if place <> all (taken) then
      return place;
    end if;
  end loop;
  return null;
end $$;

-- A place beside the slots, which takes none from anybody.
create or replace function extra_seat(one appointment) returns smallint language sql stable as $$
  select greatest(coalesce(max(seat), 0), 1000) + 1 from appointment other
  where other.doctor_id = one.doctor_id and other.date = one.date and other.time = one.time and other.id <> one.id
    and other.status <> 'CANCELLED' and other.type <> 'EMERGENCY'
$$;

-- Makes bookings of these days wait until the transaction ends. It runs as the owner, because the server's account may not
-- write the days.
create or replace function take_turn_on(days date[]) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from queue_day where date = any (days) order by date for update;
end $$;
revoke execute on function take_turn_on(date[]) from public;

-- Whether the doctor is away at a time: on leave, on a holiday, or because the session was cancelled.
create or replace function is_away(doctor uuid, clinic uuid, at tsrange) returns boolean language sql stable as $$
  select exists (
    select from closure where retired_at is null and during && at
      and (doctor_id = doctor or doctor_id is null) and (clinic_id is null or clinic_id = clinic))
$$;

-- Gives an appointment its place in the doctor's hours. Doctors without hours are booked at any minute, one patient at a time.
-- The rows that are locked make bookings of one day take turns, and a booking and a change of the doctor's hours or absence:
-- one of the two comes first, and the other sees it.
create or replace function place_appointment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  minute constant integer := extract(epoch from new.time)::int / 60;
  -- Patients who are at the hospital aren't turned away, and a reason was given on purpose.
  is_let constant boolean := new.status <> 'SCHEDULED' or new.overbooked_reason is not null;
  held practice_session;
begin
  new.minutes := null;
  new.seat := 1;
  new.session_id := null;
  if new.type = 'EMERGENCY' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    perform from staff where id = new.doctor_id for share;
  end if;
  if not exists (select from practice_session where doctor_id = new.doctor_id and valid @> new.date) then
    if not exists (select from closure where retired_at is null and doctor_id = new.doctor_id and during @> new.date + new.time) then
      -- There is nothing that the reason would be for, unless the booking is kept although its session has ended.
      if tg_op = 'INSERT' then
        new.overbooked_reason := null;
      elsif old.session_id is null or (old.doctor_id, old.date, old.time) is distinct from (new.doctor_id, new.date, new.time) then
        new.overbooked_reason := null;
      end if;
    elsif not is_let then
      raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'appointment_while_doctor_is_in';
    end if;
    return new;
  end if;

  perform from queue_day where date = new.date for update;
  if exists (select from hospital
      where ((new.date + new.time) at time zone time_zone) at time zone time_zone <> new.date + new.time) then
    raise exception 'the clock passes over this time' using errcode = 'check_violation', constraint = 'appointment_at_a_time_that_is';
  end if;
  held := session_at(new.doctor_id, new.date, new.time);
  new.session_id := held.id;
  if held.kind = 'TOKENS' and not new.walk_in then
    new.time := time '00:00' + lower(held.minutes) * interval '1 minute';
  end if;

  if not is_let then
    if not new.walk_in and (held.id is null or held.kind = 'SLOTS' and (minute - lower(held.minutes)) % held.slot_minutes <> 0) then
      raise exception 'outside the hours' using errcode = 'check_violation', constraint = 'appointment_in_hours';
    end if;
    if is_away(new.doctor_id, held.clinic_id, tsrange(new.date + new.time,
        new.date + new.time + coalesce(held.slot_minutes, 1) * interval '1 minute')) then
      raise exception 'the doctor is away' using errcode = 'check_violation', constraint = 'appointment_while_doctor_is_in';
    end if;
    if new.walk_in and held.walk_ins <= (select count(*) from appointment
        where doctor_id = new.doctor_id and date = new.date and session_id = held.id and walk_in and id <> new.id and status <> 'CANCELLED') then
      raise exception 'no more walk-ins' using errcode = 'check_violation', constraint = 'appointment_walk_ins';
    end if;
  end if;

  new.seat := case when not new.walk_in and (held.kind = 'TOKENS' or (minute - lower(held.minutes)) % held.slot_minutes = 0)
    then free_seat(new, held) end;
  if new.seat is not null then
    new.minutes := held.slot_minutes;
    return new;
  end if;
  if not is_let and not new.walk_in then
    raise exception 'all places are taken' using errcode = 'check_violation', constraint = 'appointment_while_free';
  end if;
  new.seat := extra_seat(new);
  return new;
end $$;
create or replace trigger appointment_placed before insert on appointment
  for each row execute function place_appointment();
create or replace trigger appointment_placed_again before update on appointment
  for each row when ((old.doctor_id, old.date, old.time, old.type = 'EMERGENCY', old.walk_in, old.overbooked_reason)
      is distinct from (new.doctor_id, new.date, new.time, new.type = 'EMERGENCY', new.walk_in, new.overbooked_reason)
    or old.status = 'CANCELLED' and new.status <> 'CANCELLED')
  execute function place_appointment();

-- Bookings that are still to come find their place in hours that have changed, in the order of their times. One for which there
-- is none stays as it is, takes no slot, and is listed as outside the hours.
create or replace function place_bookings_again() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  booked appointment;
  held practice_session;
  place smallint;
begin
  for booked in
    select * from appointment where doctor_id = new.doctor_id and status = 'SCHEDULED' and type <> 'EMERGENCY' and not walk_in
      and date >= hospital_today()
      and (session_id is null or session_id = new.id or seat > 1000 and (overbooked_reason is null
        or not exists (select from practice_session own where own.id = session_id and own.valid @> date)))
    order by date, time, queue_number for no key update
  loop
    held := session_at(booked.doctor_id, booked.date, booked.time);
    place := case when held.id is not null then free_seat(booked, held) end;
    if place is not null then
      update appointment set session_id = held.id, seat = place, minutes = held.slot_minutes where id = booked.id;
    else
      -- Its session stays with it, so that it is listed also if the doctor is booked as before by then.
      update appointment set seat = extra_seat(booked), minutes = null where id = booked.id
        and (session_id is not null or exists (
          select from practice_session where doctor_id = booked.doctor_id and valid @> booked.date));
    end if;
  end loop;
  return null;
end $$;
create or replace trigger session_places_bookings after insert or update of weekday, weeks, minutes, kind, slot_minutes, capacity, valid
  on practice_session for each row execute function place_bookings_again();

-- A change of hours or of an absence waits for bookings of the doctor that are under way, and later ones wait for it.
create or replace function hold_bookings_of_doctor() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = new.doctor_id
    or new.doctor_id is null and id in (select doctor_id from practice_session)
    order by id for no key update;
  if tg_op = 'INSERT' and new.doctor_id is not null
      and not exists (select from staff where id = new.doctor_id and is_doctor and active) then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'closure_of_active_doctor';
  end if;
  if tg_op = 'INSERT' and new.clinic_id is not null then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'closure_in_open_clinic';
    end if;
  end if;
  return new;
end $$;
create or replace trigger closure_holds_bookings before insert or update on closure
  for each row execute function hold_bookings_of_doctor();

-- Sessions are for doctors whose accounts are active and for open clinics. The clinic's row makes this take turns with its closing.
create or replace function keep_sessions_possible() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = new.doctor_id and is_doctor and active for no key update;
  if not found and not isempty(new.valid * daterange(hospital_today(), null)) then
    raise exception 'this is no active doctor' using errcode = 'check_violation', constraint = 'session_needs_active_doctor';
  end if;
  if tg_op = 'INSERT' or new.clinic_id <> old.clinic_id then
    perform from clinic where id = new.clinic_id and retired_at is null for share;
    if not found then
      raise exception 'the clinic was closed' using errcode = 'check_violation', constraint = 'session_in_open_clinic';
    end if;
  end if;
  if tg_op = 'INSERT' and (select count(*) from practice_session where doctor_id = new.doctor_id
      and valid && daterange(hospital_today(), null)) >= 60 then
    raise exception 'there are too many sessions' using errcode = 'check_violation', constraint = 'sessions_at_most_60';
  end if;
  return new;
end $$;
create or replace trigger session_possible before insert or update on practice_session
  for each row execute function keep_sessions_possible();

-- Live screens (record 16).
create or replace function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('practice_session:', new.id, ':doctor=', new.doctor_id));
  -- Screens know with the hospital's settings whether doctors keep hours.
  perform pg_notify('lantern', 'hospital:');
  return null;
end $$;
create or replace trigger session_live after insert or update on practice_session
  for each row execute function tell_session();
create or replace function tell_closure() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('closure:', new.id, case when new.doctor_id is not null then ':doctor=' || new.doctor_id end));
  return null;
end $$;
create or replace trigger closure_live after insert or update on closure
  for each row execute function tell_closure();

-- Calendar feeds of doctors (record 111).

-- The settings of a doctor show the feed. Every fetch would be too much to tell.
create or replace function tell_calendar_feed() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('calendar-feed:', new.id));
  return null;
end $$;
create or replace trigger calendar_feed_live after insert or update of withdrawn_at on calendar_feed
  for each row execute function tell_calendar_feed();

create or replace trigger calendar_feed_withdrawn before update on calendar_feed
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn();
