-- What the store issues to a patient is part of their record (record 68).
alter table stock_movement
  -- The recorded allergy, and the reason for issuing it all the same.
  add column allergy text,
  add column allergy_reason text,
  add constraint movement_allergy_with_reason check (num_nonnulls(allergy, allergy_reason) in (0, 2)),
  add constraint movement_allergy_of_patient check (allergy is null or (kind = 'ISSUE' and patient_id is not null));
do $$
declare
  -- What a text of several lines must not contain, copied from the constraint on the reason.
  lines text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'stock_movement_reason_is_lines');
  col text;
begin
  foreach col in array array['allergy', 'allergy_reason'] loop
    execute format('alter table stock_movement add constraint %I %s', 'stock_movement_' || col || '_is_lines',
      replace(replace(lines, '(reason ', format('(%I ', col)), ' NOT VALID', ''));
  end loop;
end $$;

-- The patient's record lists them by time.
create index movement_of_patient on stock_movement (patient_id, at, id) where patient_id is not null;
create trigger movement_to_patient_live after insert on stock_movement
  for each row when (new.patient_id is not null) execute function tell_clinical_entry('stock-movement');

-- How many patients someone looked up to issue stock to, in the minute and the hour that began at `since`. The same
-- number or label counts once. The limits stop anyone from trying one number after another.
create table recipient_look (
  staff_id uuid not null references staff (id) on delete cascade,
  span text not null constraint recipient_look_span check (span in ('hour', 'minute')),
  since timestamptz not null,
  sought text[] not null,
  primary key (staff_id, span, since),
  constraint looks_in_minute_bounded check (span <> 'minute' or cardinality(sought) <= 20),
  constraint looks_in_hour_bounded check (span <> 'hour' or cardinality(sought) <= 100)
);
create index recipient_look_since on recipient_look (since);
