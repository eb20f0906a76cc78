-- Booking from home (record 113).

-- How often somebody without an account may ask for a place. The database counts, so that the limits hold across all servers and
-- restarts; one at a time, so that a hundred at once can't all count the same. The detail is the seconds until it is possible again.
create or replace function pace_online_bookings() returns trigger language plpgsql as $$
declare
  since constant timestamptz := clock_timestamp() - interval '1 hour';
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('online_booking', 0));
  if 3 <= (select count(*) from online_booking booking join slot_hold hold on hold.id = booking.id
      where booking.network = new.network and booking.confirmed_at is null and is_held(hold)) then
    raise exception 'too many open holds' using errcode = 'check_violation', constraint = 'online_booking_holds_of_network';
  end if;
  select min(asked_at) into oldest from online_booking where network = new.network and asked_at > since having count(*) >= 10;
  if oldest is not null then
    raise exception 'too many of a network' using errcode = 'check_violation', constraint = 'online_booking_hour_of_network',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  -- The generated column is not computed yet.
  select min(asked_at) into oldest from online_booking
    where email_key = lower(replace(split_part(split_part(new.email, '@', 1), '+', 1), '.', '') || '@' || split_part(new.email, '@', 2))
      and asked_at > since having count(*) >= 3;
  if oldest is not null then
    raise exception 'too many codes' using errcode = 'check_violation', constraint = 'online_booking_codes_of_email',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  select min(asked_at) into oldest from online_booking where asked_at > since having count(*) >= 60;
  if oldest is not null then
    raise exception 'too many of the hospital' using errcode = 'check_violation', constraint = 'online_booking_hour_of_hospital',
      detail = ceil(extract(epoch from oldest - since))::text;
  end if;
  return new;
end $$;
create or replace trigger online_booking_paced before insert on online_booking
  for each row execute function pace_online_bookings();

-- A confirmed place is held until its time. Whether an address has two already is told only to somebody who can read its mail.
create or replace function keep_confirmed_place() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('online_booking', 0));
  if 2 <= (select count(*) from online_booking booking join slot_hold hold on hold.id = booking.id
      where booking.email_key = old.email_key and booking.id <> new.id and booking.confirmed_at is not null
        and (booking.answer is null or booking.answer = 'BOOKED')
        and not exists (select from appointment where id = booking.appointment_id and status = 'CANCELLED')
        and hold.date + hold.time > hospital_clock()) then
    raise exception 'two bookings are to come' using errcode = 'check_violation', constraint = 'online_booking_two_ahead';
  end if;
  update slot_hold set until = (date + time) at time zone (select time_zone from hospital) where id = new.id and is_held(slot_hold);
  if not found then
    raise exception 'the place is held no longer' using errcode = 'check_violation', constraint = 'online_booking_while_held';
  end if;
  return new;
end $$;
create or replace trigger online_booking_confirmed before update of confirmed_at on online_booking
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function keep_confirmed_place();

-- After five wrong codes the place is free again.
create or replace function free_guessed_place() returns trigger language plpgsql as $$
begin
  update slot_hold set released_at = clock_timestamp(), answer = 'WITHDRAWN' where id = new.id and is_held(slot_hold);
  return null;
end $$;
create or replace trigger online_booking_guessed after update of tries on online_booking
  for each row when (new.tries = 5 and new.confirmed_at is null) execute function free_guessed_place();

-- Live screens (record 16) hear of confirmed bookings only.
create or replace function tell_online_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('online-booking:', new.id));
  return null;
end $$;
create or replace trigger online_booking_live after update of confirmed_at, answer on online_booking
  for each row when (new.confirmed_at is not null) execute function tell_online_booking();

-- How many places of a session's day are held or booked from home. A session that took over from another counts what was held in
-- that one at its times.
create or replace function booked_from_home(session practice_session, day date) returns integer language plpgsql stable as $$
begin
  return (
    select count(*) from slot_hold hold
    where hold.doctor_id = session.doctor_id and hold.date = day and hold.released_at is null and is_held(hold)
      and hold.entry_id is null and session.minutes @> extract(epoch from hold.time)::int / 60
  ) + (
    select count(*) from appointment join online_booking booking on booking.appointment_id = appointment.id
    where appointment.session_id = session.id and appointment.date = day and appointment.status <> 'CANCELLED'
  );
end $$;
