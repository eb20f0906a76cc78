-- What somebody does not want to be told of.
create table notification_choice (
  staff_id uuid primary key references staff (id),
  off notification_kind[] not null default '{}'
);

create function wants_notification(who uuid, which notification_kind) returns boolean language sql stable as $$
  select not exists (select from notification_choice where staff_id = who and which = any (off))
$$;

create or replace function raise_notification(
  which notification_kind, of_cause uuid, to_staff uuid[],
  of_role role_name default null, with_score smallint default null, at timestamptz default clock_timestamp()
) returns void language plpgsql as $$
begin
  insert into notification as known (staff_id, kind, cause, role, score, raised_at)
  select who, which, of_cause, of_role, with_score, at from unnest(to_staff) who where wants_notification(who, which)
  on conflict on constraint notification_once do update
    set kind = excluded.kind, raised_at = excluded.raised_at, read_at = null
    where known.kind <> excluded.kind or excluded.kind = 'MOVED';
end $$;

-- What one wants to be told of again is told as far as it still holds.
create function notify_of_choice() returns trigger language plpgsql as $$
begin
  perform raise_standing_notifications(new.staff_id);
  perform pg_notify('lantern', concat('notification-choice:', new.staff_id));
  return null;
end $$;
create trigger notification_choice_notified after insert or update on notification_choice
  for each row execute function notify_of_choice();
