-- Who is invited, as far as the administrator says: for the list, the sign-up form and the mail with the link.
alter table invitation
  add column first_name text,
  add column last_name text,
  add column email text,
  -- Whether the link is e-mailed, and when the mail server took it.
  add column is_mailed boolean not null default false,
  add column mailed_at timestamptz,
  add constraint invitation_mailed_to_somebody check (not is_mailed or email is not null);

-- One line each, like the names of the staff.
do $$
declare
  col text;
begin
  foreach col in array array['first_name', 'last_name'] loop
    execute format('alter table invitation add constraint %I %s', 'invitation_' || col || '_is_line', (
      select pg_get_constraintdef(oid) from pg_constraint where conname = 'staff_' || col || '_is_line'));
  end loop;
end $$;

alter type mail_kind add value 'invitation';
alter table mail add column invitation_id uuid references invitation (id) on delete cascade;
create index mail_of_invitation on mail (invitation_id) where invitation_id is not null;

create function note_mailed_invitation() returns trigger language plpgsql as $$
begin
  update invitation set mailed_at = new.sent_at where id = new.invitation_id;
  return null;
end $$;
create trigger mail_of_invitation_sent after update of sent_at on mail
  for each row when (new.invitation_id is not null and new.sent_at is not null) execute function note_mailed_invitation();
