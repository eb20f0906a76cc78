-- What every noun stands on: accounts and sessions, the hospital's settings, audit, idempotency, live changes.

-- ISO 8601 in UTC with milliseconds, as the API says every moment; to_char is only 'stable' because of locale
-- patterns that this format does not use.
create function iso(moment timestamptz) returns text
  language sql immutable parallel safe strict
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- One row: what the hospital calls itself and where its clock stands.
create table hospital (
  only_one boolean primary key default true constraint hospital_only_one check (only_one),
  name text not null default 'Lantern Hospital',
  time_zone text not null default 'UTC',
  currency text not null default 'USD',
  updated_at timestamptz not null default now()
);
insert into hospital default values;

-- What this installation's derived secrets (the server's database password, the cookie signature) come from.
create table server_secret (
  only_one boolean primary key default true constraint server_secret_only_one check (only_one),
  value text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into server_secret default values;

create type role_name as enum ('admin', 'doctor', 'receptionist', 'inventory_manager');

-- Accounts. Better Auth keeps name, e-mail and dates; role, offers and activity are written by Lantern alone.
create table staff (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  first_name text not null,
  last_name text not null,
  email text not null constraint staff_email_once unique,
  email_verified boolean not null default false,
  image text,
  role role_name,
  offered_roles role_name[] not null default '{}',
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_role_offered check (role is null or role = any (offered_roles))
);
create index staff_doctors on staff (last_name, first_name) where role = 'doctor' and active;

-- The first account of a hospital is offered every role. The lock makes two first sign-ups take turns.
create function offer_roles_to_first_account() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('lantern first account'));
  if not exists (select from staff) then
    new.offered_roles := enum_range(null::role_name);
  end if;
  return new;
end $$;
create trigger staff_first_account before insert on staff
  for each row execute function offer_roles_to_first_account();

-- A hospital that has an administrator keeps one: the last can be neither withdrawn nor deactivated.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  if 'admin' = any (old.offered_roles) and old.active
     and not ('admin' = any (new.offered_roles) and new.active) then
    perform pg_advisory_xact_lock(hashtext('lantern last admin'));
    if not exists (select from staff where id <> new.id and active and role = 'admin') then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'staff_last_admin';
    end if;
  end if;
  return new;
end $$;
create trigger staff_last_admin before update of offered_roles, active on staff
  for each row execute function keep_an_admin();

create table session (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_of_staff on session (staff_id);

create table account (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_of_staff on account (staff_id);

create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);

create table jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- Failed sign-ins by account and by address (rate-limiter-flexible's own shape).
create table sign_in_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Who did what to whose data, when, and from where. The server may add to it and read it, nothing else.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id uuid,
  action text not null,
  subject_id uuid,
  patient_ids uuid[] not null default '{}',
  changes jsonb,
  address text,
  request_id text
);
create index audit_entry_of_change on audit_entry (subject_id, id desc) where changes is not null;

-- The answer to a create, kept by the key it was sent with, so that repeating it creates nothing.
create table idempotent_reply (
  staff_id uuid not null,
  key text not null,
  request_hash text not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotent_reply_once primary key (staff_id, key)
);
create index idempotent_reply_age on idempotent_reply (created_at);

-- Tells every server process which record changed: the noun is the trigger's argument, never what is in the record.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', tg_argv[0] || ':' || coalesce(new.id, old.id));
  return null;
end $$;
create trigger staff_live after insert or update on staff for each row execute function tell_change('staff');
create trigger session_live after delete on session for each row execute function tell_change('session');
create function tell_hospital() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'hospital:');
  return null;
end $$;
create trigger hospital_live after update on hospital for each row execute function tell_hospital();
