-- Exports of the whole hospital (record 101): who confirmed one with a second step, and whether its file was sent whole.
create table hospital_export (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id),
  confirmed_at timestamptz not null default clock_timestamp(),
  -- When its file was asked for: once, and within minutes of the confirmation.
  begun_at timestamptz,
  is_encrypted boolean,
  ended_at timestamptz,
  -- Of the file that was sent whole; null where it broke off.
  bytes bigint constraint hospital_export_bytes check (bytes > 0),
  constraint hospital_export_begins_after_confirmation check (begun_at >= confirmed_at),
  constraint hospital_export_begun_is_known check ((begun_at is null) = (is_encrypted is null)),
  constraint hospital_export_ends_after_begin check (ended_at is null or begun_at is not null),
  constraint hospital_export_whole_has_ended check (bytes is null or ended_at is not null)
);
create index hospital_export_latest on hospital_export (begun_at desc) where begun_at is not null;

alter table role add constraint role_exports_no_hospital check (not permissions && array['hospital.export']);

-- Nothing here uses it: a transaction that adds a value to an enum can't.
alter type notification_kind add value 'HOSPITAL_EXPORTED';
