-- Who is invited, as far as the administrator says: for the list, the sign-up form and the mail with the link.
alter table invitation
  add column first_name text,
  add column last_name text,
  add column email text,
  -- Whether the link is e-mailed, and when the mail server took it.
  add column is_mailed boolean not null default false,
  add column mailed_at timestamptz,
  add constraint invitation_mailed_to_somebody check (not is_mailed or email is not null);

-- One line each, as in 0150.
do $$
declare
  hidden text := (
    select '\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff'
      || string_agg(format('\U%s-\U%s', lpad(to_hex(last - 1), 8, '0'), lpad(to_hex(last), 8, '0')), '')
    from generate_series(131071, 1114111, 65536) last
  );
begin
  execute format('alter table invitation add constraint invitation_first_name_is_line check (first_name !~ %1$L),
    add constraint invitation_last_name_is_line check (last_name !~ %1$L)', '[' || hidden || '\t\n]');
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
