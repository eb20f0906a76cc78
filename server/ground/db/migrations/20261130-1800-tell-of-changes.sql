-- From here on, the migration that adds a table also makes its trigger for live screens. In a new database it comes before the
-- functions, so this function has to be there earlier. functions/foundation.sql has it as it is now, and why.
create or replace function tell_change() returns trigger language plpgsql as $$
begin
  -- An import tells of its rows together.
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', tg_argv[0] || ':' || coalesce(new.id, old.id));
  return null;
end $$;
