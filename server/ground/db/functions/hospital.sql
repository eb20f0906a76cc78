-- The hospital's settings.

-- Makes every server process read the settings again. There is one hospital, so the message needs no id.
create or replace function tell_hospital() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'hospital:');
  return null;
end $$;
create or replace trigger hospital_live after update on hospital for each row execute function tell_hospital();

-- Time zones have full names: abbreviations and offsets don't say when a country changes its clocks.
create or replace function keep_time_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'there is no such time zone'
      using errcode = 'check_violation', constraint = 'hospital_time_zone_known';
  end if;
  return new;
end $$;
create or replace trigger hospital_time_zone before update of time_zone on hospital
  for each row when (new.time_zone <> old.time_zone) execute function keep_time_zone();

-- Screens in waiting rooms.

-- A withdrawn link ends its screen's stream on every server, which is why the message says so.
create or replace function tell_display() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('display:', new.id, case when new.withdrawn_at is not null then ':withdrawn' end));
  return null;
end $$;
create or replace trigger display_live after insert or update on display for each row execute function tell_display();

-- A link that was withdrawn stays withdrawn.
create or replace function keep_withdrawn() returns trigger language plpgsql as $$
begin
  new.withdrawn_at := old.withdrawn_at;
  return new;
end $$;
create or replace trigger display_withdrawn before update on display
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn();

-- Exports of the hospital (record 101).

-- The other administrators are notified in the transaction in which the file is asked for.
create or replace function tell_hospital_exported() returns trigger language plpgsql as $$
begin
  perform raise_notification('HOSPITAL_EXPORTED', new.id,
    array(select id from staff_who('{admin}', 'hospital.export') where active and id <> new.staff_id order by id));
  return null;
end $$;
create or replace trigger hospital_export_told after update of begun_at on hospital_export
  for each row when (old.begun_at is null and new.begun_at is not null) execute function tell_hospital_exported();
create or replace trigger hospital_export_live after update of begun_at, ended_at on hospital_export
  for each row execute function tell_change('hospital-export');

-- Requests for a demo.

-- At most twenty come from one network in an hour. The database counts, so that the limit holds across all servers and
-- restarts.
create or replace function pace_demo_requests() returns trigger language plpgsql as $$
begin
  -- One at a time from each network, so that a hundred at once can't all count the same.
  perform pg_advisory_xact_lock(hashtextextended('demo_request ' || new.network, 0));
  if (select count(*) from demo_request
      where network = new.network and requested_at > new.requested_at - interval '1 hour') >= 20 then
    raise exception 'too many demo requests' using errcode = 'check_violation', constraint = 'demo_request_paced';
  end if;
  return new;
end $$;
create or replace trigger demo_request_paced before insert on demo_request
  for each row execute function pace_demo_requests();

-- A user is notified of at most three unhandled demo requests from one network in a day, so that a network can't flood
-- anyone's notifications. The list of demo requests has all of them. The requests of a network take turns
-- (`demo_request_paced`), so that each is seen by the count for the next.
create or replace function bound_told_demo_requests() returns trigger language plpgsql as $$
begin
  if 3 <= (
    select count(*) from notification told join demo_request request on request.id = told.cause
    where told.staff_id = new.staff_id and told.kind = 'DEMO_REQUEST' and told.cause <> new.cause
      and told.raised_at > new.raised_at - interval '1 day'
      and request.network = (select network from demo_request where id = new.cause)
  ) then
    return null;
  end if;
  return new;
end $$;
create or replace trigger notification_bounded before insert on notification
  for each row when (new.kind = 'DEMO_REQUEST') execute function bound_told_demo_requests();

-- E-mails.

-- Asks for an e-mail with a link to the account that has this address, and returns whether one will be sent. A link to
-- choose a new password goes only to a confirmed address, and to an account that has a password; a link to confirm the
-- address only while it is unconfirmed. An account gets at most three e-mails of each kind an hour, which keeps
-- other people from flooding a mailbox. The lock makes requests for one address take turns, so that the limit holds for many at once.
create or replace function ask_for_mail(at timestamptz, of_kind mail_kind, of_email text) returns boolean language plpgsql as $$
declare
  addressee uuid;
begin
  perform pg_advisory_xact_lock(hashtext('lantern mail ' || of_email));
  select id into addressee from staff
    where email = of_email and active
      and case of_kind
        when 'reset' then email_verified
          and exists (select from account where staff_id = staff.id and provider_id = 'credential')
        else not email_verified end
      and (select count(*) from mail where staff_id = staff.id and kind = of_kind and asked_at > at - interval '1 hour') < 3;
  insert into mail (kind, staff_id, asked_at, try_at) values (of_kind, addressee, at, at);
  return addressee is not null;
end $$;

-- Keeps a sign-up until it is confirmed, and asks for an e-mail to its address. The account that has the address, if any, is
-- looked up only when the letter is written: signing up takes the same time with and without one, so its time reveals
-- nothing. An address gets at most five such letters a day; further sign-ups are not kept. The lock is that of `ask_for_mail`.
create or replace function ask_for_sign_up(
  at timestamptz, until timestamptz, of_email text, of_first_name text, of_last_name text, of_password_hash text
) returns void language plpgsql as $$
declare
  asked uuid;
begin
  perform pg_advisory_xact_lock(hashtext('lantern mail ' || of_email));
  if 5 <= (select count(*) from pending_sign_up where email = of_email and asked_at > at - interval '1 day') then
    return;
  end if;
  insert into pending_sign_up (email, first_name, last_name, password_hash, asked_at, expires_at)
    values (of_email, of_first_name, of_last_name, of_password_hash, at, until)
    returning id into asked;
  insert into mail (kind, pending_sign_up_id, asked_at, try_at) values ('sign_up', asked, at, at);
end $$;

-- Stores with an order when the mail server accepted its e-mail.
create or replace function note_mailed_order() returns trigger language plpgsql as $$
begin
  update purchase_order set mailed_at = new.sent_at, updated_at = now() where id = new.order_id;
  return null;
end $$;
create or replace trigger mail_of_order_sent after update of sent_at on mail
  for each row when (new.order_id is not null and new.sent_at is not null) execute function note_mailed_order();
