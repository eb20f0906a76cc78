-- Live updates. Only the recipient's screens are sent a change of a notification.
create or replace function tell_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('notification:', coalesce(new.id, old.id), ':of=', coalesce(new.staff_id, old.staff_id)));
  return null;
end $$;
create or replace trigger notification_live after insert or update on notification
  for each row execute function tell_notification();
-- A job deletes older ones, which changes nothing that anyone has to see at once.
create or replace trigger notification_gone after delete on notification
  for each row when (old.raised_at > now() - interval '30 days') execute function tell_notification();

-- Raising.

-- Notifications of opened records and of exports of the hospital can't be turned off.
create or replace function wants_notification(who uuid, which notification_kind) returns boolean language sql stable as $$
  select which::text in ('RECORD_OPENED', 'HOSPITAL_EXPORTED') or not exists (select from notification_choice where staff_id = who and which = any (off))
$$;

-- Raises a notification to each of these people who wants this kind. If they have one of the same cause already, news of
-- another kind replaces it and makes it unread again, and so does a further move of an appointment.
create or replace function raise_notification(
  which notification_kind, of_cause uuid, to_staff uuid[],
  of_role role_name default null, with_score smallint default null, at timestamptz default clock_timestamp()
) returns void language plpgsql as $$
begin
  -- An import raises no notifications for its rows.
  if current_setting('lantern.quiet', true) = 'on' then
    return;
  end if;
  insert into notification as known (staff_id, kind, cause, role, score, raised_at)
  select who, which, of_cause, of_role, with_score, at from unnest(to_staff) who where wants_notification(who, which)
  on conflict on constraint notification_once do update
    set kind = excluded.kind, raised_at = excluded.raised_at, read_at = null
    where known.kind <> excluded.kind or excluded.kind = 'MOVED';
end $$;

-- Causes. Roles are named as contract/permissions.ts grants them the permission of the kind. High NEWS2 scores are raised
-- with their alerts, and long waits by refresh_waits.

-- Stock alerts are raised to those who keep the store. The notification has the current time even if the alert became
-- true earlier, because people learn of it only now.
create or replace function notify_of_stock_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification(stock_news(new.kind), new.id,
      array(select id from staff_who('{admin,pharmacist,inventory_manager}', 'inventory.change') where active), at => now());
  else
    delete from notification where cause = new.id;
  end if;
  return null;
end $$;
create or replace trigger stock_alert_notified after insert on stock_alert
  for each row execute function notify_of_stock_alert();
create or replace trigger stock_alert_cleared after update of cleared_at on stock_alert
  for each row when (new.cleared_at is not null) execute function notify_of_stock_alert();

-- Appointments are raised to their doctor, unless the doctor made the change. Moves are always raised, because only
-- reception makes them. A doctor who takes over a patient who has waited too long is notified of the wait, which says
-- more than the booking.
create or replace function notify_of_appointment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification('BOOKED', new.id, array[new.doctor_id]);
  elsif new.status <> old.status then
    if new.status = 'CANCELLED' and new.status_by is distinct from new.doctor_id then
      perform raise_notification('CANCELLED', new.id, array[new.doctor_id]);
    end if;
    delete from notification where cause = new.id and case new.status
      when 'COMPLETED' then true when 'CANCELLED' then kind <> 'CANCELLED' else kind in ('WAITING', 'CANCELLED') end;
  elsif new.doctor_id = old.doctor_id then
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  else
    perform raise_notification(
      case when new.status = 'IN_QUEUE' and wants_notification(new.doctor_id, 'WAITING')
          and exists (select from notification where cause = new.id and kind = 'WAITING')
        then 'WAITING'::notification_kind else 'BOOKED' end,
      new.id, array[new.doctor_id]);
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  end if;
  return null;
end $$;
create or replace trigger appointment_booked_notified after insert on appointment
  for each row when (new.status = 'SCHEDULED' and new.status_by <> new.doctor_id)
  execute function notify_of_appointment();
