-- What is low, in each order that the list can be sorted in: a tenth of the store is not found by walking past the rest.
create index item_low_by_quantity on inventory_item (quantity, id) where retired_at is null and is_low;
create index item_low_by_cost on inventory_item (cost, id) where retired_at is null and is_low;
create index item_low_by_expiry on inventory_item (expiry_key, id) where retired_at is null and is_low;
