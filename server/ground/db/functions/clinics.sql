-- Rules for the clinics of the outpatient department (record 90).

-- Each room is a short line, and stands in its clinic once, however it is written.
create or replace function keep_rooms_plain() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(new.rooms) room where room is null or room !~ '\S' or length(room) > 30) then
    raise exception 'a room is no short line' using errcode = 'check_violation', constraint = 'clinic_rooms_are_plain';
  end if;
  if (select count(distinct fold(room)) from unnest(new.rooms) room) < cardinality(new.rooms) then
    raise exception 'a room is there twice' using errcode = 'check_violation', constraint = 'clinic_room_once';
  end if;
  return new;
end $$;
create or replace trigger clinic_rooms_are_plain before insert or update of rooms on clinic
  for each row execute function keep_rooms_plain();

-- Lists read all clinics at once. The lock makes additions count one after another.
create or replace function keep_clinics_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('clinics'));
  if (select count(*) from clinic where retired_at is null) >= 200 then
    raise exception 'there are too many clinics' using errcode = 'check_violation', constraint = 'clinics_at_most_200';
  end if;
  return new;
end $$;
create or replace trigger clinics_at_most_200 before insert on clinic
  for each row execute function keep_clinics_few();

-- A doctor or a screen is assigned only to an open clinic. The lock makes an assignment wait for a closing, and the other
-- way round.
create or replace function require_open_clinic() returns trigger language plpgsql as $$
begin
  perform from clinic where id = new.clinic_id and retired_at is null for share;
  if not found then
    raise exception 'the clinic is closed' using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create or replace trigger staff_clinic_open before insert or update of clinic_id on staff
  for each row when (new.clinic_id is not null) execute function require_open_clinic();
create or replace trigger display_clinic_open before insert or update of clinic_id on display
  for each row when (new.clinic_id is not null) execute function require_open_clinic();

-- A clinic in which somebody works or has hours to come, or with a screen in its waiting room, is not closed. Deactivated accounts leave it.
create or replace function keep_clinic_in_use() returns trigger language plpgsql as $$
begin
  if exists (select from staff where clinic_id = new.id and active) then
    raise exception 'doctors belong to the clinic' using errcode = 'check_violation', constraint = 'clinic_has_doctors';
  end if;
  if exists (select from display where clinic_id = new.id and withdrawn_at is null) then
    raise exception 'a screen shows the clinic' using errcode = 'check_violation', constraint = 'clinic_has_screens';
  end if;
  if exists (select from practice_session where clinic_id = new.id and valid && daterange(hospital_today(), null)) then
    raise exception 'doctors have hours in the clinic' using errcode = 'check_violation', constraint = 'clinic_has_sessions';
  end if;
  update staff set clinic_id = null, version = version + 1, updated_at = now() where clinic_id = new.id;
  return new;
end $$;
create or replace trigger clinic_in_use before update of retired_at on clinic
  for each row when (old.retired_at is null and new.retired_at is not null) execute function keep_clinic_in_use();

-- Live changes (record 16). Screens know with the hospital's settings whether there are clinics to choose from.
create or replace function tell_clinic() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'clinic:' || new.id);
  if tg_op = 'INSERT' or old.retired_at is distinct from new.retired_at then
    perform pg_notify('lantern', 'hospital:');
  end if;
  return null;
end $$;
create or replace trigger clinic_live after insert or update on clinic for each row execute function tell_clinic();
