-- What doctors write on a patient's record. An entry is appended; one made in error is struck through, and stays. Every
-- table of such entries has the columns patient_id, recorded_at, recorded_by, struck_at, struck_by and struck_reason, and
-- these three triggers; record 24 says how to add one.

-- Of whom an entry may be made, and of when: of a patient who is on record, from birth to death. `tg_argv[0]` names the
-- column that says when it was true. The key lock lets two write at once, and makes a death or a deletion wait or be seen.
create function keep_clinical_entry() returns trigger language plpgsql as $$
declare
  true_at timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  of_patient record;
begin
  select retired_at, deceased_at, date_of_birth into of_patient from patient where id = new.patient_id for key share;
  if of_patient.retired_at is not null then
    raise exception 'the record was removed'
      using errcode = 'check_violation', constraint = 'clinical_entry_needs_patient';
  end if;
  if true_at > of_patient.deceased_at then
    raise exception 'the patient had died'
      using errcode = 'check_violation', constraint = 'clinical_entry_before_death';
  end if;
  if (true_at at time zone (select time_zone from hospital))::date < of_patient.date_of_birth then
    raise exception 'the patient was not born yet'
      using errcode = 'check_violation', constraint = 'clinical_entry_after_birth';
  end if;
  -- Clocks differ by a minute at most.
  if true_at > clock_timestamp() + interval '1 minute' then
    raise exception 'this is still to come'
      using errcode = 'check_violation', constraint = 'clinical_entry_not_in_future';
  end if;
  return new;
end $$;

-- Struck through once, by somebody, for a reason; when, the clock says.
create function strike_clinical_entry() returns trigger language plpgsql as $$
begin
  if old.struck_at is not null then
    raise exception 'it is struck through already'
      using errcode = 'check_violation', constraint = 'clinical_entry_struck_once';
  end if;
  new.struck_at := clock_timestamp();
  return new;
end $$;

-- Told under the name in `tg_argv[0]`, with the patient whose record shows it.
create function tell_clinical_entry() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat(tg_argv[0], ':', new.id, ':patient=', new.patient_id));
  return null;
end $$;

create type consciousness as enum ('ALERT', 'CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE');
create type oxygen_given as enum ('AIR', 'OXYGEN');

-- A row a set. Bounds are those of contract/clinical/signs.ts, which has each sign's LOINC code and UCUM unit.
create table vital_signs (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  taken_at timestamptz not null,
  temperature numeric(3, 1) constraint vital_signs_temperature check (temperature between 10 and 46),
  pulse smallint constraint vital_signs_pulse check (pulse between 0 and 350),
  respiratory_rate smallint constraint vital_signs_respiratory_rate check (respiratory_rate between 0 and 120),
  systolic smallint constraint vital_signs_systolic check (systolic between 20 and 320),
  diastolic smallint constraint vital_signs_diastolic check (diastolic between 0 and 250),
  oxygen_saturation smallint constraint vital_signs_oxygen_saturation check (oxygen_saturation between 20 and 100),
  weight numeric(5, 2) constraint vital_signs_weight check (weight between 0.2 and 650),
  height numeric(4, 1) constraint vital_signs_height check (height between 20 and 275),
  pain smallint constraint vital_signs_pain check (pain between 0 and 10),
  consciousness consciousness,
  oxygen oxygen_given,
  uses_scale_2 boolean not null default false,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  constraint vital_signs_hold_something check (num_nonnulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation,
    weight, height, pain, consciousness) > 0),
  constraint vital_signs_pressure check (diastolic is null or (systolic is not null and diastolic < systolic)),
  constraint vital_signs_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
-- The flowsheet.
create index vital_signs_of_patient on vital_signs (patient_id, taken_at, id);
-- The latest of each sign, however long ago it was: one look into one of these, whatever else was taken since.
create index vital_signs_latest_temperature on vital_signs (patient_id, taken_at, id)
  where temperature is not null and struck_at is null;
create index vital_signs_latest_pulse on vital_signs (patient_id, taken_at, id)
  where pulse is not null and struck_at is null;
create index vital_signs_latest_respiratory_rate on vital_signs (patient_id, taken_at, id)
  where respiratory_rate is not null and struck_at is null;
create index vital_signs_latest_systolic on vital_signs (patient_id, taken_at, id)
  where systolic is not null and struck_at is null;
create index vital_signs_latest_oxygen_saturation on vital_signs (patient_id, taken_at, id)
  where oxygen_saturation is not null and struck_at is null;
create index vital_signs_latest_weight on vital_signs (patient_id, taken_at, id)
  where weight is not null and struck_at is null;
create index vital_signs_latest_height on vital_signs (patient_id, taken_at, id)
  where height is not null and struck_at is null;
create index vital_signs_latest_pain on vital_signs (patient_id, taken_at, id)
  where pain is not null and struck_at is null;
create index vital_signs_latest_consciousness on vital_signs (patient_id, taken_at, id)
  where consciousness is not null and struck_at is null;
create index vital_signs_latest_oxygen on vital_signs (patient_id, taken_at, id)
  where oxygen is not null and struck_at is null;
create index vital_signs_latest_full_set on vital_signs (patient_id, taken_at, id)
  where num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
    and struck_at is null;

create trigger vital_signs_kept before insert on vital_signs for each row execute function keep_clinical_entry('taken_at');
create trigger vital_signs_struck before update on vital_signs for each row execute function strike_clinical_entry();
create trigger vital_signs_live after insert or update on vital_signs
  for each row execute function tell_clinical_entry('vital-signs');
