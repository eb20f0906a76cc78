-- Notifications to staff. Each is raised in the transaction of its cause and deleted when the cause no longer needs
-- attention, so there is nothing to tidy up (record 30). A notification holds no text: what is shown is read from its cause.

create type notification_kind as enum (
  'LOW_STOCK', 'EXPIRY', 'BOOKED', 'MOVED', 'CANCELLED', 'WAITING', 'HIGH_NEWS2', 'ROLE_GRANTED', 'DEMO_REQUEST'
);

create table notification (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id),
  kind notification_kind not null,
  -- The stock alert, appointment, set of vital signs, account or demo request. There is no foreign key, because these
  -- are five tables.
  cause uuid not null,
  -- The role that was granted.
  role role_name,
  -- The NEWS2 as it was when the notification was raised.
  score smallint,
  raised_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  -- However often a cause is raised, each person has one notification of it, which shows the latest news. Only roles
  -- differ: one account can be granted several.
  constraint notification_once unique nulls not distinct (cause, staff_id, role),
  constraint notification_role_granted check ((kind = 'ROLE_GRANTED') = (role is not null)),
  constraint notification_scored check ((kind = 'HIGH_NEWS2') = (score is not null))
);
create index notification_of_staff on notification (staff_id, raised_at desc, id desc);
create index notification_unread on notification (staff_id, raised_at desc) where read_at is null;
-- For the job that deletes notifications after 30 days.
create index notification_age on notification (raised_at);

-- The kinds of notification that a person has turned off.
create table notification_choice (
  staff_id uuid primary key references staff (id),
  off notification_kind[] not null default '{}'
);
