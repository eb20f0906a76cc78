-- Pickers read all doctors at once, so their number is bounded.
create function keep_doctors_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('doctors'));
  if (select count(*) from staff where role = 'doctor' and active and id <> new.id) >= 2000 then
    raise exception 'there are too many doctors' using errcode = 'check_violation', constraint = 'doctors_at_most_2000';
  end if;
  return new;
end $$;
create trigger doctors_at_most_2000 before update of role, active on staff
  for each row when (new.role = 'doctor' and new.active and (old.role is distinct from 'doctor' or not old.active))
  execute function keep_doctors_few();
