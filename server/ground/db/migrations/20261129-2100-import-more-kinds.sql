-- Imports bring more than patients: what is added to a hospital's store, its wards, its staff and its diary (record 98).

alter table import_profile drop constraint import_profile_kind,
  add constraint import_profile_kind
    check (kind in ('PATIENTS', 'SUPPLIERS', 'BEDS', 'STOCK', 'STAFF', 'APPOINTMENTS'));
alter table import_batch drop constraint import_batch_kind,
  add constraint import_batch_kind check (kind in ('PATIENTS', 'SUPPLIERS', 'BEDS', 'STOCK', 'STAFF', 'APPOINTMENTS'));
