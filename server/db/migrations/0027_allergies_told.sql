-- Others show what a patient can't tolerate too, beside who it is: a change of that is told as `identity`.
create or replace function tell_patient() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('patient:', new.id, case
    when tg_op = 'INSERT' then ':new'
    when (old.mrn_number, old.first_name, old.last_name, old.date_of_birth, old.gender, old.contact_number,
        old.allergies, old.deceased_at, old.retired_at)
      is distinct from (new.mrn_number, new.first_name, new.last_name, new.date_of_birth, new.gender,
        new.contact_number, new.allergies, new.deceased_at, new.retired_at) then ':identity' end));
  return null;
end $$;
