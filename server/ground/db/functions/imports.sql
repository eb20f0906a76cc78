-- Rules for imports (record 98).

-- Live changes (record 16). The list of imports changes with their states, and not with their progress.
create or replace function tell_import() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('import:', new.id, case
    when tg_op = 'INSERT' or old.state <> new.state then ':moved' end));
  return null;
end $$;
create or replace trigger import_live after insert or update on import_batch
  for each row execute function tell_import();
