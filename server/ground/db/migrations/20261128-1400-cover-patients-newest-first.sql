-- outside a transaction
-- Matches of any part are looked for among the newest patients first, and this index alone answers whether a patient matches
-- (record 56). It also serves what patient_by_mrn did, which the next migration drops.
create index concurrently if not exists patient_newest on patient (mrn_number)
  include (search_text, last_name_key, first_name_key, id) where retired_at is null;
