-- An administrator says what the hospital is called, where its clock stands, and in what it pays.

-- Not valid: what the owner once wrote by hand stays until somebody changes it.
alter table hospital add constraint hospital_has_name check (name ~ '\S') not valid;
alter table hospital add constraint hospital_currency_is_code check (currency ~ '^[A-Z]{3}$') not valid;

-- By its whole name: abbreviations and offsets are no zone, and don't know when a country changes its clocks.
create function keep_time_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'there is no such time zone'
      using errcode = 'check_violation', constraint = 'hospital_time_zone_known';
  end if;
  return new;
end $$;
create trigger hospital_time_zone before update of time_zone on hospital
  for each row when (new.time_zone <> old.time_zone) execute function keep_time_zone();

-- What a new hospital has to do is read from what it has; kept is only what its administrators put off.
alter table hospital add column is_named boolean not null generated always as (name <> 'Lantern Hospital') stored;
alter table hospital add column setup_put_off text[] not null default '{}'
  constraint hospital_setup_steps check (setup_put_off <@ array['hospital', 'beds', 'colleagues', 'stock']);
