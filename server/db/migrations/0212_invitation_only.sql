-- Who may sign up: anybody, or only those with an invitation. An e-mail that has an account can't be used for another one, so
-- that a sign-up that is open to anybody tells who has an account (decision record 14).
alter table hospital add column invitation_only boolean not null default false;
