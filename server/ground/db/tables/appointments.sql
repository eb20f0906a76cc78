-- Appointments and the queue. An appointment is booked with a doctor for a day and time and gets a queue number of that day.
-- It moves from SCHEDULED through IN_QUEUE and IN_PROGRESS to COMPLETED, or is CANCELLED on the way. A trigger allows only
-- these steps and records who took each of them (records 6, 20 and 65).

-- The highest queue number that was given for each day. It only grows, so no number is given twice.
create table queue_day (
  date date primary key,
  last_number integer not null default 0
);

create type appointment_status as enum ('SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED');
create type appointment_type as enum ('GENERAL', 'FOLLOW_UP', 'SPECIALIST', 'EMERGENCY');
-- ADMITTED is for patients who were admitted while they waited. Only a trigger sets it.
create type cancel_reason as enum ('PATIENT_CANCELLED', 'DID_NOT_ATTEND', 'OTHER', 'ADMITTED');

-- The server's account can't write the times of the steps, `started_by`, `undoable`, `left_queue_on` or `admitted_to`: the
-- triggers do, by the database's clock.
create table appointment (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  -- The doctor it is booked with. Another one may start it (see started_by).
  doctor_id uuid not null references staff (id),
  date date not null,
  time time not null,
  status appointment_status not null default 'SCHEDULED',
  type appointment_type not null,
  queue_number integer not null,
  notes text,
  cancel_reason cancel_reason,
  cancel_note text,
  queued_at timestamptz,
  -- When the patient was called. Calls that the patient missed leave no time here, so no figure counts them.
  started_at timestamptz,
  completed_at timestamptz,
  status_at timestamptz not null default now(),
  status_by uuid references staff (id),
  -- Whether the last change of status was a step forward, which the person who made it can undo for 30 seconds.
  undoable boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  open_patient_id uuid generated always as (
    case when status in ('SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS') then patient_id end
  ) stored,
  -- The hospital's day on which the visit ended. If that is after the appointment's own day, its card is still on that
  -- later day's board, so that the step can be looked up and undone.
  left_queue_on date,
  started_by uuid references staff (id),
  -- The number of calls that the patient missed.
  missed_calls smallint not null default 0,
  -- When the last missed call put the patient back into the queue.
  returned_at timestamptz,
  -- The two appointments to call before this one, after a missed call (record 65).
  behind uuid[] not null default '{}',
  -- The number that the bed had when an admission to it ended the visit.
  admitted_to text,
  -- An open appointment needs a patient who is alive and not retired, and a patient with one can't be retired: one foreign
  -- key says both, and holds even if booking and deleting happen at the same moment.
  constraint appointment_open_needs_current_patient foreign key (open_patient_id) references patient (admittable_id),
  -- Patients are called by this number, so two patients with the same one would both answer.
  constraint appointment_queue_number_once_a_day unique (date, queue_number),
  constraint appointment_cancelled_with_reason check ((status = 'CANCELLED') = (cancel_reason is not null)),
  constraint appointment_admitted_somewhere check (cancel_reason is distinct from 'ADMITTED' or admitted_to is not null)
);

-- A doctor sees one patient at a time. Emergencies are the exception: they are squeezed in.
create unique index appointment_one_per_doctor_slot on appointment (doctor_id, date, time)
  where status <> 'CANCELLED' and type <> 'EMERGENCY';
-- A patient's second booking with the same doctor on one day is taken for a mistake.
create unique index appointment_one_per_patient_doctor_day on appointment (patient_id, doctor_id, date)
  where status <> 'CANCELLED';

create index appointment_by_day on appointment (date desc, time desc, id);
-- For lists of one doctor's appointments, which are sorted by time and id in either direction.
create index appointment_of_doctor on appointment (doctor_id, date, time, id);
create index appointment_of_patient on appointment (patient_id, date desc, time desc);
-- Finds a patient's open appointments when an admission or a death ends them, and for the foreign key when a patient is
-- retired.
create index appointment_open_of_patient on appointment (open_patient_id) where open_patient_id is not null;
-- The queue of today: the patients in it, whichever day they joined, and those of earlier days who left it today.
create index appointment_in_queue on appointment (queued_at) where status in ('IN_QUEUE', 'IN_PROGRESS');
create index appointment_left_late on appointment (left_queue_on) where left_queue_on > date;
-- The desk is shown how many patients did not arrive on any earlier day, counted again whenever that may have changed.
create index appointment_scheduled on appointment (date, time, id) where status = 'SCHEDULED';
-- A doctor's last consultations of each type, to estimate waits.
create index appointment_consultations on appointment (doctor_id, type, completed_at desc) where status = 'COMPLETED';

-- When an appointment became an event on the patient's timeline (record 27): the patient came, was seen, or it was
-- cancelled. Null if it is still to come.
create or replace function visit_at(
  status appointment_status, queued_at timestamptz, started_at timestamptz, status_at timestamptz
) returns timestamptz language sql immutable
  return case status
    when 'SCHEDULED' then null
    when 'IN_QUEUE' then queued_at
    when 'CANCELLED' then status_at
    else started_at
  end;
-- The timeline reads the newest events of each kind, so that twenty years of visits are read as soon as one.
create index appointment_visit_of_patient on appointment
  (patient_id, visit_at(status, queued_at, started_at, status_at), id)
  where visit_at(status, queued_at, started_at, status_at) is not null;

-- Every change of status: who made it, when and why. Only a trigger writes it. An undo is a change of its own.
create table appointment_status_change (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointment (id),
  from_status appointment_status,
  to_status appointment_status not null,
  by_staff_id uuid,
  at timestamptz not null,
  -- The reason for a cancellation, a missed call (NOT_HERE) or an admission (ADMITTED), with the note or the bed's number.
  reason text,
  is_undo boolean not null default false
);
-- The last change decides whether it can be undone.
create index appointment_status_change_latest on appointment_status_change (appointment_id, id desc);
