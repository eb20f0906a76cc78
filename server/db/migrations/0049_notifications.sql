-- What needs somebody, told to that person: raised in the transaction of its cause, gone with it (record 30).
create type notification_kind as enum (
  'LOW_STOCK', 'EXPIRY', 'BOOKED', 'MOVED', 'CANCELLED', 'WAITING', 'HIGH_NEWS2', 'ROLE_GRANTED'
);

create table notification (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id),
  kind notification_kind not null,
  -- The stock alert, the appointment, the set of vital signs, or the account. What is shown is read from there.
  cause uuid not null,
  role role_name,
  score smallint,
  raised_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  -- Whoever raises it, and however often: one line for each person and cause. Of an appointment the latest news counts.
  constraint notification_once unique nulls not distinct (cause, staff_id, role),
  constraint notification_role_granted check ((kind = 'ROLE_GRANTED') = (role is not null)),
  constraint notification_scored check ((kind = 'HIGH_NEWS2') = (score is not null))
);
create index notification_of_staff on notification (staff_id, raised_at desc, id desc);
create index notification_unread on notification (staff_id, raised_at desc) where read_at is null;
create index notification_age on notification (raised_at);

create function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('notification:', coalesce(new.id, old.id), ':of=', coalesce(new.staff_id, old.staff_id)));
  return null;
end $$;
create trigger notification_live after insert or update on notification
  for each row execute function tell_notification();
-- Nobody is told of what a job takes away because it is old.
create trigger notification_gone after delete on notification
  for each row when (old.raised_at > now() - interval '30 days') execute function tell_notification();

create function raise_notification(
  which notification_kind, of_cause uuid, to_staff uuid[],
  of_role role_name default null, with_score smallint default null, at timestamptz default clock_timestamp()
) returns void language plpgsql as $$
begin
  insert into notification as known (staff_id, kind, cause, role, score, raised_at)
  select who, which, of_cause, of_role, with_score, at from unnest(to_staff) who
  on conflict on constraint notification_once do update
    set kind = excluded.kind, raised_at = excluded.raised_at, read_at = null
    where known.kind <> excluded.kind or excluded.kind = 'MOVED';
end $$;

create function stock_news(of_alert stock_alert_kind) returns notification_kind language sql immutable as $$
  select case when of_alert in ('LOW', 'OUT') then 'LOW_STOCK'::notification_kind else 'EXPIRY' end
$$;
-- To those who keep the store, as contract/permissions.ts names them.
create function notify_of_stock_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification(stock_news(new.kind), new.id,
      array(select id from staff where active and role in ('admin', 'inventory_manager')), at => new.raised_at);
  else
    delete from notification where cause = new.id;
  end if;
  return null;
end $$;
create trigger stock_alert_notified after insert on stock_alert
  for each row execute function notify_of_stock_alert();
create trigger stock_alert_cleared after update of cleared_at on stock_alert
  for each row when (new.cleared_at is not null) execute function notify_of_stock_alert();

-- To the doctor whose appointment it is, unless the doctor did it. Reception alone moves appointments.
create function notify_of_appointment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification('BOOKED', new.id, array[new.doctor_id]);
  elsif new.status <> old.status then
    if new.status = 'CANCELLED' and new.status_by is distinct from new.doctor_id then
      perform raise_notification('CANCELLED', new.id, array[new.doctor_id]);
    end if;
    delete from notification where cause = new.id and case new.status
      when 'COMPLETED' then true when 'CANCELLED' then kind <> 'CANCELLED' else kind in ('WAITING', 'CANCELLED') end;
  else
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
    if new.doctor_id <> old.doctor_id then
      perform raise_notification('BOOKED', new.id, array[new.doctor_id]);
    end if;
  end if;
  return null;
end $$;
create trigger appointment_booked_notified after insert on appointment
  for each row when (new.status = 'SCHEDULED' and new.status_by <> new.doctor_id)
  execute function notify_of_appointment();
create trigger appointment_changed_notified after update of status, date, time, doctor_id on appointment
  for each row when ((old.status, old.date, old.time, old.doctor_id) is distinct from
    (new.status, new.date, new.time, new.doctor_id))
  execute function notify_of_appointment();

-- What holds already when somebody takes up a role that is told of it.
-- An alert that is being cleared at this moment is left.
create function raise_standing_notifications(who uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform raise_notification(stock_news(kind), id, array[who], at => raised_at)
  from (
    select * from stock_alert
    where cleared_at is null and raised_at > now() - interval '30 days'
      and exists (select from staff where id = who and active and role in ('admin', 'inventory_manager'))
    order by id for share skip locked
  ) alert;
end $$;
create function notify_of_role() returns trigger language plpgsql as $$
begin
  perform raise_standing_notifications(new.id);
  return null;
end $$;
create trigger staff_role_notified after update of role, active on staff
  for each row when (new.active and new.role is not null and (old.role, old.active) is distinct from (new.role, new.active))
  execute function notify_of_role();

select raise_standing_notifications(id) from staff where active and role is not null;
