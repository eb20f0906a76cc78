-- The role in which somebody recorded the set. Before this, only doctors could.
alter table vital_signs add column recorded_as text not null default 'doctor';
