-- A hospital's own wards (record 89). Each is of one of the six kinds, which the columns `ward` go on to name.
create table unit (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint unit_name_is_short check (name ~ '\S' and length(name) <= 40),
  ward ward not null,
  floor text constraint unit_floor_is_short check (floor ~ '\S' and length(floor) <= 40),
  phone text constraint unit_phone_is_short check (phone ~ '\S' and length(phone) <= 50),
  -- Whether beds that patients leave wait to be cleaned, where the hospital wants that.
  cleaned_by_staff boolean not null default true,
  version integer not null default 1,
  closed_at timestamptz,
  -- Where its beds and people went.
  merged_into uuid constraint unit_merged_into_unit references unit (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The id while beds can be in it (see bed.open_unit_id).
  open_id uuid generated always as (case when closed_at is null then id end) stored constraint unit_open_once unique,
  constraint unit_of_ward unique (id, ward),
  constraint unit_merged_is_closed check (merged_into is null or closed_at is not null),
  constraint unit_not_into_itself check (merged_into <> id)
);
create unique index unit_name_once on unit (fold(name)) where closed_at is null;
do $$
declare
  col text;
begin
  foreach col in array array['name', 'floor', 'phone'] loop
    execute format('alter table unit add constraint %I check %s', 'unit_' || col || '_is_line', replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
      'room', col));
  end loop;
end $$;
-- One of each kind, called as the kind is, so that a hospital that makes none of its own sees what it saw.
insert into unit (ward, name) values
  ('GENERAL', 'General Ward'), ('ICU', 'ICU'), ('EMERGENCY', 'Emergency'),
  ('PEDIATRIC', 'Pediatric'), ('MATERNITY', 'Maternity'), ('PSYCHIATRIC', 'Psychiatric');

-- The unit in which a bed was before it first moved. Null while it hasn't.
alter table bed add column unit_id uuid, add column first_unit_id uuid constraint bed_first_in_unit references unit (id);
update bed set unit_id = unit.id from unit where unit.ward = bed.ward;

-- A bed whose ward alone is said, as the version before and the specification do, is in the oldest open unit of that kind;
-- one whose unit alone is said, in that unit's kind. server/ground/db/functions/wards.sql has the function as it is now.
create function oldest_unit(of_ward ward) returns uuid language sql stable as $$
  select id from unit where ward = of_ward and closed_at is null order by created_at, id limit 1
$$;
create function place_bed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.unit_id is distinct from old.unit_id and new.ward = old.ward then
    new.ward := coalesce((select ward from unit where id = new.unit_id), new.ward);
  elsif new.unit_id is null or (tg_op = 'UPDATE' and new.unit_id = old.unit_id and new.ward <> old.ward) then
    new.unit_id := oldest_unit(new.ward);
  end if;
  if tg_op = 'UPDATE' and new.unit_id <> old.unit_id then
    new.first_unit_id := coalesce(old.first_unit_id, old.unit_id);
  end if;
  return new;
end $$;
create trigger bed_placed before insert or update of ward, unit_id on bed for each row execute function place_bed();

alter table bed
  alter column unit_id set not null,
  add column open_unit_id uuid generated always as (case when retired_at is null then unit_id end) stored,
  -- The kind of a bed is always that of its unit.
  add constraint bed_unit_of_ward foreign key (unit_id, ward) references unit (id, ward),
  -- A closed unit has no beds in use, whichever comes first.
  add constraint bed_unit_is_open foreign key (open_unit_id) references unit (open_id);
create index bed_of_unit on bed (open_unit_id) where open_unit_id is not null;

-- The unit in which a stay was spent. Stays from now on have one. An earlier one was spent in the unit in which its bed was
-- first, so that nothing has to be filled here.
alter table stay add column unit_id uuid constraint stay_in_unit references unit (id);

-- The unit that somebody works on. Null: all of the kind in `ward`, or all of them.
alter table staff add column unit_id uuid constraint staff_unit_exists references unit (id);

-- Triggers of the server's account ask for units before its privileges are renewed, at the end of the update.
do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
begin
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update on unit to %I', account);
  end if;
end $$;
