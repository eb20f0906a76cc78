-- outside a transaction
create unique index concurrently if not exists medication_countersigned_once
  on medication (countersignature_id) where countersignature_id is not null
