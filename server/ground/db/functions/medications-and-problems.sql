-- The formulary. Medications and problems have no functions besides those of 08_clinical_entries.sql.

-- A form reads the whole formulary at once, so its size is limited. The lock makes additions count one after another.
create or replace function keep_formulary_short() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('formulary'));
  if (select count(*) from formulary_medicine) >= 1000 then
    raise exception 'the formulary is full' using errcode = 'check_violation', constraint = 'formulary_at_most_1000';
  end if;
  return new;
end $$;

create or replace trigger formulary_at_most_1000 before insert on formulary_medicine
  for each row execute function keep_formulary_short();
