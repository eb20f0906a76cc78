-- The seals of the trail (record 37), one after the other: the line that was signed, its signature, and of each row that
-- it covers its number and the beginning of its hash, by which a row that was changed since is found.
create table audit_seal (
  number bigint constraint audit_seal_pkey primary key,
  line text not null,
  signature text not null,
  leaves bytea not null
);
