-- outside a transaction
-- Each server process reads which records are restricted when it starts, and after each change of that.
create index concurrently if not exists patient_restricted on patient (id) where restricted_since is not null;
