-- Rules for payers and for the coverage of patients by them (record 96).

-- Forms read all payers at once. The lock makes additions count one after another.
create or replace function keep_payers_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('payers'));
  if (select count(*) from payer where retired_at is null) >= 200 then
    raise exception 'there are too many payers' using errcode = 'check_violation', constraint = 'payers_at_most_200';
  end if;
  return new;
end $$;
create or replace trigger payers_at_most_200 before insert on payer
  for each row execute function keep_payers_few();

-- A payer is chosen while it is not retired. The lock makes a choice wait for a retirement, and the other way round; what was
-- chosen before stays.
create or replace function require_open_payer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.payer_id = old.payer_id then
    return new;
  end if;
  perform from payer where id = new.payer_id and retired_at is null for share;
  if not found then
    raise exception 'the payer is retired' using errcode = 'foreign_key_violation', constraint = 'coverage_of_payer';
  end if;
  return new;
end $$;
create or replace trigger coverage_payer_open before insert or update of payer_id on coverage
  for each row execute function require_open_payer();

create or replace trigger coverage_kept before insert on coverage
  for each row execute function require_patient_on_record('coverage_needs_patient');

-- All of a patient's coverage is read at once. The lock makes additions count one after another.
create or replace function keep_coverage_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('coverage'), hashtext(new.patient_id::text));
  if (select count(*) from coverage where patient_id = new.patient_id and retired_at is null) >= 50 then
    raise exception 'there is too much coverage' using errcode = 'check_violation', constraint = 'coverage_at_most_50';
  end if;
  return new;
end $$;
create or replace trigger coverages_at_most_50 before insert on coverage
  for each row execute function keep_coverage_few();

-- Live changes (record 16).
create or replace function tell_payer() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'payer:' || new.id);
  return null;
end $$;
create or replace trigger payer_live after insert or update on payer for each row execute function tell_payer();
create or replace trigger coverage_live after insert or update on coverage
  for each row execute function tell_clinical_entry('coverage');
