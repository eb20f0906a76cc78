-- Imports of records from files of other systems (record 98).

create table import_profile (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- The columns of a file in their order; a header may be longer than an index takes.
  headers_hash text not null,
  headers text[] not null,
  mapping jsonb not null,
  made_by uuid not null references staff (id),
  updated_at timestamptz not null default now(),
  constraint import_profile_kind check (kind = any (array['PATIENTS'])),
  constraint import_profile_once unique (kind, headers_hash)
);

create table import_batch (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint import_batch_kind check (kind = any (array['PATIENTS'])),
  state text not null default 'UPLOADING' constraint import_batch_state check (state in ('UPLOADING', 'READING', 'UNREADABLE',
    'READ', 'CHECKING', 'CHECKED', 'COMMITTING', 'STOPPED', 'COMMITTED', 'UNDOING', 'UNDONE', 'DISCARDED')),
  file_name text not null constraint import_batch_file_name_is_short check (file_name ~ '\S' and length(file_name) <= 255),
  file_hash text,
  bytes integer not null default 0 constraint import_batch_is_small check (bytes <= 67108864),
  parts integer not null default 0,
  columns jsonb not null default '[]',
  mapping jsonb,
  is_mapped_as_before boolean not null default false,
  rows integer not null default 0,
  -- Where the present work goes on, and how many rows it has been through.
  next_line integer not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  ready integer not null default 0,
  known integer not null default 0,
  possible integer not null default 0,
  rejected integer not null default 0,
  imported integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  worked_since timestamptz,
  -- The account that asked for the present work, in whose name it is done.
  worked_by uuid references staff (id),
  problem_words text,
  made_by uuid not null references staff (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  rows_deleted_at timestamptz
);
-- Two at once would check each against what the other is about to add.
create unique index import_one_at_a_time on import_batch ((true)) where state in ('CHECKING', 'COMMITTING', 'UNDOING');
create index import_batch_by_time on import_batch (created_at, id);
create index import_batch_by_hash on import_batch (file_hash) where file_hash is not null;

-- The file as it arrives, until it is read.
create table import_part (
  batch_id uuid not null references import_batch (id),
  part integer not null,
  content bytea not null,
  constraint import_part_once primary key (batch_id, part)
);

create table import_row (
  batch_id uuid not null references import_batch (id),
  line integer not null,
  cells text[] not null,
  state text not null default 'NEW' constraint import_row_state
    check (state in ('NEW', 'READY', 'KNOWN', 'POSSIBLE', 'REJECTED', 'IMPORTED', 'REMOVED', 'KEPT')),
  -- What the row says, as the check read it.
  record jsonb,
  problems jsonb not null default '[]',
  -- The record that it became, or that it is like.
  record_id uuid,
  constraint import_row_once primary key (batch_id, line)
);
create index import_row_by_state on import_row (batch_id, state, line);

do $$
declare
  line text := (select substring(pg_get_constraintdef(oid) from 'CHECK (.*)') from pg_constraint
    where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass);
begin
  execute format('alter table import_batch add constraint import_batch_file_name_is_line check %s', replace(line, 'room', 'file_name'));
end $$;

alter table role add constraint role_imports_nothing check (not permissions && array['import.manage']);
