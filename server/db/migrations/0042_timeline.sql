-- A patient's timeline is put together from the newest events of each kind (record 27): these indexes give each kind in its
-- order, so that twenty years are read as soon as one. The other kinds have theirs already.

-- When an appointment became something that happened: the patient came, was seen, or it was cancelled. Null for what is
-- still to come.
create function visit_at(
  status appointment_status, queued_at timestamptz, started_at timestamptz, status_at timestamptz
) returns timestamptz language sql immutable
  return case status
    when 'SCHEDULED' then null
    when 'IN_QUEUE' then queued_at
    when 'CANCELLED' then status_at
    else started_at
  end;
create index appointment_visit_of_patient on appointment
  (patient_id, visit_at(status, queued_at, started_at, status_at), id)
  where visit_at(status, queued_at, started_at, status_at) is not null;

create index admission_discharged_of_patient on admission (patient_id, discharged_at, id) where discharged_at is not null;
create index medication_stop_of_patient_by_time on medication_stop (patient_id, stopped_at, id);
create index problem_resolution_of_patient_by_time on problem_resolution (patient_id, recorded_at, id);
