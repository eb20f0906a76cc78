-- The hospital itself: its settings, the screens in its waiting rooms, the e-mails that it sends, its backups, and the
-- requests for a demo that come from the public pages. Constraints that are added as `not valid` apply to new and changed
-- rows only, because older hospitals may keep values that break them.

-- One row: what the hospital is called, how it is reached, and how people in it work.
create table hospital (
  only_one boolean primary key default true constraint hospital_only_one check (only_one),
  name text not null default 'Lantern Hospital',
  -- A full name such as 'Europe/Vienna'; the trigger `hospital_time_zone` checks it.
  time_zone text not null default 'UTC',
  currency text not null default 'USD',
  updated_at timestamptz not null default now(),
  -- Whether a bed goes to maintenance to be cleaned when its patient leaves.
  cleans_after_discharge boolean not null default false,
  -- Each edit of the settings names the version that it read, so that none overwrites another unseen.
  version integer not null default 1,
  -- How long the audit trail is kept; null is for ever.
  audit_retention_months integer constraint hospital_audit_retention_bounded check (audit_retention_months between 24 and 240),
  -- Which steps of setting up are done is read from the hospital's data: this column for the name, and other tables for
  -- the rest. Only the steps that an administrator put off are stored.
  is_named boolean not null generated always as (name <> 'Lantern Hospital') stored,
  setup_put_off text[] not null default '{}'
    constraint hospital_setup_steps check (setup_put_off <@ array['hospital', 'beds', 'colleagues', 'stock', 'patients']),
  -- Distinguishes this hospital's labels from another's, in the codes that both print (record 28). It never changes,
  -- because printed labels don't.
  label_mark text not null default upper(left(replace(gen_random_uuid()::text, '-', ''), 8))
    constraint hospital_label_mark check (label_mark ~ '^[0-9A-F]{8}$'),
  -- Minutes after which a patient in the queue has waited too long. If null, long waits raise no notifications.
  waiting_limit_minutes integer default 60 constraint hospital_waiting_limit check (waiting_limit_minutes between 5 and 480),
  -- Minutes without use after which a screen and its session are locked; null is never (record 36).
  idle_lock_minutes integer default 15 constraint hospital_idle_lock check (idle_lock_minutes between 1 and 480),
  -- For printed pages and the public ones.
  address text constraint hospital_address_is_short check (address ~ '\S' and length(address) <= 300),
  phone text constraint hospital_phone_is_short check (phone ~ '\S' and length(phone) <= 50),
  email text constraint hospital_email_is_short check (email ~ '\S' and length(email) <= 254),
  -- How times and measurements are shown and entered. Measurements are stored in °C, kg and cm whatever is chosen here.
  clock_style text not null default '12h' constraint hospital_clock_style check (clock_style in ('12h', '24h')),
  temperature_unit text not null default '°C' constraint hospital_temperature_unit check (temperature_unit in ('°C', '°F')),
  weight_unit text not null default 'kg' constraint hospital_weight_unit check (weight_unit in ('kg', 'lb')),
  height_unit text not null default 'cm' constraint hospital_height_unit check (height_unit in ('cm', 'in')),
  -- A picture as a data URL, small enough to be sent with a page. The mark is part of its address: a browser keeps the
  -- picture until the mark changes.
  logo text constraint hospital_logo_is_small_picture
    check (logo ~ '^data:image/(png|webp|jpeg);base64,[A-Za-z0-9+/]+=*$' and length(logo) <= 140000),
  logo_mark text generated always as (left(md5(logo), 16)) stored,
  -- Who has to use a second step when they sign in, how many days they have to set one up, and when those days began
  -- (record 50). The trigger `hospital_second_step` sets the last.
  second_step_of text not null default 'nobody'
    constraint hospital_second_step_of check (second_step_of in ('nobody', 'admins', 'everyone')),
  second_step_days integer not null default 7 constraint hospital_second_step_days check (second_step_days between 0 and 90),
  second_step_since timestamptz,
  -- Whether only people with an invitation can sign up. Where no e-mail is sent, a sign-up that is open to anybody reveals
  -- which addresses have an account, because none can have two (record 80).
  invitation_only boolean not null default false,
  constraint hospital_second_step_since check ((second_step_of = 'nobody') = (second_step_since is null))
);
alter table hospital add constraint hospital_has_name check (name ~ '\S') not valid;
alter table hospital add constraint hospital_currency_is_code check (currency ~ '^[A-Z]{3}$') not valid;
insert into hospital default values;

-- A screen in a waiting room, which a link opens without an account (record 31). The link's secret gives access to the
-- called numbers and nothing else. Only its hash is stored.
create table display (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint display_has_name check (name ~ '\S'),
  secret_hash text not null constraint display_secret_once unique,
  made_by uuid not null references staff (id),
  made_at timestamptz not null default now(),
  seen_at timestamptz,
  withdrawn_at timestamptz
);
create index display_made_by on display (made_by);

