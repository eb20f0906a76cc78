-- outside a transaction
create index concurrently if not exists patient_merged on patient (merged_into) where merged_into is not null;
