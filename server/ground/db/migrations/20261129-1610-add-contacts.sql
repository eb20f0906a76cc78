-- Contacts of patients (record 96): next of kin, guardians and emergency contacts. Ended contacts stay for the history.
create type contact_relationship as enum (
  'SPOUSE', 'PARTNER', 'MOTHER', 'FATHER', 'SON', 'DAUGHTER', 'BROTHER', 'SISTER', 'GRANDPARENT', 'GRANDCHILD', 'AUNT_OR_UNCLE',
  'OTHER_RELATIVE', 'LEGAL_GUARDIAN', 'FOSTER_PARENT', 'CARER', 'FRIEND', 'NEIGHBOUR', 'OTHER');
create table patient_contact (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  name text not null constraint patient_contact_name_is_short check (name ~ '\S' and length(name) <= 200),
  relationship contact_relationship not null,
  relationship_detail text constraint patient_contact_detail_is_short
    check (relationship_detail ~ '\S' and length(relationship_detail) <= 100),
  phone text constraint patient_contact_phone_is_short check (phone ~ '[0-9]' and length(phone) <= 40),
  address text constraint patient_contact_address_is_short check (address ~ '\S' and length(address) <= 500),
  is_emergency boolean not null,
  is_guardian boolean not null,
  other_patient_id uuid constraint contact_is_patient references patient (id),
  version integer not null default 1,
  ended_at timestamptz,
  ended_by uuid references staff (id),
  ended_reason text constraint patient_contact_reason_is_short check (ended_reason ~ '\S' and length(ended_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_other_in_words check (relationship <> 'OTHER' or relationship_detail is not null),
  constraint contact_emergency_has_phone check (not is_emergency or phone is not null),
  constraint contact_is_another check (other_patient_id <> patient_id),
  constraint contact_ended_by_somebody check (num_nonnulls(ended_at, ended_by) in (0, 2) and (ended_at is not null or ended_reason is null))
);
-- A father and a son of one name are two people.
create unique index contact_listed_once on patient_contact (patient_id, fold(name), relationship) where ended_at is null;
create index contact_past on patient_contact (patient_id, ended_at, id) where ended_at is not null;
create index contact_of_other_patient on patient_contact (other_patient_id) where other_patient_id is not null;
do $$
declare
  col text;
begin
  foreach col in array array['name', 'relationship_detail', 'phone'] loop
    execute format('alter table patient_contact add constraint %I check %s', 'patient_contact_' || col || '_is_line', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
      'room', col));
  end loop;
  foreach col in array array['address', 'ended_reason'] loop
    execute format('alter table patient_contact add constraint %I check %s', 'patient_contact_' || col || '_is_lines', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'patient_address_is_lines' and conrelid = 'patient'::regclass) from 'CHECK (.*)'),
      'address', col));
  end loop;
end $$;
