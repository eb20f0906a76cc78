-- When the hospital needs what it orders: printed for the supplier.
alter table purchase_order add column needed_by date;
