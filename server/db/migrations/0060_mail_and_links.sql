-- Mails that were asked for, and links that open an account again or confirm its e-mail.

create type mail_kind as enum ('reset', 'confirm');

-- That a mail was asked for is kept, not what it says: it is written as it is sent, and so its link stands nowhere.
create table mail (
  id uuid primary key default gen_random_uuid(),
  kind mail_kind not null,
  -- Null where none is sent, because nobody has that address or enough were sent: asking takes as long.
  staff_id uuid references staff (id) on delete cascade,
  asked_at timestamptz not null,
  tries integer not null default 0,
  -- When it is tried next; null when it was sent, or given up.
  try_at timestamptz,
  sent_at timestamptz,
  constraint mail_sent_once check (sent_at is null or try_at is null)
);
create index mail_due on mail (try_at) where try_at is not null;
create index mail_of_staff on mail (staff_id, asked_at);
create index mail_age on mail (asked_at);

-- Of a link's token only the hash is kept.
create table account_link (
  id uuid primary key default gen_random_uuid(),
  kind mail_kind not null,
  staff_id uuid not null references staff (id) on delete cascade,
  token_hash text not null constraint account_link_token_once unique,
  -- As the account had it: a link ends with the address that it was sent to.
  email text not null,
  -- The administrator who handed it out; null: it was mailed.
  made_by uuid references staff (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint account_link_used_in_time check (used_at < expires_at)
);
create index account_link_of_staff on account_link (staff_id);
create index account_link_made_by on account_link (made_by) where made_by is not null;
create index account_link_age on account_link (expires_at);

-- A link is used once.
create function refuse_used_link() returns trigger language plpgsql as $$
begin
  raise exception 'the link was used' using errcode = 'check_violation', constraint = 'account_link_once';
end $$;
create trigger account_link_once before update of used_at on account_link
  for each row when (old.used_at is not null) execute function refuse_used_link();

-- Whether a link can be used: it ends with the account, with its address, and with the rights of who handed it out.
create function is_open(one account_link, at timestamptz) returns boolean language sql stable
  return one.used_at is null and one.expires_at > at
    and exists (select from staff where id = one.staff_id and active and email = one.email)
    and (one.made_by is null
      or exists (select from staff where id = one.made_by and active and 'admin' = any (offered_roles)));

-- Asks for a mail to the account with this address, and answers whether one comes. A link to a new password is mailed to
-- a confirmed address alone, and to who has a password; a link that confirms, as long as that is not done. Three an hour
-- at most go to one account: whoever asks for others fills nobody's letter box, and takes no link from anybody.
create function ask_for_mail(at timestamptz, of_kind mail_kind, of_email text) returns boolean language plpgsql as $$
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

-- An account has one password, and is one person at a provider.
alter table account add constraint account_once_a_provider unique (staff_id, provider_id);
