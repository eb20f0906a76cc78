-- Backups that Lantern makes by itself (record 53): each one that was due or asked for, and what came of it.
create table backup (
  id uuid primary key default gen_random_uuid(),
  -- The hour of the night that it is for; null where somebody asked for it.
  due_at timestamptz,
  asked_by uuid references staff (id),
  asked_at timestamptz not null,
  begun_at timestamptz,
  -- When the process that makes it last said so, by the clock of the database.
  heard_at timestamptz,
  percent integer not null default 0 constraint backup_percent check (percent between 0 and 100),
  is_checking boolean not null default false,
  ended_at timestamptz,
  failure text,
  directory text,
  file text,
  bytes bigint,
  -- When newer ones took its place.
  removed_at timestamptz,
  constraint backup_of_a_night_or_asked_for check ((due_at is null) <> (asked_by is null)),
  constraint backup_heard_from check ((begun_at is null) = (heard_at is null)),
  constraint backup_ends_begun check (ended_at is null or begun_at is not null),
  constraint backup_whole_or_not check (case when ended_at is null or failure is not null
    then num_nonnulls(directory, file, bytes, removed_at) = 0 else num_nonnulls(directory, file, bytes) = 3 end),
  constraint backup_fails_at_its_end check (failure is null or ended_at is not null)
);
-- However many servers there are.
create unique index backup_one_at_a_time on backup ((true)) where ended_at is null;
create unique index backup_once_a_night on backup (due_at) where failure is null;
create index backup_newest on backup (begun_at desc);
create index backup_asked_by on backup (asked_by);

create trigger backup_live after insert or update of begun_at, percent, is_checking, ended_at on backup
  for each row execute function tell_change('backup');
