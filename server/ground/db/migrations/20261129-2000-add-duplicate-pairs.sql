-- Pairs of records that may be of one patient (record 99).
create table duplicate_pair (
  id uuid primary key default gen_random_uuid(),
  one_id uuid not null references patient (id),
  other_id uuid not null references patient (id),
  -- Tenths of a bit; contract/search/patient-likeness.ts says how it is measured.
  weight integer not null,
  band text not null constraint duplicate_pair_band check (band in ('probable', 'possible')),
  -- The reasons, the strongest first, as the contract has them.
  because jsonb not null,
  -- A digest of what was compared. A decided pair returns when it changes.
  seen text not null constraint duplicate_pair_seen_is_digest check (seen ~ '^[0-9a-f]{32}$'),
  found_at timestamptz not null default now(),
  verdict text constraint duplicate_pair_verdict check (verdict in ('NOT_DUPLICATES')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  note text constraint duplicate_pair_note_is_short check (note ~ '\S' and length(note) <= 500),
  constraint duplicate_pair_once unique (one_id, other_id),
  constraint duplicate_pair_ordered check (one_id < other_id),
  constraint duplicate_pair_decided_by_somebody check (num_nonnulls(verdict, decided_by, decided_at) in (0, 3)),
  constraint duplicate_pair_note_of_decision check (note is null or verdict is not null)
);
create index duplicate_pair_of_other on duplicate_pair (other_id);
create index duplicate_pair_open on duplicate_pair (band, weight, id) where verdict is null;
create index duplicate_pair_decided on duplicate_pair (decided_at, id) where verdict is not null;

-- Patients who are to be compared: all that there are, and from then on those that changed. A row for each change, because one
-- row for a patient could be deleted by the comparison that did not see the last change yet.
create table duplicate_due (
  id bigint generated always as identity primary key,
  patient_id uuid not null
);
insert into duplicate_due (patient_id) select id from patient where retired_at is null;

-- Patients who have so much in common with so many others that they are not compared by it.
create table duplicate_block (
  kind text not null constraint duplicate_block_kind check (kind in ('phone', 'birth', 'names', 'identifier')),
  key text not null,
  found_at timestamptz not null default now(),
  constraint duplicate_block_once primary key (kind, key)
);

do $$
declare
  lines text := (select substring(pg_get_constraintdef(oid) from 'CHECK (.*)') from pg_constraint
    where conname = 'patient_address_is_lines' and conrelid = 'patient'::regclass);
begin
  execute format('alter table duplicate_pair add constraint duplicate_pair_note_is_lines check %s',
    replace(lines, 'address', 'note'));
end $$;
