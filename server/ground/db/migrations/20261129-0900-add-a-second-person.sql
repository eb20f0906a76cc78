-- Acts that a second person countersigns on the same device (record 87). Which of them want it is the hospital's setting.
create table countersignature (
  id uuid primary key default gen_random_uuid(),
  act text not null constraint countersignature_of_known_act check (act in ('ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL')),
  -- Made of the whole act as the witness read it: another dose is another act.
  subject_hash text not null constraint countersignature_of_a_subject check (subject_hash ~ '^[A-Za-z0-9_-]{43}$'),
  actor_id uuid not null references staff (id),
  witness_id uuid not null references staff (id),
  -- The role in which they might.
  witness_role text not null constraint countersignature_in_a_role check (witness_role ~ '^[a-z][a-z0-9_]{0,59}$'),
  signed_at timestamptz not null default clock_timestamp(),
  constraint countersignature_of_two_people check (witness_id <> actor_id)
);

alter table hospital add column countersigned_acts text[] not null default '{}'
  constraint hospital_countersigns_known_acts check (countersigned_acts <@ array['ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL']);
-- By law, what becomes of each unit is accounted for.
alter table inventory_item add column is_controlled boolean not null default false;

-- Each countersignature serves one row: the next migrations make these unique.
alter table medication add column countersignature_id uuid
  constraint medication_countersignature_known references countersignature (id);
alter table stock_movement add column countersignature_id uuid
  constraint movement_countersignature_known references countersignature (id);
