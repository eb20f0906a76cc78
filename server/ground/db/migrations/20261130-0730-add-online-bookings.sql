-- Booking from home (record 113): off until the hospital switches it on and marks clinics.
alter table hospital add column books_from_home boolean not null default false;
alter table clinic add column books_from_home boolean not null default false;

-- A place is held for an entry of the wait list, by an account, or for somebody who books from home.
alter table slot_hold alter column entry_id drop not null;
alter table slot_hold alter column made_by drop not null;
alter table slot_hold add constraint hold_for_entry_by_account check ((entry_id is null) = (made_by is null));

create type online_booking_answer as enum ('BOOKED', 'DECLINED', 'CANCELLED');
create type online_booking_mail as enum ('CODE', 'HELD', 'BOOKED', 'DECLINED');
-- A place that somebody asked for without an account. It is about no patient until the desk matches it to one.
create table online_booking (
  -- The hold of the place. Deferred, because the limits are looked at before a place is held.
  id uuid primary key constraint online_booking_holds_place references slot_hold (id) deferrable initially deferred,
  clinic_id uuid not null constraint online_booking_in_clinic references clinic (id),
  first_name text not null constraint online_booking_first_name check (length(first_name) between 1 and 100),
  last_name text not null constraint online_booking_last_name check (length(last_name) between 1 and 100),
  date_of_birth date not null,
  phone text not null constraint online_booking_phone check (length(phone) between 1 and 40),
  email text not null constraint online_booking_email check (length(email) between 3 and 254 and email like '%_@_%'),
  -- One mailbox is one address: many providers ignore dots, and what follows a plus sign.
  email_key text not null generated always as (
    lower(replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@' || split_part(email, '@', 2))) stored,
  network text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Of the code that was e-mailed, with the id. Null until it is sent.
  code_hash text,
  tries smallint not null default 0 constraint online_booking_tries check (tries between 0 and 5),
  confirmed_at timestamptz,
  -- Of the link with which the booker cancels.
  link_hash text constraint online_booking_link_once unique,
  answer online_booking_answer,
  answered_at timestamptz,
  -- Null where the booker cancelled.
  answered_by uuid constraint online_booking_answered_by references staff (id),
  appointment_id uuid constraint online_booking_became references appointment (id),
  -- The e-mail that is due, and when it is tried next.
  mail online_booking_mail,
  mail_at timestamptz,
  mail_tries smallint not null default 0,
  constraint online_booking_answered check ((answer is null) = (answered_at is null)),
  constraint online_booking_booked check ((answer is not distinct from 'BOOKED') = (appointment_id is not null)),
  constraint online_booking_confirmed_first check (answer is null or confirmed_at is not null)
);
create index online_booking_of_network on online_booking (network, asked_at);
create index online_booking_of_email on online_booking (email_key, asked_at);
create index online_booking_asked on online_booking (asked_at);
create index online_booking_open on online_booking (confirmed_at, id) where confirmed_at is not null and answer is null;
create index online_booking_mail_due on online_booking (mail_at) where mail_at is not null;

do $$
declare
  account text := left('lantern_app_' || current_database(), 63);
  field text;
begin
  foreach field in array array['first_name', 'last_name', 'phone'] loop
    execute format('alter table online_booking add constraint online_booking_%s_is_line check %s', field, replace(
      substring((select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
      'room', field));
  end loop;
  -- Triggers of the server's account ask for them before its privileges are renewed, at the end of the update.
  if exists (select from pg_roles where rolname = account) then
    execute format('grant select, insert, update, delete on online_booking to %I', account);
  end if;
end $$;
