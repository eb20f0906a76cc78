-- Suppliers and storage locations are kept in place: an edit says which version it was made from, and every change is
-- told, because items, batches and orders show their names.
alter table storage_location
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

create trigger supplier_live after insert or update or delete on supplier
  for each row execute function tell_change('supplier');
create trigger storage_location_live after insert or update or delete on storage_location
  for each row execute function tell_change('location');
