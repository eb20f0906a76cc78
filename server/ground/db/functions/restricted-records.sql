-- Restricted records (record 88). The server keeps in memory which records are restricted, and asks these functions about
-- each of them, so that a list that changes and an access that ends are felt at the next call.

-- Whether somebody is treating the patient now: the attending doctor, unless they admitted the patient to themselves, or the
-- doctor of the appointment while the patient waits or is seen, and for four hours after. Starting a colleague's visit does
-- not count, because it can be taken back at once.
create or replace function treats(who uuid, of_patient uuid) returns boolean language sql stable
  return exists (
      select from admission
      where active_patient_id = of_patient and doctor_id = who and admitted_by is distinct from who)
    or exists (
      select from appointment
      where patient_id = any (record_ids(of_patient)) and case status
        when 'IN_QUEUE' then doctor_id = who
        when 'IN_PROGRESS' then doctor_id = who
        when 'COMPLETED' then doctor_id = who and started_by = who
          and completed_at > hospital_now() - interval '4 hours' end);

-- Until when a record is open to somebody who gave a reason; null if they gave none since it was restricted, or long ago.
create or replace function opened_until(who uuid, of_patient uuid) returns timestamptz language sql stable
  return (
    select max(opened_at) + interval '4 hours' from record_access join patient on patient.id = patient_id
    where patient_id = of_patient and staff_id = who and opened_at > hospital_now() - interval '4 hours'
      and opened_at >= restricted_since);

-- Why a restricted record is open to somebody: 'list', 'care', 'reason'; null if it is not.
create or replace function open_because(who uuid, of_patient uuid) returns text language sql stable
  return case
    when exists (select from record_reader where patient_id = of_patient and staff_id = who) then 'list'
    when treats(who, of_patient) then 'care'
    when opened_until(who, of_patient) is not null then 'reason' end;

-- Auditors are notified in the transaction that opens the record, but not of their own access.
create or replace function tell_record_opened() returns trigger language plpgsql as $$
begin
  perform raise_notification('RECORD_OPENED', new.id,
    array(select id from staff_who('{admin}', 'audit.view') where active and id <> new.staff_id order by id));
  perform pg_notify('lantern', concat('record-access:', new.patient_id));
  return null;
end $$;
create or replace trigger record_access_told after insert on record_access
  for each row execute function tell_record_opened();

create or replace function tell_record_readers() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('record-access:', coalesce(new.patient_id, old.patient_id)));
  return null;
end $$;
create or replace trigger record_reader_live after insert or delete on record_reader
  for each row execute function tell_record_readers();

-- A doctor who starts a colleague's visit needs the record at once, so it opens with that as the reason, and auditors are
-- notified.
create or replace function open_to_other_doctor() returns trigger language plpgsql as $$
begin
  insert into record_access (patient_id, staff_id, reason)
  select id, new.started_by, 'Started the visit of a colleague’s patient' from patient
  where id = new.patient_id and restricted_since is not null and open_because(new.started_by, id) is null;
  return null;
end $$;
create or replace trigger appointment_opens_record after update of status on appointment
  for each row when (new.status = 'IN_PROGRESS' and old.status <> 'IN_PROGRESS' and new.started_by <> new.doctor_id)
  execute function open_to_other_doctor();