create or replace trigger appointment_changed_notified after update of status, date, time, doctor_id on appointment
  for each row when ((old.status, old.date, old.time, old.doctor_id) is distinct from
    (new.status, new.date, new.time, new.doctor_id))
  execute function notify_of_appointment();

-- Granted roles are raised to the account that was granted them, until they are withdrawn.
create or replace function notify_of_offers() returns trigger language plpgsql as $$
begin
  delete from notification where cause = new.id and kind = 'ROLE_GRANTED'
    and case when own_role is null then role <> all (new.offered_roles) else own_role <> all (new.own_offered_roles) end;
  perform raise_notification('ROLE_GRANTED', new.id, array[new.id], of_role => granted)
  from unnest(new.offered_roles) granted where granted <> all (old.offered_roles);
  insert into notification (staff_id, kind, cause, own_role)
  select new.id, 'ROLE_GRANTED', new.id, granted from unnest(new.own_offered_roles) granted
  where granted <> all (old.own_offered_roles) and wants_notification(new.id, 'ROLE_GRANTED')
  on conflict on constraint notification_once do nothing;
  return null;
end $$;
create or replace trigger staff_offers_notified after update of offered_roles, own_offered_roles on staff
  for each row when ((old.offered_roles, old.own_offered_roles) is distinct from (new.offered_roles, new.own_offered_roles)) execute function notify_of_offers();

-- Demo requests are raised to administrators until they are handled. The trigger notification_bounded limits how many
-- requests from one network each administrator is notified about. When one is handled, the oldest request from that network
-- that has no notification takes its place.
create or replace function notify_of_demo_request() returns trigger language plpgsql as $$
declare
  admins uuid[] := array(select id from staff_who('{admin}', 'demoRequest.manage') where active);
begin
  if new.handled_at is null then
    perform raise_notification('DEMO_REQUEST', new.id, admins);
  else
    delete from notification where cause = new.id;
    perform raise_notification('DEMO_REQUEST', id, admins)
    from (
      select id from demo_request request
      where network = new.network and handled_at is null and requested_at > now() - interval '30 days'
        and not exists (select from notification where cause = request.id)
      order by requested_at, id limit 1
    ) next;
  end if;
  return null;
end $$;
create or replace trigger demo_request_notified after insert on demo_request
  for each row execute function notify_of_demo_request();
create or replace trigger demo_request_handled_notified after update of handled_at on demo_request
  for each row when ((old.handled_at is null) <> (new.handled_at is null))
  execute function notify_of_demo_request();

-- Bookings from home are raised to reception and the booking's doctor once their code was given, until the place is booked or
-- free again. Every end of a booking releases its hold, also that its time has come.
create or replace function told_of_online_booking(booking online_booking) returns uuid[] language sql stable as $$
  select array_agg(id order by id) from staff where active and (role in ('admin', 'receptionist')
    or own_role in (select own_roles_with('appointment.book'))
    or role = 'doctor' and id = (select doctor_id from slot_hold where slot_hold.id = booking.id))
$$;
create or replace function notify_of_online_booking() returns trigger language plpgsql as $$
begin
  perform raise_notification('ONLINE_BOOKING', new.id, told_of_online_booking(new));
  return null;
end $$;
create or replace trigger online_booking_notified after update of confirmed_at on online_booking
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function notify_of_online_booking();
create or replace function forget_told_online_booking() returns trigger language plpgsql as $$
begin
  delete from notification where cause = new.id;
  return null;
end $$;
create or replace trigger online_booking_over_notified after update of released_at on slot_hold
  for each row when (new.entry_id is null and old.released_at is null and new.released_at is not null)
  execute function forget_told_online_booking();

-- What already holds when someone takes up a role, or turns a kind on again.

-- Long waits are raised to the appointment's doctor and to those who run the queue.
create or replace function told_of_wait(waiting appointment) returns uuid[] language sql stable as $$
  select array_agg(id) from staff where active and (id = waiting.doctor_id or role in ('admin', 'receptionist')
   or own_role in (select own_roles_with('appointment.queue')))
