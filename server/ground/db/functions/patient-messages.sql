-- Which changes of appointments are told to patients (record 108).

-- Messages that speak of another time than the appointment has now are withdrawn. Where the hospital tells its patients of
-- changes, the new time or the cancellation is told a minute later, when nobody can take the change back any more.
create or replace function ask_for_patient_messages() returns trigger language plpgsql as $$
declare
  now_at constant timestamp := new.date + new.time;
begin
  update patient_message set try_at = null
  where appointment_id = new.id and try_at is not null
    and (kind = 'CANCELLED' or new.status <> 'SCHEDULED' or speaks_of <> now_at);
  if old.status = 'SCHEDULED' and now_at > hospital_clock() and (select tells_changes from hospital)
    and (new.status = 'SCHEDULED' or new.status = 'CANCELLED' and new.cancel_reason in ('PATIENT_CANCELLED', 'OTHER'))
  then
    insert into patient_message as known (appointment_id, kind, channel, speaks_of, try_at)
    select new.id, case new.status when 'SCHEDULED' then 'MOVED' else 'CANCELLED' end::patient_message_kind, channel, now_at,
      hospital_now() + interval '1 minute'
    from patient, unnest(enum_range(null::patient_message_channel)) channel
    where patient.id = record_of(new.patient_id) and admittable_id is not null and (channel <> 'EMAIL' or email is not null)
    -- It has this time again, after another one that was told.
    on conflict on constraint patient_message_once do update
      set asked_at = now(), try_at = excluded.try_at, tries = 0, sent_at = null, failed_at = null, failure = null,
        phoned_at = null, phoned_by = null;
  -- A cancellation was taken back, and the move before it is still to be told.
  elsif old.status = 'CANCELLED' and new.status = 'SCHEDULED' then
    update patient_message set try_at = hospital_now() + interval '1 minute'
    where appointment_id = new.id and kind = 'MOVED' and speaks_of = now_at
      and try_at is null and sent_at is null and phoned_at is null;
  end if;
  return null;
end $$;
create or replace trigger appointment_asks_for_messages after update of date, time, status on appointment
  for each row when (old.date <> new.date or old.time <> new.time or old.status <> new.status)
  execute function ask_for_patient_messages();

-- The desk's list of failed messages (record 16).
create or replace trigger patient_message_live after update on patient_message
  for each row when (old.failed_at is not null or new.failed_at is not null)
  execute function tell_change('patient-message');
