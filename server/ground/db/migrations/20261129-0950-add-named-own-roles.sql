-- The hospital's own roles that its sign-on named at the last sign-in, as named_roles has those of Lantern.
alter table account add column own_named_roles text[] not null default '{}';