$$;

-- Raises to this person everything that still holds and concerns them. A cause that is being changed at this moment is skipped,
-- because it may be over. The function runs as its owner, because the server's account may not lock stock alerts;
-- grants.ts names it, because triggers call it with the rights of that account.
create or replace function raise_standing_notifications(who uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform raise_notification(stock_news(kind), id, array[who], at => raised_at)
  from (
    select * from stock_alert
    where cleared_at is null and raised_at > now() - interval '30 days'
      and exists (select from staff_who('{admin,pharmacist,inventory_manager}', 'inventory.change') where id = who and active)
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
      and exists (select from staff_who('{admin}', 'demoRequest.manage') where id = who and active)
    order by requested_at, id for share skip locked
  ) request;
  perform raise_notification('ONLINE_BOOKING', id, array[who], at => confirmed_at)
  from (
    select booking.* from online_booking booking join slot_hold hold on hold.id = booking.id
    where booking.confirmed_at is not null and booking.answer is null and is_held(hold)
      and who = any (told_of_online_booking(booking))
    order by booking.id for share of booking skip locked
  ) booking;
  -- Maybe no auditor was there to be told at once.
  perform raise_notification('RECORD_OPENED', id, array[who], at => opened_at)
  from (
    select id, opened_at from record_access
    where opened_at > now() - interval '30 days' and staff_id <> who
      and exists (select from staff_who('{admin}', 'audit.view') where id = who and active)
    order by opened_at, id
  ) opened;
  perform raise_notification('HOSPITAL_EXPORTED', id, array[who], at => begun_at)
  from (
    select id, begun_at from hospital_export
    where begun_at > now() - interval '30 days' and staff_id <> who
      and exists (select from staff_who('{admin}', 'hospital.export') where id = who and active)
    order by begun_at, id
  ) exported;
  perform raise_standing_news2(who);
end $$;

create or replace function notify_of_role() returns trigger language plpgsql as $$
begin
  -- Deletes the scores of the ward that a nurse leaves, and not those of the wards of their shifts. Alerts are locked in the
  -- order in which others visit them.
  if is_on_wards(old) and (old.role, old.own_role, old.ward, old.unit_id)
    is distinct from (new.role, new.own_role, new.ward, new.unit_id) then
    delete from notification where id in (
      select notification.id from notification
      left join news2_alert alert on alert.id = notification.cause
      where notification.staff_id = new.id and kind = 'HIGH_NEWS2'
        and not (is_on_wards(new) and works_on(new, unit_of(record_of(alert.patient_id))))
      order by notification.cause for update of notification);
  end if;
  perform raise_standing_notifications(new.id);
  return null;
end $$;
create or replace trigger staff_role_notified after update of role, own_role, active, ward, unit_id on staff
  for each row when (new.active and coalesce(new.role::text, new.own_role) is not null
    and (old.role, old.own_role, old.active, old.ward, old.unit_id)
      is distinct from (new.role, new.own_role, new.active, new.ward, new.unit_id))
  execute function notify_of_role();

-- A role that allows more: the people who work in it are told of work that already waits.
create or replace function notify_of_permissions() returns trigger language plpgsql as $$
begin
  perform raise_standing_notifications(id) from (
    select id from staff where active and own_role = new.name order by id
  ) holder;
  return null;
end $$;
create or replace trigger role_permissions_notified after update of permissions on role
  for each row when (old.permissions <> new.permissions) execute function notify_of_permissions();

create or replace function notify_of_choice() returns trigger language plpgsql as $$
begin
  perform raise_standing_notifications(new.staff_id);
  perform pg_notify('lantern', concat('notification-choice:', new.staff_id));
  return null;
end $$;
create or replace trigger notification_choice_notified after insert or update on notification_choice
  for each row execute function notify_of_choice();
