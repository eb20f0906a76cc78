-- Messages to patients about their appointments (record 108). They hold no text: it is written as they are sent.
create type patient_message_kind as enum ('REMINDER', 'MOVED', 'CANCELLED');
create type patient_message_channel as enum ('EMAIL', 'GATEWAY');
create type patient_message_failure as enum ('REFUSED', 'UNAVAILABLE');

create table patient_message (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null constraint patient_message_of_appointment references appointment (id),
  kind patient_message_kind not null,
  channel patient_message_channel not null,
  -- The day and time of the appointment that it tells, on the hospital's clock.
  speaks_of timestamp not null,
  asked_at timestamptz not null default now(),
  -- When it is sent, or tried again; null once it was sent or is not due any more.
  try_at timestamptz,
  tries smallint not null default 0,
  sent_at timestamptz,
  -- Since when the desk is to phone the patient instead, and why.
  failed_at timestamptz,
  failure patient_message_failure,
  phoned_at timestamptz,
  phoned_by uuid constraint patient_message_phoned_by references staff (id),
  constraint patient_message_once unique (appointment_id, kind, channel, speaks_of),
  constraint patient_message_failed_why check (failed_at is null or failure is not null),
  constraint patient_message_waits_unsent check (try_at is null or sent_at is null and phoned_at is null),
  constraint patient_message_phoned check ((phoned_at is null) = (phoned_by is null))
);
create index patient_message_due on patient_message (try_at) where try_at is not null;
create index patient_message_failed on patient_message (failed_at) where failed_at is not null and try_at is not null;

-- Hours before an appointment at which its patient is reminded; null sends no reminders.
alter table hospital add column reminder_hours smallint
  constraint hospital_reminder_hours check (reminder_hours between 1 and 336);
alter table hospital add column tells_changes boolean not null default false;
alter table hospital add column messages_name_clinic boolean not null default false;
