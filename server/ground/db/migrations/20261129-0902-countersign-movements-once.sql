-- outside a transaction
create unique index concurrently if not exists movement_countersigned_once
  on stock_movement (countersignature_id) where countersignature_id is not null
