-- One's own account: sessions that are told apart and locked, a second factor, and how long a screen may lie idle.

alter table session
  -- When a token was last asked for with it; updated_at is when Better Auth last prolonged it, once a day.
  add column used_at timestamptz not null default now(),
  -- Nobody is at its screen: until the password is given, no token of it holds.
  add column locked_at timestamptz;
update session set used_at = updated_at;

-- A lock ends streams and shuts out tokens as the end of a session does.
create trigger session_locked after update of locked_at on session
  for each row when (old.locked_at is distinct from new.locked_at) execute function tell_change('session');

-- Asked at sign-in beside the password. The secret is encrypted; no code is good again, nor one from before it.
create table two_factor (
  staff_id uuid primary key references staff (id) on delete cascade,
  secret text not null,
  last_step bigint not null,
  since timestamptz not null default now()
);

-- In place of a code, once each.
create table recovery_code (
  staff_id uuid not null references two_factor (staff_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Minutes after which a screen that nobody touched is locked; null: never.
alter table hospital add column idle_lock_minutes integer default 15
  constraint hospital_idle_lock check (idle_lock_minutes between 1 and 480);
