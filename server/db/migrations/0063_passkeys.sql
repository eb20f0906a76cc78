-- Passkeys: what a device or a password manager signs in with, in place of password and code.

create table passkey (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff (id) on delete cascade,
  name text not null constraint passkey_has_name check (name ~ '\S'),
  credential_id text not null constraint passkey_once unique,
  public_key bytea not null,
  -- Of its signatures, where it counts them: one that goes back is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_of_staff on passkey (staff_id);

-- A challenge is signed and kept nowhere; one that somebody got in with is noted until it has expired, so that its answer
-- is good once.
create table spent_challenge (
  challenge text primary key,
  expires_at timestamptz not null
);
create index spent_challenge_age on spent_challenge (expires_at);
