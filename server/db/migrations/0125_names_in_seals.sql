-- What the people were called who act between two seals, as JSON; the line of the seal has its SHA-256 (record 59). Null in
-- a seal that was made before.
alter table audit_seal add column names text;
