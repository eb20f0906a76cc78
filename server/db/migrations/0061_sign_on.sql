-- Sign-on through a hospital's own provider: an account is linked to who it is there, by issuer and subject.

-- Whoever it is there has one account here; an account is one person there already.
alter table account add constraint account_of_provider_once unique (provider_id, account_id);

-- The roles that the provider named last: what it names no more is withdrawn, what an administrator offered stays.
alter table account add column named_roles role_name[] not null default '{}';

-- Offers the roles that the provider names, and withdraws those that it named before and names no more. Answers what was
-- offered before, where that changed.
create function follow_named_roles(of_staff uuid, of_provider text, named role_name[]) returns role_name[]
language plpgsql as $$
declare
  before_named role_name[];
  before_offered role_name[];
  offered role_name[];
begin
  select named_roles into before_named from account where staff_id = of_staff and provider_id = of_provider for update;
  select offered_roles into before_offered from staff where id = of_staff for update;
  offered := array(
    select role from unnest(enum_range(null::role_name)) role
    where role = any (named) or role = any (before_offered) and role <> all (coalesce(before_named, '{}')));
  update account set named_roles = named where staff_id = of_staff and provider_id = of_provider and named_roles <> named;
  if offered @> before_offered and offered <@ before_offered then
    return null;
  end if;
  update staff set offered_roles = offered, role = case when role = any (offered) then role end,
    version = version + 1, updated_at = now() where id = of_staff;
  return before_offered;
end $$;
