-- A session begins for an active account alone. Who deactivates it just now holds its row, and ends its sessions after: so
-- one that begins meanwhile waits, and is refused, or it is among those that end.
create function require_active_account() returns trigger language plpgsql as $$
begin
  perform from staff where id = new.staff_id and active for share;
  if not found then
    raise exception 'the account was deactivated'
      using errcode = 'check_violation', constraint = 'session_of_active_account';
  end if;
  return new;
end $$;
create trigger session_of_active_account before insert on session
  for each row execute function require_active_account();
