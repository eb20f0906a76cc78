-- How many places of a session can be booked from home on one day (record 113). Null is all that are free.
alter table practice_session add column online_places smallint
  constraint session_online_places check (online_places between 0 and 200);

-- The appointments of a session's day that were booked from home are counted by their bookings.
create unique index online_booking_once_an_appointment on online_booking (appointment_id) where appointment_id is not null;
