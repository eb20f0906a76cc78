-- How staff sign in, and the sessions that they get. Better Auth keeps account, session, verification and jwks; Lantern
-- keeps second factors, passkeys, links to accounts, and the counts that slow down guessing without locking anybody out
-- (record 14). The indexes whose names end in `_age` are for deleting old rows.

-- A way to sign in to a staff member's account: a password (the provider 'credential'), or an identity at the hospital's
-- own sign-on, which is the provider's issuer with the subject as `account_id` (record 35).
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
  updated_at timestamptz not null default now(),
  -- The roles that the provider named at the last sign-in. A role that it no longer names is withdrawn; one that an
  -- administrator offered stays.
  named_roles role_name[] not null default '{}',
  -- A staff member has one password, and one identity at a provider.
  constraint account_once_a_provider unique (staff_id, provider_id),
  -- An identity at the provider opens one staff member's account.
  constraint account_of_provider_once unique (provider_id, account_id)
);
create index account_of_staff on account (staff_id);

create table session (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When an access token was last requested with it.
  used_at timestamptz not null default now(),
  -- Set while the screen is locked: the session's access tokens are refused until its owner gives the password again.
  locked_at timestamptz,
  -- Whether it was begun with more than a password, or a second step was set up in it (record 50).
  second_step boolean not null default false,
  -- When someone last used the session's screen or made a call with it, by the database's own clock. The server locks
  -- an unused session itself, whatever its browser does (record 73).
  active_at timestamptz not null default now()
);
create index session_of_staff on session (staff_id);

-- Better Auth expects this table for the links of its own endpoints, which Lantern doesn't serve (record 34).
create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);

-- The keys that access tokens are signed with. All server processes share them.
create table jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- An authenticator app, whose code is asked for beside the password (record 36).
create table two_factor (
  staff_id uuid primary key references staff (id) on delete cascade,
  -- Encrypted with a key derived from this installation's own. It protects a copy of this table, not of the database.
  secret text not null,
  -- The time step of the last code that was accepted. Neither that code nor an earlier one is accepted again.
  last_step bigint not null,
  since timestamptz not null default now()
);

-- Codes for an owner who has lost the app. Each is accepted once.
create table recovery_code (
  staff_id uuid not null references two_factor (staff_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- A device or password manager that signs in without password and code.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id) on delete cascade,
  name text not null constraint passkey_has_name check (name ~ '\S'),
  credential_id text not null constraint passkey_once unique,
  public_key bytea not null,
  -- The number of its signatures, if it counts them. A number that goes back gives away a copied passkey.
  counter bigint not null,
  transports text[] not null default '{}',
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_of_staff on passkey (staff_id);

-- Passkey challenges are signed by the server, and not stored when they are handed out, so asking for many costs
-- nothing. One that let somebody in is noted here until it expires, so that its answer can't be used again.
create table spent_challenge (
  challenge text primary key,
  expires_at timestamptz not null
);
create index spent_challenge_age on spent_challenge (expires_at);

-- Counts of attempts to sign in, to sign up, to use a link and to ask for e-mails. After the first few, each makes the
-- next pause longer; `hear_attempt` and `hear_at_place` hold the rules.
create table sign_in_count (
  -- The kind of attempt, and a digest of what it is counted by: people type their password into the e-mail field.
  key text primary key,
  -- Successes too, for the kinds 'signed-up' (accounts made) and 'mail' (e-mails asked for).
  failures integer not null default 0,
  paused_until timestamptz,
  -- Attempts that were turned away because of the pause. They leave one audit entry together instead of one each.
  refused integer not null default 0,
  -- From then on the row counts as absent. A job deletes it and writes that audit entry.
  forgotten_at timestamptz not null,
  -- For that entry: the account that was aimed at, and the address that the attempts came from.
  staff_id uuid,
  address text
);
create index sign_in_count_age on sign_in_count (forgotten_at);

-- Where an account has signed in: addresses ('address:192.0.2.7', 'address:2001:db8:1:2::'), and browsers by a digest of
-- the cookie that a sign-in gave them ('device:…'). Failures elsewhere do not slow down the owner here. A place is forgotten
-- eight weeks after the last sign-in there.
create table sign_in_place (
  staff_id uuid not null references staff (id) on delete cascade,
  place text not null,
  last_at timestamptz not null,
  primary key (staff_id, place)
);
create index sign_in_place_age on sign_in_place (last_at);
-- Whether anybody at all has signed in with this browser.
create index sign_in_place_of_anyone on sign_in_place (place);

-- All kinds of e-mail that Lantern sends. Links to an account are of the first two kinds only.
create type mail_kind as enum ('reset', 'confirm', 'invitation', 'order');

-- Links that let the owner of an account choose a new password or confirm their e-mail (record 34). Only the hash of a
-- link's token is stored.
create table account_link (
  id uuid primary key default gen_random_uuid(),
  kind mail_kind not null,
  staff_id uuid not null references staff (id) on delete cascade,
  token_hash text not null constraint account_link_token_once unique,
  -- The account's address at that time. The link ends once the account has another one.
  email text not null,
  -- The administrator who handed it out; null if it was e-mailed.
  made_by uuid references staff (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint account_link_used_in_time check (used_at < expires_at)
);
create index account_link_of_staff on account_link (staff_id);
create index account_link_made_by on account_link (made_by) where made_by is not null;
create index account_link_age on account_link (expires_at);
