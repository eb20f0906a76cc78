-- An invitation offers roles to whoever signs up with its link. Of the link's token only the hash is kept.
create table invitation (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null constraint invitation_token_once unique,
  offered_roles role_name[] not null constraint invitation_offers_a_role check (cardinality(offered_roles) > 0),
  made_by uuid not null references staff (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint invitation_ends_once check (used_at is null or withdrawn_at is null)
);
create index invitation_made_by on invitation (made_by);
create trigger invitation_live after insert or update on invitation
  for each row execute function tell_change('invitation');

-- Whether somebody can sign up with it: it ends with the rights of who made it, too.
create function is_open(one invitation) returns boolean language sql stable
  return one.used_at is null and one.withdrawn_at is null and one.expires_at > hospital_now()
    and exists (select from staff where id = one.made_by and active and 'admin' = any (offered_roles));

-- The invitation that an account was made with; one account for each.
alter table staff add column invitation_hash text
  constraint staff_invitation_once unique
  constraint staff_invitation_known references invitation (token_hash);

create function offer_roles_of_invitation() returns trigger language plpgsql as $$
begin
  update invitation set used_at = hospital_now()
    where token_hash = new.invitation_hash and is_open(invitation)
    returning offered_roles into new.offered_roles;
  if not found then
    raise exception 'the invitation can’t be used' using errcode = 'check_violation', constraint = 'staff_invitation_open';
  end if;
  return new;
end $$;
create trigger staff_invited before insert on staff
  for each row when (new.invitation_hash is not null) execute function offer_roles_of_invitation();
