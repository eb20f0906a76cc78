-- Ends visits that an admission should have ended: the patient is admitted, or was admitted after joining the queue.
alter table appointment disable trigger user;
update appointment set started_by = status_by where status = 'IN_PROGRESS';
with ended as (
  select appointment.id, status, admitted_at, bed_number
  from appointment cross join lateral (
    select admitted_at, bed_number
    from admission
      cross join lateral (
        select bed_number from stay join bed on bed.id = bed_id where admission_id = admission.id
        order by stay.started_at, stay.ended_at nulls last limit 1
      ) first_bed
    where patient_id = appointment.patient_id and (active_patient_id is not null or admitted_at >= queued_at)
    order by admitted_at desc limit 1
  ) admitted
  where status in ('IN_QUEUE', 'IN_PROGRESS')
),
settled as (
  update appointment set
    status = case ended.status when 'IN_PROGRESS' then 'COMPLETED' else 'CANCELLED' end::appointment_status,
    cancel_reason = case ended.status when 'IN_QUEUE' then 'ADMITTED' end::cancel_reason,
    completed_at = case ended.status when 'IN_PROGRESS' then greatest(started_at, admitted_at) end,
    admitted_to = bed_number, status_at = now(), status_by = null, undoable = false, left_queue_on = hospital_today(),
    version = version + 1, updated_at = now()
  from ended where ended.id = appointment.id
  returning appointment.id, ended.status as before, appointment.status as after, bed_number
),
noted as (
  insert into appointment_status_change (appointment_id, from_status, to_status, at, reason)
  select id, before, after, now(), 'ADMITTED: ' || bed_number from settled
)
delete from notification where kind = 'WAITING' and cause in (select id from settled);
alter table appointment enable trigger user;
