-- Where the backups are put that Lantern makes by itself: of several servers, one that makes none tells of it too (record 53).
create table backup_place (
  only_one boolean primary key default true constraint backup_place_only_one check (only_one),
  directory text not null,
  -- Of the hospital's clock.
  hour integer not null constraint backup_place_hour check (hour between 0 and 23),
  keep integer not null constraint backup_place_keeps_some check (keep > 0),
  is_encrypted boolean not null,
  -- When a server that makes them last said so, by the clock of the database.
  heard_at timestamptz not null
);
