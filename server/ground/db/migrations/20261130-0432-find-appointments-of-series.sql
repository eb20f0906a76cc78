-- outside a transaction
create index concurrently if not exists appointment_of_series on appointment (series_id, date) where series_id is not null;
