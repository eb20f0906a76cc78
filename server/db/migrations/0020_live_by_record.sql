-- A number that grows with every commit: of two statements, the one with the larger number saw all that the other saw.
-- It is the first transaction that had not ended, and less for each before it that had not.
create function as_of() returns bigint language sql stable as $$
  select pg_snapshot_xmax(seen)::text::bigint * 1024 - least((select count(*) from pg_snapshot_xip(seen)), 1023)
  from pg_current_snapshot() as seen
$$;

-- What is told of a change: noun:id, and after another colon what places it: name=value,value;name. Values before and
-- after the change stand side by side, so that whoever showed the record learns that it has left.

create function tell_appointment() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('appointment:', new.id, ':patient=', new.patient_id, ';day=', new.date,
    case when old.date <> new.date then ',' || old.date end,
    case when new.status in ('IN_QUEUE', 'IN_PROGRESS') or old.status in ('IN_QUEUE', 'IN_PROGRESS')
      or new.left_queue_on is not null or old.left_queue_on is not null then ';queue' end));
  return null;
end $$;
drop trigger appointment_live on appointment;
create trigger appointment_live after insert or update on appointment
  for each row execute function tell_appointment();

-- Others show who a patient is, and whether they are alive or retired: a change of that is told as `identity`.
create function tell_patient() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('patient:', new.id, case
    when tg_op = 'INSERT' then ':new'
    when (old.mrn_number, old.first_name, old.last_name, old.date_of_birth, old.gender, old.contact_number,
        old.deceased_at, old.retired_at)
      is distinct from (new.mrn_number, new.first_name, new.last_name, new.date_of_birth, new.gender,
        new.contact_number, new.deceased_at, new.retired_at) then ':identity' end));
  return null;
end $$;
drop trigger patient_live on patient;
create trigger patient_live after insert or update on patient for each row execute function tell_patient();

-- Others show a colleague's name (`named`), and choose among those who work as doctors (`chosen`).
create function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('staff:', new.id, ':',
    case when tg_op = 'INSERT' or (old.first_name, old.last_name, old.name, old.email)
      is distinct from (new.first_name, new.last_name, new.name, new.email) then 'named;' end,
    case when tg_op = 'INSERT' or (old.role, old.active) is distinct from (new.role, new.active) then 'chosen' end));
  return null;
end $$;
drop trigger staff_live on staff;
create trigger staff_live after insert or update on staff for each row execute function tell_staff();

create function tell_admission() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('admission:', new.id, ':patient=', new.patient_id));
  return null;
end $$;
drop trigger admission_live on admission;
create trigger admission_live after insert or update on admission for each row execute function tell_admission();

-- Admissions show their bed's number and ward.
create function tell_bed() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('bed:', coalesce(new.id, old.id), case
    when tg_op = 'UPDATE' and (old.bed_number, old.ward) is distinct from (new.bed_number, new.ward) then ':renamed' end));
  return null;
end $$;
drop trigger bed_live on bed;
create trigger bed_live after insert or update or delete on bed for each row execute function tell_bed();
