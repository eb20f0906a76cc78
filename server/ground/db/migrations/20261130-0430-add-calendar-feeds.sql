-- Addresses at which the calendars of doctors read their appointments (record 111).
create table calendar_feed (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null constraint calendar_feed_of_staff references staff (id),
  -- The secret itself is in the address alone.
  secret_hash text not null constraint calendar_feed_secret_once unique,
  -- The doctor asked for patients' initials, which are shown while the hospital allows it.
  names_patients boolean not null default false,
  made_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- To a quarter of an hour.
  fetched_at timestamptz
);
create unique index calendar_feed_one_each on calendar_feed (staff_id) where withdrawn_at is null;
create index calendar_feed_by_staff on calendar_feed (staff_id);

-- Whether calendar feeds may show patients' initials.
alter table hospital add column feeds_name_patients boolean not null default false;
