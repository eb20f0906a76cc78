-- Where a doctor sees patients: the waiting room is told to send them there.
alter table staff add column room text
  constraint staff_room_is_short check (room ~ '\S' and length(room) <= 30);

-- As before, and the waiting room learns of another room (`room`).
create or replace function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('staff:', new.id, ':',
    case when tg_op = 'INSERT' or (old.first_name, old.last_name, old.name, old.email)
      is distinct from (new.first_name, new.last_name, new.name, new.email) then 'named;' end,
    case when tg_op = 'INSERT' or (old.role, old.active) is distinct from (new.role, new.active) then 'chosen;' end,
    case when tg_op = 'UPDATE' and old.room is distinct from new.room then 'room' end));
  return null;
end $$;
