-- Allergies that doctors record, as clinical entries (record 24), beside the text that reception types. Everybody who may
-- see a patient reads which substances and how severe: those stand on the patient as `allergens` (record 25).

create type allergy_severity as enum ('MILD', 'MODERATE', 'SEVERE');
create type allergy_certainty as enum ('SUSPECTED', 'CONFIRMED');

create table allergy (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  substance text not null constraint allergy_names_substance check (btrim(substance) <> ''),
  reaction text,
  severity allergy_severity not null,
  certainty allergy_certainty not null,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint allergy_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create index allergy_of_patient on allergy (patient_id, recorded_at, id);
-- One current entry a substance, whoever writes it and at whatever moment.
create unique index allergy_once on allergy (patient_id, fold(substance)) where struck_at is null;

create trigger allergy_kept before insert on allergy for each row execute function keep_clinical_entry('recorded_at');
create trigger allergy_struck before update on allergy for each row execute function strike_clinical_entry();
create trigger allergy_live after insert or update on allergy
  for each row execute function tell_clinical_entry('allergy');

-- What current entries say, the most severe first; kept by a trigger, so that whoever shows a patient reads one row.
alter table patient add column allergens jsonb not null default '[]';

create function allergens_of(whom uuid) returns jsonb language sql stable
  return (
    select coalesce(jsonb_agg(jsonb_build_object('substance', substance, 'severity', severity)
      order by severity desc, recorded_at, id), '[]')
    from allergy where patient_id = whom and struck_at is null
  );

-- The patient is locked before entries are read: the later of two who write at once sees the other's.
create function keep_allergens() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from patient where id = new.patient_id for no key update;
  update patient set allergens = allergens_of(id) where id = new.patient_id;
  return null;
end $$;
create trigger allergy_on_patient after insert or update on allergy for each row execute function keep_allergens();

-- Cards show them beside who it is: a change of them is told as `identity`.
create or replace function tell_patient() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('patient:', new.id, case
    when tg_op = 'INSERT' then ':new'
    when (old.mrn_number, old.first_name, old.last_name, old.date_of_birth, old.gender, old.contact_number,
        old.allergies, old.allergens, old.deceased_at, old.retired_at)
      is distinct from (new.mrn_number, new.first_name, new.last_name, new.date_of_birth, new.gender,
        new.contact_number, new.allergies, new.allergens, new.deceased_at, new.retired_at) then ':identity' end));
  return null;
end $$;
