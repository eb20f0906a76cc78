-- Vital signs, which are clinical entries (see allergies.sql), and the alerts that a high early warning score raises (records 24 and
-- 66). A set is taken, corrected and scored as a whole, so it is one row with a column for each sign.

create type consciousness as enum ('ALERT', 'CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE');
create type oxygen_given as enum ('AIR', 'OXYGEN');

-- The ranges are what is possible. contract/clinical/signs.ts has the same ones, and each sign's LOINC code and unit.
create table vital_signs (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  taken_at timestamptz not null,
  -- In °C, with one decimal more than anybody writes: 98.5 °F is kept as 36.94 °C, and 36.9 °C would read 98.4 °F.
  temperature numeric(4, 2) constraint vital_signs_temperature check (temperature between 10 and 46),
  pulse smallint constraint vital_signs_pulse check (pulse between 0 and 350),
  respiratory_rate smallint constraint vital_signs_respiratory_rate check (respiratory_rate between 0 and 120),
  systolic smallint constraint vital_signs_systolic check (systolic between 20 and 320),
  diastolic smallint constraint vital_signs_diastolic check (diastolic between 0 and 250),
  oxygen_saturation smallint constraint vital_signs_oxygen_saturation check (oxygen_saturation between 20 and 100),
  -- In kilograms and centimetres, whatever units the hospital uses.
  weight numeric(5, 2) constraint vital_signs_weight check (weight between 0.2 and 650),
  height numeric(4, 1) constraint vital_signs_height check (height between 20 and 275),
  pain smallint constraint vital_signs_pain check (pain between 0 and 10),
  consciousness consciousness,
  oxygen oxygen_given,
  -- The saturation is scored for a target of 88 to 92 % (NEWS2, scale 2).
  uses_scale_2 boolean not null default false,
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by uuid not null references staff (id),
  struck_at timestamptz,
  struck_by uuid references staff (id),
  struck_reason text,
  -- Oxygen isn't listed, because it only says how to read the saturation; nor is diastolic pressure, because it needs the
  -- systolic one.
  constraint vital_signs_hold_something check (num_nonnulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation,
    weight, height, pain, consciousness) > 0),
  constraint vital_signs_pressure check (diastolic is null or (systolic is not null and diastolic < systolic)),
  constraint vital_signs_struck_with_reason check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
-- For the flowsheet.
create index vital_signs_of_patient on vital_signs (patient_id, taken_at, id);
-- For the latest value of each sign: one index look-up, however long ago it was taken and whatever was taken since.
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
-- For the latest set that has every sign of NEWS2, and so a score.
create index vital_signs_latest_full_set on vital_signs (patient_id, taken_at, id)
  where num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
    and struck_at is null;

-- A NEWS2 of 7 or more needs an emergency response, so it stays open until a doctor acknowledges it. The server works out
-- the score and raises the alert in the statement that records the set. Whether an alert still stands is never stored,
-- because it follows from the patient's sets and from where the patient is.
create table news2_alert (
  -- The set of vital signs.
  id uuid primary key references vital_signs (id),
  patient_id uuid not null references patient (id),
  -- 20 is the highest NEWS2 there is.
  score smallint not null constraint news2_alert_is_high check (score between 7 and 20),
  raised_at timestamptz not null default clock_timestamp(),
  -- When every signed-in doctor was last notified because no one had acknowledged it.
  doctors_told_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid references staff (id),
  constraint news2_alert_acknowledged_by_someone check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index news2_alert_of_patient on news2_alert (patient_id);
-- For the job that notifies doctors again.
create index news2_alert_unacknowledged on news2_alert (raised_at) where acknowledged_at is null;