-- A demo that a visitor of the public pages asked for (record 33). Nobody has to be signed in to send one, so the trigger
-- `demo_request_paced` limits how many come from one network in an hour.
create table demo_request (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint demo_request_has_name check (name ~ '\S'),
  hospital text not null constraint demo_request_has_hospital check (hospital ~ '\S'),
  email text not null constraint demo_request_has_email check (email like '%_@_%'),
  phone text,
  message text,
  -- The sender's IPv4 address, or the /64 network of an IPv6 one, because everybody can choose addresses within theirs.
  network text not null,
  requested_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid references staff (id),
  constraint demo_request_handled_by_somebody check ((handled_at is null) = (handled_by is null))
);
create index demo_request_newest on demo_request (requested_at desc, id desc);
create index demo_request_unhandled on demo_request (requested_at desc, id desc) where handled_at is null;
create index demo_request_network on demo_request (network, requested_at);
create index demo_request_handled_by on demo_request (handled_by);

-- E-mails that were asked for (record 34). The text is written as it is sent, so that a link in it is stored nowhere.
-- Rows are deleted after two days.
create table mail (
  id uuid primary key default gen_random_uuid(),
  kind mail_kind not null,
  -- The account that a reset or confirmation is for, or the colleague who sends an invitation or order. Null if no e-mail
  -- is sent, because no account has the address or has had enough of them: a row is written all the same, so that asking
  -- takes as long either way and tells nobody who has an account.
  staff_id uuid references staff (id) on delete cascade,
  asked_at timestamptz not null,
  tries integer not null default 0,
  -- When it is tried next; null once it was sent or given up.
  try_at timestamptz,
  sent_at timestamptz,
  invitation_id uuid references invitation (id) on delete cascade,
  -- References purchase_order; tables/09_store.sql adds the constraint, because that table doesn't exist yet.
  order_id uuid,
  constraint mail_sent_once check (sent_at is null or try_at is null)
);
create index mail_due on mail (try_at) where try_at is not null;
create index mail_of_staff on mail (staff_id, asked_at);
create index mail_of_invitation on mail (invitation_id) where invitation_id is not null;
create index mail_of_order on mail (order_id) where order_id is not null;
create index mail_age on mail (asked_at);

-- Backups that Lantern makes by itself (record 53): each one that was due or asked for, and its outcome.
create table backup (
  id uuid primary key default gen_random_uuid(),
  -- The moment of the night that it was due at; null if somebody asked for it.
  due_at timestamptz,
  asked_by uuid references staff (id),
  asked_at timestamptz not null,
  begun_at timestamptz,
  -- When the process that makes it last reported, by the database's clock. After some minutes of silence that process
  -- counts as killed, and the backup as failed.
  heard_at timestamptz,
  percent integer not null default 0 constraint backup_percent check (percent between 0 and 100),
  -- Whether it is written and now being read again, to check it.
  is_checking boolean not null default false,
  ended_at timestamptz,
  failure text,
  directory text,
  file text,
  bytes bigint,
  -- When its file was deleted because newer backups took its place.
  removed_at timestamptz,
  constraint backup_of_a_night_or_asked_for check ((due_at is null) <> (asked_by is null)),
  constraint backup_heard_from check ((begun_at is null) = (heard_at is null)),
  constraint backup_ends_begun check (ended_at is null or begun_at is not null),
  constraint backup_fails_at_its_end check (failure is null or ended_at is not null),
  -- A backup has a file once it has ended well, and only then.
  constraint backup_whole_or_not check (case when ended_at is null or failure is not null
    then num_nonnulls(directory, file, bytes, removed_at) = 0 else num_nonnulls(directory, file, bytes) = 3 end)
);
-- Every server looks for backups that are due. These two make sure that only one is under way at any time, and that each
-- night has a single one, not counting those that failed and are tried again.
create unique index backup_one_at_a_time on backup ((true)) where ended_at is null;
create unique index backup_once_a_night on backup (due_at) where failure is null;
create index backup_newest on backup (begun_at desc);
create index backup_asked_by on backup (asked_by);

-- One row: where those backups are put, and when. A server that makes none reads this to show it to administrators.
create table backup_place (
  only_one boolean primary key default true constraint backup_place_only_one check (only_one),
  directory text not null,
  -- By the hospital's clock; a missed backup is made up for when a server runs again.
  hour integer not null constraint backup_place_hour check (hour between 0 and 23),
  -- The number of backups that are kept.
  keep integer not null constraint backup_place_keeps_some check (keep > 0),
  is_encrypted boolean not null,
  -- When a server that makes backups last reported this, by the database's clock.
  heard_at timestamptz not null
);
