-- How many units a pack of an item holds: what is suggested to be ordered comes in whole packs.
alter table inventory_item
  add column pack_size numeric(14, 3) constraint item_pack_size_above_zero check (pack_size > 0 and pack_size <= 999999999);
