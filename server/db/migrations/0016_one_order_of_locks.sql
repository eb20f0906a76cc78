-- Whoever locks several rows locks them in one order (record 6), so that nobody waits for one who waits for them.

-- An item comes before its batches: what receives into a batch that is there locks it before any movement is booked.
create function lock_item_of_batch() returns trigger language plpgsql as $$
begin
  perform from inventory_item where id = new.item_id for no key update;
  return new;
end $$;
create trigger batch_after_its_item before insert on batch for each row execute function lock_item_of_batch();

-- One commit accounts for items of several categories, in the order in which they were changed: it takes all rows of the
-- tally at once, last and briefly.
create or replace function account_for_item() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from store_tally order by category for no key update;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update store_tally set items = items - 1, low = low - old.is_low::int, value = value - round(old.quantity * old.cost, 2)
      where category = old.category;
  end if;
  if new.retired_at is null then
    update store_tally set items = items + 1, low = low + new.is_low::int, value = value + round(new.quantity * new.cost, 2)
      where category = new.category;
  end if;
  perform refresh_stock_alerts(new.id);
  return null;
end $$;

create or replace function count_patients() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.gender, old.retired_at is null) = (new.gender, new.retired_at is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform from patient_tally where gender in (old.gender, new.gender) order by gender for no key update;
  end if;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update patient_tally set current = current - 1 where gender = old.gender;
  end if;
  if new.retired_at is null then
    update patient_tally set current = current + 1 where gender = new.gender;
  end if;
  return null;
end $$;
