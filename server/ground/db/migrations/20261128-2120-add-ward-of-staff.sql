-- The ward that a nurse chose to work on. Null: all of them.
alter table staff add column ward ward;
