-- The hospital's own formulary (record 67): the largest doses of a medicine. Above them, a prescriber is asked for a
-- reason.
create table formulary_medicine (
  id uuid primary key default gen_random_uuid(),
  -- The substance. Brands and misspellings are matched to it.
  name text not null constraint formulary_medicine_has_name check (btrim(name) <> ''),
  -- Null applies to every route without a row of its own.
  route medication_route,
  unit dose_unit not null,
  max_dose numeric(11, 4) not null constraint formulary_medicine_dose_above_0 check (max_dose > 0),
  max_daily_dose numeric(11, 4),
  max_dose_per_kg numeric(11, 4) constraint formulary_medicine_per_kg_above_0 check (max_dose_per_kg > 0),
  max_child_dose numeric(11, 4) constraint formulary_medicine_child_above_0 check (max_child_dose > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint formulary_medicine_daily_at_least_single check (max_daily_dose >= max_dose),
  constraint formulary_medicine_per_kg_within_single check (max_dose_per_kg <= max_dose),
  constraint formulary_medicine_child_within_single check (max_child_dose <= max_dose)
);
create unique index formulary_medicine_once on formulary_medicine (fold(name), route) nulls not distinct;

create trigger formulary_medicine_live after insert or update or delete on formulary_medicine
  for each row execute function tell_change('formulary');

-- A screen reads all of it at once.
create function keep_formulary_short() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('formulary'));
  if (select count(*) from formulary_medicine) >= 1000 then
    raise exception 'the formulary is full' using errcode = 'check_violation', constraint = 'formulary_at_most_1000';
  end if;
  return new;
end $$;
create trigger formulary_at_most_1000 before insert on formulary_medicine
  for each row execute function keep_formulary_short();

-- The question about a dose, the reason why it is right all the same, and the weight used to check it.
alter table medication
  add column weight numeric(5, 2) constraint medication_weight_above_0 check (weight > 0),
  add column dose_question text,
  add column dose_reason text,
  add constraint medication_dose_question_with_reason check (num_nonnulls(dose_question, dose_reason) in (0, 2));

-- The same as in 0150.
do $$
declare
  hidden text := (
    select '\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff'
      || string_agg(format('\U%s-\U%s', lpad(to_hex(last - 1), 8, '0'), lpad(to_hex(last), 8, '0')), '')
    from generate_series(131071, 1114111, 65536) last
  );
begin
  execute format('alter table formulary_medicine add constraint formulary_medicine_name_is_line check (name !~ %L)',
    '[' || hidden || '\t\n]');
  execute format('alter table medication add constraint medication_dose_question_is_lines check (dose_question !~ %L)',
    '[' || hidden || ']');
  execute format('alter table medication add constraint medication_dose_reason_is_lines check (dose_reason !~ %L)',
    '[' || hidden || ']');
end $$;
