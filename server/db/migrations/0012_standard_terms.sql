-- The field's own terms, before they harden: a condition is a diagnosis, how ill a patient is is an acuity; order, item
-- and location alone belong to medication orders and to the rest of a hospital.
alter type patient_condition rename to acuity;
alter table condition_entry rename to acuity_entry;
alter table acuity_entry rename column condition to acuity;
alter table acuity_entry rename constraint condition_entry_pkey to acuity_entry_pkey;
alter table acuity_entry rename constraint condition_entry_admission_id_fkey to acuity_entry_admission_id_fkey;
alter table acuity_entry rename constraint condition_entry_by_staff_id_fkey to acuity_entry_by_staff_id_fkey;
alter index condition_entry_latest rename to acuity_entry_latest;
alter trigger condition_live on acuity_entry rename to acuity_live;
alter function tell_admission_of_condition() rename to tell_admission_of_acuity;

drop trigger item_live on inventory_item;
create trigger inventory_item_live after insert or update on inventory_item
  for each row execute function tell_change('inventory-item');
drop trigger purchase_order_live on purchase_order;
create trigger purchase_order_live after insert or update on purchase_order
  for each row execute function tell_change('purchase-order');
drop trigger storage_location_live on storage_location;
create trigger storage_location_live after insert or update or delete on storage_location
  for each row execute function tell_change('storage-location');
