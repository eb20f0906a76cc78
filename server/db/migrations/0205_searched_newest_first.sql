-- A search sorts what any part of a record finds by its number (decision record 56). Where no index of letters helps, because
-- fewer than three were typed, it is found in this index alone, without the rows of the table.
drop index patient_by_last_name;
create index patient_by_last_name on patient (last_name_key, first_name_key, id) include (search_text, mrn_number)
  where retired_at is null;
