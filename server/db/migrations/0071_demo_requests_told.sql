-- Who asked to be shown Lantern is told to those who answer, as contract/permissions.ts names them, until it is handled.
-- What was asked before this kind was there is not told of: a value of an enum can't be used where it is added.
alter type notification_kind add value 'DEMO_REQUEST';

create function notify_of_demo_request() returns trigger language plpgsql as $$
begin
  if new.handled_at is null then
    perform raise_notification('DEMO_REQUEST', new.id, array(select id from staff where active and role = 'admin'));
  else
    delete from notification where cause = new.id;
  end if;
  return null;
end $$;
create trigger demo_request_notified after insert on demo_request
  for each row execute function notify_of_demo_request();
create trigger demo_request_handled_notified after update of handled_at on demo_request
  for each row when ((old.handled_at is null) <> (new.handled_at is null))
  execute function notify_of_demo_request();

create or replace function raise_standing_notifications(who uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform raise_notification(stock_news(kind), id, array[who], at => raised_at)
  from (
    select * from stock_alert
    where cleared_at is null and raised_at > now() - interval '30 days'
      and exists (select from staff where id = who and active and role in ('admin', 'inventory_manager'))
    order by id for share skip locked
  ) alert;
  perform raise_notification('WAITING', id, array[who])
  from (
    select * from appointment waiting
    where status = 'IN_QUEUE' and exists (select from notification where cause = waiting.id and kind = 'WAITING')
      and who = any (told_of_wait(waiting))
    order by id for share skip locked
  ) waiting;
  perform raise_notification('DEMO_REQUEST', id, array[who], at => requested_at)
  from (
    select * from demo_request
    where handled_at is null and requested_at > now() - interval '30 days'
      and exists (select from staff where id = who and active and role = 'admin')
    order by id for share skip locked
  ) request;
end $$;
