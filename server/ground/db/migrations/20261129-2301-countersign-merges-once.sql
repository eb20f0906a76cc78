-- outside a transaction
create unique index concurrently if not exists merge_countersigned_once
  on patient_merge (countersignature_id) where countersignature_id is not null
