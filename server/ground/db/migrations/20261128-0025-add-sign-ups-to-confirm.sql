-- Sign-ups that wait for their e-mail address to be confirmed (record 80). Nothing here uses the new kind of mail: a
-- transaction that adds a value to an enum can't use it.
alter type mail_kind add value 'sign_up';

create table pending_sign_up (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint pending_sign_up_email_is_lower check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  -- The token of the link, which is made when the letter is written. Null before that, and if an account has the address.
  token_hash text constraint pending_sign_up_token_once unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  constraint pending_sign_up_ends_later check (expires_at > asked_at)
);
create index pending_sign_up_of_email on pending_sign_up (email, asked_at);
create index pending_sign_up_age on pending_sign_up (expires_at);

-- Names are texts of one line, as those of the staff are (record 58).
do $$
declare
  col text;
begin
  foreach col in array array['first_name', 'last_name'] loop
    execute format(
      'alter table pending_sign_up add constraint %I %s', 'pending_sign_up_' || col || '_is_line',
      (select pg_get_constraintdef(oid) from pg_constraint where conname = 'staff_' || col || '_is_line')
    );
  end loop;
end $$;

-- What a mail of the new kind is about.
alter table mail add column pending_sign_up_id uuid references pending_sign_up (id) on delete cascade;
create index mail_of_sign_up on mail (pending_sign_up_id) where pending_sign_up_id is not null;
