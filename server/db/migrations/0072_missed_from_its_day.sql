-- Nobody can have stayed away from an appointment whose day has not come: until then, it is cancelled for another reason.
create function keep_missed_from_its_day() returns trigger language plpgsql as $$
begin
  if new.date > hospital_today() then
    raise exception 'a patient can stay away from the day of the appointment on'
      using errcode = 'check_violation', constraint = 'appointment_missed_from_its_day';
  end if;
  return new;
end $$;
create trigger appointment_missed_from_its_day before insert or update of status on appointment
  for each row when (new.status = 'CANCELLED' and new.cancel_reason = 'DID_NOT_ATTEND')
  execute function keep_missed_from_its_day();
