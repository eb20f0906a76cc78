-- What tells this hospital's labels from another's, in the codes that both print (record 28). It stays for ever, as what
-- was printed does.
alter table hospital add column label_mark text not null
  default upper(left(replace(gen_random_uuid()::text, '-', ''), 8))
  constraint hospital_label_mark check (label_mark ~ '^[0-9A-F]{8}$');
