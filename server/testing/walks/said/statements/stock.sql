/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from (select from "stock_movement" as "movement" where true and movement.at >= (select ($1)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital) limit 1001) counted) as counted
from (select * from "stock_movement" as "movement" where true and movement.at >= (select ($3)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($4::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.at >= (select ($1)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.at >= (select ($3)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($4::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 2 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.at >= (select ($1)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.at >= (select ($3)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($4::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.by_staff_id = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.by_staff_id = $4 and movement.at >= (select ($5)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($6::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.cause = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.cause = $4 and movement.at >= (select ($5)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($6::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.item_id = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.item_id = $4 and movement.at >= (select ($5)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($6::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category, "movement"."at"::text as "sort0", "movement"."id" as "sort1", (select count(*)::int from stock_movement movement where true and movement.item_id in (select id from inventory_item where category = $1) and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as counted
from (select * from "stock_movement" as "movement" where true and movement.item_id in (select id from inventory_item where category = $4) and movement.at >= (select ($5)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($6::date + 1)::date::timestamp at time zone time_zone from hospital)  order by "movement"."at" desc, "movement"."id" desc limit 21 offset 0) as "movement"
join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."at" desc, "movement"."id" desc
;
/* planned with its values */  select
purchase_order.id, 'PO' || purchase_order.number as number, purchase_order.supplier_id as "supplierId",
supplier.name as supplier, supplier.contact as "supplierContact",
supplier.email as "supplierEmail", purchase_order.status, purchase_order.notes,
purchase_order.needed_by as "neededBy", writer.name as "orderedBy", coalesce(line.lines, '[]'::jsonb) as lines, coalesce(line.total, 0) as total, purchase_order.version,
purchase_order.created_at as "createdAt", purchase_order.sent_at as "sentAt",
purchase_order.mailed_to as "mailedTo", purchase_order.mailed_at as "mailedAt",
purchase_order.received_at as "receivedAt", purchase_order.cancelled_at as "cancelledAt", "purchase_order"."number" as "sort0", (select count(*)::int from (select from "purchase_order" as "purchase_order" where true and purchase_order.status = $1::purchase_order_status limit 1001) counted) as counted
from (select * from "purchase_order" as "purchase_order" where true and purchase_order.status = $2::purchase_order_status  order by "purchase_order"."number" desc limit 21 offset 0) as "purchase_order"
left join supplier on supplier.id = purchase_order.supplier_id
left join staff writer on writer.id = purchase_order.created_by
left join lateral (
select round(sum(line.quantity * line.cost), 2) as total, jsonb_agg(jsonb_build_object('id', line.id,
'inventoryItemId', line.item_id, 'inventoryItemName', item.name, 'unit', item.unit, 'packSize', item.pack_size::float8,
'quantity', line.quantity::float8, 'cost', line.cost::float8, 'received', line.received::float8) order by item.name_key) as lines
from purchase_order_line line join inventory_item item on item.id = line.item_id
where line.order_id = purchase_order.id
) line on true order by "purchase_order"."number" desc
;
/* planned with its values */ select (select coalesce(sum(worth), 0) from stock_movement movement where true and movement.at >= (select ($1)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital)) as worth
;
/* planned with its values */ select (select coalesce(sum(worth), 0) from stock_movement movement where true and movement.by_staff_id = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as worth
;
/* planned with its values */ select (select coalesce(sum(worth), 0) from stock_movement movement where true and movement.cause = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as worth
;
/* planned with its values */ select (select coalesce(sum(worth), 0) from stock_movement movement where true and movement.item_id = $1 and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as worth
;
/* planned with its values */ select (select coalesce(sum(worth), 0) from stock_movement movement where true and movement.item_id in (select id from inventory_item where category = $1) and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) and movement.at < (select ($3::date + 1)::date::timestamp at time zone time_zone from hospital)) as worth
;
/* planned with its values */ with few as materialized (
select "item".* from "inventory_item" as "item" where item.retired_at is null and item.category = 'MEDICINE' and item.search_text like $1::text limit 1001) select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt", "item"."name_key" as "sort0", "item"."id" as "sort1", (select count(*)::int from (select from (select * from few) as "item" where true limit 1001) counted) as counted
from (select * from (select * from few) as "item" where true  order by "item"."name_key" asc, "item"."id" asc limit 21 offset 0) as "item"
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id order by "item"."name_key" asc, "item"."id" asc
;
/* planned with its values */ with few as materialized (
select "item".* from "inventory_item" as "item" where item.retired_at is null and item.category = 'MEDICINE' and item.search_text like $1::text limit 1001) select (select count(*)::int from (select from (select * from few) as "item" where true limit 1001) counted) as n
;
/* planned with its values */ with few as materialized (
select "item".* from "inventory_item" as "item" where item.retired_at is null and item.category = 'MEDICINE' and item.search_text like $1::text limit 1001) select item.id, item.name, item.unit, usable.quantity as usable, usable.expiry as "firstExpiry", "item"."name_key" as "sort0", "item"."id" as "sort1", (select count(*)::int from (select from (select * from few) as "item" where true limit 1001) counted) as counted
from (select * from (select * from few) as "item" where true  order by "item"."name_key" asc, "item"."id" asc limit 21 offset 0) as "item"
cross join lateral (
select coalesce(sum(batch.quantity), 0) as quantity, min(batch.expiry) as expiry from batch
where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
) usable order by "item"."name_key" asc, "item"."id" asc
;
/* planned with its values */ with few as materialized (
select "item".* from "inventory_item" as "item" where item.retired_at is null and item.search_text like $1::text limit 1001) select (select count(*)::int from (select from (select * from few) as "item" where true limit 1001) counted) as n
;
/* planned with its values */ with few as materialized (
select "item".* from "inventory_item" as "item" where item.retired_at is null and item.search_text like $1::text limit 1001) select item.id, item.name, item.unit, exists (
select from batch where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
) as available, "item"."name_key" as "sort0", "item"."id" as "sort1", (select count(*)::int from (select from (select * from few) as "item" where true limit 1001) counted) as counted
from (select * from (select * from few) as "item" where true  order by "item"."name_key" asc, "item"."id" asc limit 21 offset 0) as "item"
order by "item"."name_key" asc, "item"."id" asc
;
delete from "purchase_order_line" where "order_id" = $1
;
delete from "storage_location" where id = $1 returning id
;
delete from "supplier" where id = $1 returning id
;
insert into "purchase_order_line" ("order_id", "item_id", "quantity", "cost") values ($1, $2, $3, $4)
;
insert into inventory_item (name, category, description, unit, pack_size, is_controlled, reorder_level, cost, supplier_id, location_id, notes)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id
;
insert into purchase_order (supplier_id, notes, needed_by, created_by)
values ($1, $2, $3, $4) returning id
;
insert into stock_movement
(item_id, batch_id, kind, quantity, reason, cause, ward, patient_id, allergy, allergy_reason, by_staff_id,
countersignature_id)
select $1::uuid, batch_id, $2::movement_kind, quantity, $3, $4::dispose_cause,
$5::ward, $6::uuid, $7, $8, $9::uuid,
$10::uuid
from unnest($11::uuid[], $12::numeric[])
with ordinality as part (batch_id, quantity, place)
order by place
returning id
;
insert into stock_movement (item_id, batch_id, kind, quantity, reason, order_line_id, unit_cost, by_staff_id)
select item_id, batch_id, 'RECEIVE', quantity, reason, order_line_id, unit_cost, $1::uuid
from unnest($2::uuid[], $3::uuid[],
$4::numeric[], $5::text[],
$6::uuid[],
$7::numeric[])
with ordinality as received (item_id, batch_id, quantity, reason, order_line_id, unit_cost, place)
order by place
returning id
;
select
(select coalesce(sum(quantity), 0) from batch where item_id = $1
and (expiry is null or expiry >= hospital_today())) as usable,
(select coalesce(-sum(quantity), 0) from stock_movement where item_id = $2 and kind in ('ISSUE', 'RETURN')
and at > now() - interval '30 days') as used,
(select coalesce(sum(greatest(line.quantity - line.received, 0)), 0) from purchase_order_line line
join purchase_order on purchase_order.id = line.order_id
where line.item_id = $3 and purchase_order.status in ('DRAFT', 'SENT')) as "onOrder"
;
select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt" from "inventory_item" as "item"
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id where item.retired_at is null and item.search_text like $1::text order by "item"."name_key" asc, "item"."id" asc
;
select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt" from "inventory_item" as "item"
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id where item.retired_at is null order by "item"."name_key" asc, "item"."id" asc
;
select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt" from inventory_item item
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id where item.id = $1 and item.retired_at is null
;
select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt" from inventory_item item
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id where item.id = any ($1::uuid[])
and item.retired_at is null order by item.id for no key update of item
;
select
item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
item.is_controlled as "isControlled",
item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
case when item.quantity = 0 then 'OUT_OF_STOCK' when item.quantity <= item.reorder_level then 'LOW_STOCK'
when item.quantity <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt", "item"."name_key" as "sort0", "item"."id" as "sort1", (select coalesce(sum(items), 0)::int from store_tally
where category = 'MEDICINE') as counted
from (select * from "inventory_item" as "item" where item.retired_at is null and item.category = 'MEDICINE'  order by "item"."name_key" asc, "item"."id" asc limit 21 offset 0) as "item"
left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id order by "item"."name_key" asc, "item"."id" asc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy" from stock_movement movement
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id
where movement.id = any ($1::bigint[]) order by movement.id
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", "movement"."id" as "sort0", (select count(*)::int from (select from "stock_movement" as "movement" where movement.item_id = $1 limit 1001) counted) as counted
from (select * from "stock_movement" as "movement" where movement.item_id = $2  order by "movement"."id" desc limit 2 offset 0) as "movement"
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", "movement"."id" as "sort0", (select count(*)::int from (select from "stock_movement" as "movement" where movement.item_id = $1 limit 1001) counted) as counted
from (select * from "stock_movement" as "movement" where movement.item_id = $2  order by "movement"."id" desc limit 21 offset 0) as "movement"
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id order by "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.item_id = $1 and movement.kind = any ($2::movement_kind[]) order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.item_id in (select id from inventory_item where category = $1) and movement.kind = any ($2::movement_kind[]) order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.kind = any ($1::movement_kind[]) and movement.at < (select ($2::date + 1)::date::timestamp at time zone time_zone from hospital) order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.kind = any ($1::movement_kind[]) and movement.at >= (select ($2)::date::timestamp at time zone time_zone from hospital) order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.kind = any ($1::movement_kind[]) and movement.by_staff_id = $2 order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.kind = any ($1::movement_kind[]) and movement.cause = $2 order by "movement"."at" desc, "movement"."id" desc
;
select
movement.id, movement.item_id as "inventoryItemId", movement.batch_id as "batchId",
batch.batch_number as "batchNumber", movement.kind, movement.quantity, movement.balance, movement.unit_cost as cost,
movement.worth, movement.reason, movement.cause, movement.ward, movement.patient_id is not null as "isForPatient",
movement.patient_id as "patientId", patient.first_name || ' ' || patient.last_name as "patientName",
movement.allergy, movement.allergy_reason as "allergyReason",
staff.name as by, movement.by_staff_id as "byId", movement.at as at, witness.name as "countersignedBy", item.name as "inventoryItemName", item.unit, item.category from "stock_movement" as "movement" join inventory_item item on item.id = movement.item_id
join batch on batch.id = movement.batch_id
left join patient on patient.id = movement.patient_id
left join staff on staff.id = movement.by_staff_id
left join countersignature on countersignature.id = movement.countersignature_id
left join staff witness on witness.id = countersignature.witness_id where true and movement.kind = any ($1::movement_kind[]) order by "movement"."at" desc, "movement"."id" desc
;
select
purchase_order.id, 'PO' || purchase_order.number as number, purchase_order.supplier_id as "supplierId",
supplier.name as supplier, supplier.contact as "supplierContact",
supplier.email as "supplierEmail", purchase_order.status, purchase_order.notes,
purchase_order.needed_by as "neededBy", writer.name as "orderedBy", coalesce(line.lines, '[]'::jsonb) as lines, coalesce(line.total, 0) as total, purchase_order.version,
purchase_order.created_at as "createdAt", purchase_order.sent_at as "sentAt",
purchase_order.mailed_to as "mailedTo", purchase_order.mailed_at as "mailedAt",
purchase_order.received_at as "receivedAt", purchase_order.cancelled_at as "cancelledAt" from purchase_order
left join supplier on supplier.id = purchase_order.supplier_id
left join staff writer on writer.id = purchase_order.created_by
left join lateral (
select round(sum(line.quantity * line.cost), 2) as total, jsonb_agg(jsonb_build_object('id', line.id,
'inventoryItemId', line.item_id, 'inventoryItemName', item.name, 'unit', item.unit, 'packSize', item.pack_size::float8,
'quantity', line.quantity::float8, 'cost', line.cost::float8, 'received', line.received::float8) order by item.name_key) as lines
from purchase_order_line line join inventory_item item on item.id = line.item_id
where line.order_id = purchase_order.id
) line on true where purchase_order.id = $1
;
select "id", "name", "contact", "email", "version" from "supplier" where "id" = $1
;
select "id", "name", "version" from "storage_location" where "id" = $1
;
select batch.id, batch.batch_number as "batchNumber", batch.expiry as "expiryDate",
coalesce(batch.expiry < hospital_today(), false) as "isExpired", batch.quantity, round(batch.cost, 2) as cost,
supplier.name as supplier, batch.created_at as "createdAt"
from batch left join supplier on supplier.id = batch.supplier_id
where batch.item_id = $1 and batch.quantity > 0
order by batch.expiry nulls last, batch.created_at, batch.id
;
select from inventory_item where id = $1 for no key update
;
select from purchase_order where id = $1 for update
;
select id, batch_number as "batchNumber" from batch
where item_id = $1 and quantity = 0
and (strpos(fold(batch_number), fold($2)) > 0 or id = $3::uuid)
order by id is not distinct from $4::uuid desc, created_at desc, id limit $5
;
select item.id, item.name, item.unit, usable.quantity as usable, usable.expiry as "firstExpiry" from inventory_item item
cross join lateral (
select coalesce(sum(batch.quantity), 0) as quantity, min(batch.expiry) as expiry from batch
where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
) usable
where item.retired_at is null and item.category = 'MEDICINE' and item.name_key ^@ fold($1)
order by item.name_key, item.id limit $2
;
update "inventory_item" set "name" = $1, "category" = $2, "unit" = $3, "reorder_level" = $4, "cost" = $5,  version = version + 1, updated_at = now()
where id = $6 and version = $7 and (false or "name" is distinct from $8 or "category" is distinct from $9 or "unit" is distinct from $10 or "reorder_level" is distinct from $11 or "cost" is distinct from $12)
;
update "inventory_item" set retired_at = now(), version = version + 1, updated_at = now()
where id = $1 and retired_at is null returning id
;
update "purchase_order" set "status" = $1, "cancelled_at" = now(), "version" = version + 1, "updated_at" = now() where "id" = $2
;
update "purchase_order" set "status" = $1, "sent_at" = now(), "version" = version + 1, "updated_at" = now() where "id" = $2
;
update "purchase_order" set "supplier_id" = $1, "version" = version + 1, "updated_at" = now() where "id" = $2 and "version" = $3 and "status" = $4
;
update "storage_location" set "name" = $1,  version = version + 1, updated_at = now()
where id = $2 and version = $3 and (false or "name" is distinct from $4)
;
update "supplier" set "name" = $1, "contact" = $2,  version = version + 1, updated_at = now()
where id = $3 and version = $4 and (false or "name" is distinct from $5 or "contact" is distinct from $6)
;
with day as (select ($1::date - n) as day from generate_series(0, $2::int) n),
moved as (
select (at at time zone $3)::date as day, sum(quantity) as quantity from stock_movement
where item_id = $4 and at >= ($5::date - $6::int)::timestamp at time zone $7 group by 1
)
select day.day::text as day,
$8::numeric - coalesce(sum(moved.quantity) filter (where moved.day > day.day), 0) as quantity
from day left join moved on true group by day.day order by day.day
;
with delivered as (
select line_id, sum(quantity) as quantity
from unnest($1::uuid[], $2::numeric[])
as delivery (line_id, quantity)
group by line_id
), received as (
update purchase_order_line line set received = received + delivered.quantity
from delivered where line.id = delivered.line_id
)
update purchase_order set updated_at = now() where id = $3
;
with given as materialized (
select place, item_id, batch_number, fold(batch_number) as folded, expiry, supplier_id
from unnest($1::uuid[], $2::text[],
$3::date[], $4::uuid[])
with ordinality as given (item_id, batch_number, expiry, supplier_id, place)
), batched as (
insert into batch (item_id, batch_number, expiry, supplier_id)
select distinct on (item_id, folded) item_id, batch_number, expiry, supplier_id
from given order by item_id, folded, place
on conflict (item_id, fold(batch_number)) do update set batch_number = batch.batch_number
returning id, item_id, batch_number, expiry
)
select batched.id, batched.expiry from given
join batched on batched.item_id = given.item_id and fold(batched.batch_number) = given.folded
order by given.place
;
with inserted as (insert into "storage_location" ("name") values ($1) returning "id", "name", "version"), made as (select * from inserted), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $2::timestamptz, $3::uuid, $4::text, made.id::uuid,
$5::uuid[], $6::uuid, jsonb_build_object('added', made.name)::jsonb, $7::text,
$8::text, $9::text
from made)
select * from made
;
with inserted as (insert into "supplier" ("name", "contact", "email") values ($1, $2, $3) returning "id", "name", "contact", "email", "version"), made as (select * from inserted), audited as (
insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
outcome)
select $4::timestamptz, $5::uuid, $6::text, made.id::uuid,
$7::uuid[], $8::uuid, jsonb_build_object('added', made.name)::jsonb, $9::text,
$10::text, $11::text
from made)
select * from made
;
with low as (
select item.id, item.supplier_id, supplier.name as supplier, item.name_key, open_order.id as order_id,
open_order.number as order_number, item.supplier_id is not null and open_order.id is null as can_be_ordered
from inventory_item item
left join supplier on supplier.id = item.supplier_id
left join lateral (
select purchase_order.id, purchase_order.number
from purchase_order_line line join purchase_order on purchase_order.id = line.order_id
where line.outstanding_item_id = item.id
order by purchase_order.number limit 1
) open_order on true
where item.id in (
select id from inventory_item where retired_at is null and is_low
union
select item.id from inventory_item item join (
select item_id, sum(quantity) as quantity from batch
where quantity > 0 and expiry < hospital_today() group by item_id
) expired on expired.item_id = item.id
where item.retired_at is null and item.quantity - expired.quantity <= item.reorder_level)
), placed as (
select *, count(*) over (partition by can_be_ordered)::int as alike, row_number() over (
partition by can_be_ordered order by fold(supplier), name_key, id
) as place from low
)
select item.id, item.name, item.unit, item.pack_size as "packSize", placed.supplier_id as "supplierId", placed.supplier,
item.quantity as "inStock", item.reorder_level as "reorderLevel", item.cost,
placed.order_id as "orderId", 'PO' || placed.order_number as "orderNumber", placed.alike,
(select coalesce(sum(quantity), 0) from batch
where item_id = item.id and (expiry is null or expiry >= hospital_today())) as usable,
greatest(coalesce((
select -sum(quantity) from stock_movement
where item_id = item.id and kind in ('ISSUE', 'RETURN') and at > now() - interval '30 days'
), 0), 0) / 30 as "dailyUse"
from placed join inventory_item item on item.id = placed.id
where placed.place <= $1 order by placed.place
;
