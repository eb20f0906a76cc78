-- Rules of shifts, and of the ward that somebody has at a moment (record 93).

-- Lists read all shifts at once. The lock makes additions count one after another.
create or replace function keep_shifts_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('shifts'));
  if (select count(*) from shift where retired_at is null) >= 50 then
    raise exception 'there are too many shifts' using errcode = 'check_violation', constraint = 'shifts_at_most_50';
  end if;
  return new;
end $$;
create or replace trigger shifts_at_most_50 before insert on shift for each row execute function keep_shifts_few();

-- Somebody works on an open unit, on all of one kind, or on all, in a shift that there is. The locks make a choice take turns
-- with the closing of the unit, and with the removal of the shift.
create or replace function place_in_shift() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.shift_id <> old.shift_id then
    perform from shift where id = new.shift_id and retired_at is null for share;
    if not found then
      raise exception 'the shift is removed' using errcode = 'check_violation', constraint = 'staff_shift_in_current_shift';
    end if;
  end if;
  if new.unit_id is not null then
    select ward into new.ward from unit where id = new.unit_id and closed_at is null for key share;
    if not found then
      raise exception 'the unit is closed' using errcode = 'check_violation', constraint = 'staff_unit_is_open';
    end if;
  end if;
  return new;
end $$;
create or replace trigger staff_shift_placed before insert or update on staff_shift
  for each row execute function place_in_shift();

-- In a shift that is removed, everyone has their usual ward.
create or replace function leave_removed_shift() returns trigger language plpgsql as $$
begin
  delete from staff_shift where shift_id = new.id;
  return null;
end $$;
create or replace trigger shift_removed after update of retired_at on shift
  for each row when (old.retired_at is null and new.retired_at is not null) execute function leave_removed_shift();

-- A unit that is merged or closed takes people along in their shifts, as it does where it is their usual ward.
create or replace function carry_shifts_along() returns trigger language plpgsql as $$
begin
  update staff_shift set unit_id = new.merged_into where unit_id = new.id;
  return null;
end $$;
create or replace trigger unit_carries_shifts after update of closed_at on unit
  for each row when (old.closed_at is null and new.closed_at is not null) execute function carry_shifts_along();

-- Whether a time of the day is in a shift, which may pass midnight.
create or replace function is_on(one shift, at time) returns boolean language sql immutable as $$
  select case when one.starts_at < one.ends_at then at >= one.starts_at and at < one.ends_at
    else at >= one.starts_at or at < one.ends_at end
$$;

-- The wards that somebody has at a moment, by the hospital's clock: first those of the shifts that are on and for which they
-- chose one, the latest to begin first; then the usual one, if another shift is on as well, or none. Nothing else says which
-- ward somebody has.
create or replace function wards_at(one staff, moment timestamptz)
returns table (shift_id uuid, ward ward, unit_id uuid, begun interval) language sql stable as $$
  with now_on as (
    select shift.id, clock.at - shift.starts_at + case when clock.at < shift.starts_at then interval '24 hours' else '0' end as begun
    from shift
    cross join (select (moment at time zone time_zone)::time as at from hospital) clock
    where shift.retired_at is null and is_on(shift, clock.at)
  ), chosen as (
    select staff_shift.shift_id, staff_shift.ward, staff_shift.unit_id, begun
    from staff_shift join now_on on now_on.id = staff_shift.shift_id
    where staff_id = one.id
  )
  select * from chosen
  union all
  select null, one.ward, one.unit_id, null
  where not exists (select from chosen) or exists (select id from now_on except select shift_id from chosen)
  order by begun, shift_id
$$;

-- When a shift next begins or ends, for somebody who has another ward in one.
create or replace function wards_change_after(one staff, moment timestamptz) returns timestamptz language sql stable as $$
  select min((local::date + turn + case when turn > local::time then interval '0' else '1 day' end) at time zone time_zone)
  from hospital
  cross join lateral (select moment at time zone time_zone as local) clock
  cross join (select unnest(array[starts_at, ends_at]) as turn from shift where retired_at is null) shifts
  where exists (select from staff_shift where staff_id = one.id)
$$;

-- Whether a place, which is a unit or all of a kind, has a unit in it.
create or replace function has_unit(of_ward ward, of_unit uuid, asked uuid) returns boolean language sql stable as $$
  select (of_unit = asked) is true
    or of_unit is null and (of_ward = (select ward from unit where id = asked)) is true
$$;

-- Whether somebody has a unit at a moment, and whether they have it at any time, usually or in a shift. All wards, chosen for a
-- shift, are each of them; without a usual ward, somebody has none.
create or replace function works_on_at(one staff, of_unit uuid, moment timestamptz) returns boolean language sql stable as $$
  select exists (
    select from wards_at(one, moment) place
    where of_unit is not null and place.shift_id is not null and place.ward is null
      or has_unit(place.ward, place.unit_id, of_unit))
$$;
create or replace function works_on(one staff, of_unit uuid) returns boolean language sql stable as $$
  select has_unit(one.ward, one.unit_id, of_unit) or exists (
    select from staff_shift where staff_id = one.id
      and (of_unit is not null and staff_shift.ward is null or has_unit(staff_shift.ward, staff_shift.unit_id, of_unit)))
$$;

-- Live changes (record 16). Sessions and the settings that screens have know of the shifts.
create or replace function tell_shift() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'shift:' || new.id);
  perform pg_notify('lantern', 'hospital:');
  return null;
end $$;
create or replace trigger shift_live after insert or update on shift for each row execute function tell_shift();

create or replace function tell_staff_of_shift() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('staff:', coalesce(new.staff_id, old.staff_id), ':'));
  return null;
end $$;
create or replace trigger staff_shift_live after insert or update or delete on staff_shift
  for each row execute function tell_staff_of_shift();
