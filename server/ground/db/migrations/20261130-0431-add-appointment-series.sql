-- Appointments that were booked together, such as weekly dressings (record 112).
create table appointment_series (
  id uuid primary key default gen_random_uuid(),
  made_by uuid not null constraint appointment_series_made_by references staff (id),
  made_at timestamptz not null default now()
);
create index appointment_series_by_maker on appointment_series (made_by);
alter table appointment add column series_id uuid constraint appointment_in_series references appointment_series (id);
