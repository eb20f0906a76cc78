-- Merging two records can want a second person, as other acts do (records 87 and 102).

alter table countersignature drop constraint countersignature_of_known_act,
  add constraint countersignature_of_known_act
    check (act in ('ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL', 'RECORD_MERGE'));
alter table hospital drop constraint hospital_countersigns_known_acts,
  add constraint hospital_countersigns_known_acts
    check (countersigned_acts <@ array['ALLERGY_OVERRIDE', 'CONTROLLED_DISPOSAL', 'RECORD_MERGE']);

-- Each countersignature serves one row: the next migration makes it unique.
alter table patient_merge add column countersignature_id uuid
  constraint merge_countersignature_known references countersignature (id);
