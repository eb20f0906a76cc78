-- The people who work at the hospital, and the invitations that accounts are made with. Administrators offer roles, and
-- everyone works in one that was offered to them. The first account is offered every role, and a hospital that has an
-- administrator keeps one. Accounts are deactivated, never deleted, because records name the people who made them.

create type role_name as enum ('admin', 'doctor', 'receptionist', 'inventory_manager');

-- Better Auth keeps the name, the e-mail address and the dates. Only Lantern writes the roles and whether an account is
-- active: these are not among the fields of Better Auth, so none of its endpoints can write them (record 3).
create table staff (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  first_name text not null,
  last_name text not null,
  email text not null constraint staff_email_once unique,
  email_verified boolean not null default false,
  -- A field that Better Auth expects; Lantern does not use it.
  image text,
  -- The role that the person works in, chosen from those offered; null until one is chosen, and after it was withdrawn.
  role role_name,
  offered_roles role_name[] not null default '{}',
  active boolean not null default true,
  -- Grows with every change that an administrator makes; a change based on an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The invitation that the account was made with. Each makes one account.
  invitation_hash text constraint staff_invitation_once unique,
  -- The room in which a doctor sees patients; the waiting-room screens send them there.
  room text constraint staff_room_is_short check (room ~ '\S' and length(room) <= 30),
  -- Shown beside the name wherever a doctor is chosen.
  specialty text constraint staff_specialty_is_short check (specialty ~ '\S' and length(specialty) <= 60),
  -- The number under which a prescriber is registered with the medical council; printed on prescriptions.
  registration_number text
    constraint staff_registration_number_is_short check (registration_number ~ '\S' and length(registration_number) <= 40),
  constraint staff_role_offered check (role is null or role = any (offered_roles))
);
-- Pickers read all active doctors, in this order.
create index staff_doctors on staff (last_name, first_name) where role = 'doctor' and active;

-- Offers roles to the person who signs up with its link (record 23). The token in the link is not kept, only its hash.
create table invitation (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null constraint invitation_token_once unique,
  offered_roles role_name[] not null constraint invitation_offers_a_role check (cardinality(offered_roles) > 0),
  made_by uuid not null references staff (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  -- Who is invited, as far as the administrator says: for the list, the sign-up form and the mail with the link.
  first_name text,
  last_name text,
  email text,
  -- Whether the link is e-mailed, and when the mail server accepted it.
  is_mailed boolean not null default false,
  mailed_at timestamptz,
  constraint invitation_ends_once check (used_at is null or withdrawn_at is null),
  constraint invitation_mailed_to_somebody check (not is_mailed or email is not null)
);
create index invitation_made_by on invitation (made_by);

-- Added here because the two tables refer to each other.
alter table staff add constraint staff_invitation_known foreign key (invitation_hash) references invitation (token_hash);
