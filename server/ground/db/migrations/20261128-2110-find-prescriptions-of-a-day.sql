-- outside a transaction
-- The pharmacist's dashboard lists what was prescribed today, of all patients. medication_by_patient finds one patient's alone.
create index concurrently if not exists medication_by_time on medication (recorded_at, id) where struck_at is null;
