-- Minutes after which a patient in the queue has waited too long; nobody is told where there is no limit.
alter table hospital add column waiting_limit_minutes integer default 60
  constraint hospital_waiting_limit check (waiting_limit_minutes between 5 and 480);

-- Whom long waits are told: the doctor whose appointment it is, and those who run the queue.
create function told_of_wait(waiting appointment) returns uuid[] language sql stable as $$
  select array_agg(id) from staff where active and (id = waiting.doctor_id or role in ('admin', 'receptionist'))
$$;

-- What a minute changes, which no write tells. Who is called at this moment is left: whose change waits for this one
-- takes what is raised here away again.
create function refresh_waits(at timestamptz) returns void language plpgsql as $$
declare
  over appointment;
  since timestamptz := at - make_interval(mins => (select waiting_limit_minutes from hospital));
begin
  delete from notification where kind = 'WAITING' and cause in (
    select id from appointment where status = 'IN_QUEUE' and (since is null or queued_at > since));
  for over in
    select * from appointment waiting where status = 'IN_QUEUE' and queued_at <= since
      and not exists (select from notification where cause = waiting.id and kind = 'WAITING')
    order by queued_at for share skip locked
  loop
    perform raise_notification('WAITING', over.id, told_of_wait(over));
  end loop;
end $$;

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
end $$;

create function notify_of_offers() returns trigger language plpgsql as $$
begin
  delete from notification where cause = new.id and kind = 'ROLE_GRANTED' and role <> all (new.offered_roles);
  perform raise_notification('ROLE_GRANTED', new.id, array[new.id], of_role => granted)
  from unnest(new.offered_roles) granted where granted <> all (old.offered_roles);
  return null;
end $$;
create trigger staff_offers_notified after update of offered_roles on staff
  for each row when (old.offered_roles <> new.offered_roles) execute function notify_of_offers();

-- What was recorded in error is no news. The score of a set is counted by the server, which raises it with the set.
create function forget_struck_signs() returns trigger language plpgsql as $$
begin
  delete from notification where cause = new.id;
  return null;
end $$;
create trigger vital_signs_struck_notified after update on vital_signs
  for each row when (old.struck_at is null and new.struck_at is not null) execute function forget_struck_signs();
