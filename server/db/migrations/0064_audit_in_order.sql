-- One order for all that the trail is told, whatever moment it tells of (record 37): each row of its four tables gets the
-- next number of one sequence. The number is taken by a transaction that is numbered itself already. So when all
-- transactions up to some number have ended, what was told up to that point is all there, and nothing is added to it.
create sequence audit_serial;

alter table audit_entry alter column id drop identity;
-- What came since a moment, and what lies between two seals.
create index audit_entry_serial on audit_entry (id);
select setval('audit_serial', greatest((select max(id) from audit_entry), 1));
alter table audit_entry alter column id
  set default case when pg_current_xact_id() is not null then nextval('audit_serial') end;

alter table audit_sight add column serial bigint not null default nextval('audit_serial');
alter table audit_following add column serial bigint not null default nextval('audit_serial');
alter table audit_unfollowing add column serial bigint not null default nextval('audit_serial');
alter table audit_sight alter column serial
  set default case when pg_current_xact_id() is not null then nextval('audit_serial') end;
alter table audit_following alter column serial
  set default case when pg_current_xact_id() is not null then nextval('audit_serial') end;
alter table audit_unfollowing alter column serial
  set default case when pg_current_xact_id() is not null then nextval('audit_serial') end;
create index audit_sight_serial on audit_sight (serial);
create index audit_following_serial on audit_following (serial);
create index audit_unfollowing_serial on audit_unfollowing (serial);

-- What is rare among all that was done, and asked for of everybody: what was refused, and what left the hospital.
create index audit_entry_refused on audit_entry (at) where outcome <> 'done';
create index audit_entry_taken_out on audit_entry (at)
  where changes ?| array['exported', 'printed'] or changes ->> 'purpose' = 'print';
