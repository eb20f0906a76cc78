-- Rules for identifiers (record 95).

-- Forms have a field for each system. The lock makes additions count one after another.
create or replace function keep_identifier_systems_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('identifier systems'));
  if (select count(*) from identifier_system where retired_at is null and id <> new.id) >= 12 then
    raise exception 'there are too many identifier systems'
      using errcode = 'check_violation', constraint = 'identifier_systems_at_most_12';
  end if;
  return new;
end $$;
create or replace trigger identifier_systems_at_most_12_new before insert on identifier_system
  for each row execute function keep_identifier_systems_few();
create or replace trigger identifier_systems_at_most_12_again before update of retired_at on identifier_system
  for each row when (old.retired_at is not null and new.retired_at is null) execute function keep_identifier_systems_few();

-- An identifier is added, or given another value, only in a system that is not retired. The lock makes it wait for a change of
-- the system, and the other way round.
create or replace function require_open_identifier_system() returns trigger language plpgsql as $$
begin
  select is_exclusive into new.is_exclusive from identifier_system
    where id = new.system_id and retired_at is null for share;
  if not found then
    raise exception 'the identifier system is retired'
      using errcode = 'foreign_key_violation', constraint = 'patient_identifier_of_open_system';
  end if;
  return new;
end $$;
create or replace trigger patient_identifier_of_open_system before insert or update of value on patient_identifier
  for each row execute function require_open_identifier_system();

-- A deleted record ends its identifiers, so that they can be given to the record that is kept instead. Those of a merged one
-- find the survivor.
create or replace function end_identifiers_of_deleted() returns trigger language plpgsql as $$
begin
  update patient_identifier set ended_at = now(), ended_reason = 'The record was deleted', version = version + 1, updated_at = now()
    where patient_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger patient_identifiers_end after update of retired_at on patient
  for each row when (old.retired_at is null and new.retired_at is not null and new.merged_into is null)
  execute function end_identifiers_of_deleted();

-- Live changes (record 16). Screens know with the hospital's settings whether there are systems.
create or replace function tell_identifier_system() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'identifier-system:' || new.id);
  if tg_op = 'INSERT' or old.retired_at is distinct from new.retired_at then
    perform pg_notify('lantern', 'hospital:');
  end if;
  return null;
end $$;
create or replace trigger identifier_system_live after insert or update on identifier_system
  for each row execute function tell_identifier_system();

create or replace function tell_identifier() returns trigger language plpgsql as $$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('patient-identifier:', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $$;
create or replace trigger patient_identifier_live after insert or update on patient_identifier
  for each row execute function tell_identifier();
