-- What each movement of stock was worth is kept with it, in the hospital's currency: what it added to the store, or,
-- below zero, what it took. The worth of a batch, an item or the whole store at any moment is the sum of these.
alter table stock_movement add column worth numeric(24, 2) not null default 0;
alter table batch
  add column worth numeric(24, 2) not null default 0 constraint batch_worth_not_negative check (worth >= 0);
alter table inventory_item add column worth numeric(24, 2) not null default 0;
alter table store_tally add column worth numeric(24, 2) not null default 0;

-- A receipt is worth what was paid for it. What goes out takes its share of what its batch is worth, and the last of a
-- batch all that is left; what is counted besides is worth what the rest is; what comes back is worth what it was when
-- it went. All in whole cents, so that sums are exact.
create function worth_moved(
  kind movement_kind,
  moved numeric,
  -- For one unit, where it is a receipt.
  paid numeric,
  -- Of the batch, before it: how much, worth what, and what one unit cost on average while there was any.
  there numeric,
  worth numeric,
  unit_worth numeric,
  -- Of the batch, what went out and has not come back.
  outside numeric,
  outside_worth numeric
) returns numeric language sql immutable
  return case
    when kind = 'RECEIVE' then round(moved * paid, 2)
    when kind = 'RETURN' and outside > 0 then round(outside_worth * moved / outside, 2)
    when there + moved = 0 then -worth
    when moved > 0 then round(moved * case when there > 0 then worth / there else unit_worth end, 2)
    else -least(worth, case when there > 0 then round(worth * -moved / there, 2) else worth end)
  end;

-- Each movement changes its batch and its item, in this order, and none can go below zero.
create or replace function book_movement() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  list_price numeric;
  moved batch;
  -- Of the batch, what went out and has not come back: all of it, what that was worth, and to whom a return names.
  outside numeric := 0;
  outside_worth numeric := 0;
  with_ward numeric;
  with_patient numeric;
begin
  select cost into list_price from inventory_item where id = new.item_id for no key update;
  select * into moved from batch where id = new.batch_id and item_id = new.item_id for no key update;
  if not found then
    raise exception 'the batch is of another item' using errcode = 'foreign_key_violation', constraint = 'movement_batch_of_item';
  end if;
  if new.kind = 'RETURN' then
    select coalesce(-sum(quantity), 0), coalesce(-sum(worth), 0),
      coalesce(-sum(quantity) filter (where ward = new.ward), 0),
      coalesce(-sum(quantity) filter (where patient_id = new.patient_id), 0)
    into outside, outside_worth, with_ward, with_patient
    from stock_movement where batch_id = new.batch_id and kind in ('ISSUE', 'RETURN');
  end if;
  -- Where nobody wrote down what was paid, it is what the item's list says at the time.
  new.worth := worth_moved(new.kind, new.quantity, coalesce(new.unit_cost, list_price), moved.quantity, moved.worth,
    moved.cost, outside, outside_worth);
  update batch set quantity = quantity + new.quantity, worth = worth + new.worth,
    -- What is left costs what it did; what comes to it changes the average.
    cost = case when new.quantity > 0 and quantity + new.quantity > 0
      then (worth + new.worth) / (quantity + new.quantity) else cost end
    where id = new.batch_id;
  if new.patient_id is not null then
    perform from patient where admittable_id = new.patient_id for key share;
    if not found then
      raise exception 'the patient was deleted or has died' using errcode = 'foreign_key_violation', constraint = 'movement_needs_patient';
    end if;
  end if;
  if new.kind = 'ISSUE' and moved.expiry < hospital_today() then
    raise exception 'expired stock is not issued' using errcode = 'check_violation', constraint = 'movement_not_expired';
  end if;
  if new.kind = 'RETURN' and new.quantity > least(outside, case when new.ward is not null then with_ward end,
    case when new.patient_id is not null then with_patient end) then
    raise exception 'more than was issued' using errcode = 'check_violation', constraint = 'movement_returns_what_was_issued';
  end if;
  update inventory_item set quantity = quantity + new.quantity, worth = worth + new.worth,
    next_expiry = (select min(expiry) from batch where item_id = new.item_id and quantity > 0)
    where id = new.item_id and retired_at is null
    returning quantity into new.balance;
  if not found then
    raise exception 'the item was deleted' using errcode = 'foreign_key_violation', constraint = 'movement_item_current';
  end if;
  return new;
end $$;

create or replace function account_for_item() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from store_tally order by category for no key update;
  if tg_op = 'UPDATE' and old.retired_at is null then
    update store_tally set items = items - 1, low = low - old.is_low::int,
      value = value - round(old.quantity * old.cost, 2), worth = worth - old.worth
      where category = old.category;
  end if;
  if new.retired_at is null then
    update store_tally set items = items + 1, low = low + new.is_low::int,
      value = value + round(new.quantity * new.cost, 2), worth = worth + new.worth
      where category = new.category;
  end if;
  perform refresh_stock_alerts(new.id);
  return null;
end $$;

-- What every movement on record was worth, as the rule above would have had it. A receipt of which nobody wrote down
-- what it cost is taken at the cost of its batch.
create function worth_of_ledger() returns table (id bigint, worth numeric) language plpgsql stable as $$
#variable_conflict use_column
declare
  booked record;
  of_batch uuid;
  there numeric;
  left_worth numeric;
  unit_worth numeric;
  outside numeric;
  outside_worth numeric;
begin
  for booked in
    select movement.id, batch_id, kind, movement.quantity, batch.cost, coalesce(unit_cost, batch.cost) as paid
    from stock_movement movement join batch on batch.id = batch_id order by batch_id, movement.id
  loop
    if of_batch is distinct from booked.batch_id then
      of_batch := booked.batch_id;
      there := 0; left_worth := 0; unit_worth := booked.cost; outside := 0; outside_worth := 0;
    end if;
    id := booked.id;
    worth := worth_moved(booked.kind, booked.quantity, booked.paid, there, left_worth, unit_worth, outside, outside_worth);
    there := there + booked.quantity;
    left_worth := left_worth + worth;
    if booked.quantity > 0 and there > 0 then unit_worth := left_worth / there; end if;
    if booked.kind in ('ISSUE', 'RETURN') then
      outside := outside - booked.quantity;
      outside_worth := outside_worth - worth;
    end if;
    return next;
  end loop;
end $$;

-- For what was written without the triggers: this migration's past, and hospitals that are filled.
create function count_worth() returns void language sql as $$
  update stock_movement set worth = told.worth from worth_of_ledger() told
    where told.id = stock_movement.id and stock_movement.worth <> told.worth;
  update batch set worth = moved.worth
    from (select batch_id, sum(worth) as worth from stock_movement group by batch_id) moved
    where batch_id = id and batch.worth <> moved.worth;
  update inventory_item set worth = there.worth
    from (select item_id, sum(worth) as worth from batch group by item_id) there
    where item_id = id and inventory_item.worth <> there.worth;
  update store_tally set worth = (
    select coalesce(sum(worth), 0) from inventory_item where inventory_item.category = store_tally.category);
$$;
revoke execute on function worth_of_ledger(), count_worth() from public;
-- No screen reads an item again for a figure that it doesn't show.
alter table inventory_item disable trigger user;
select count_worth();
alter table inventory_item enable trigger user;

alter table batch add constraint batch_worth_nothing_when_empty check (quantity > 0 or worth = 0);
-- What is worth more already may stay: the ledger is bounded where something is added.
alter table stock_movement
  add constraint movement_worth_bounded check (abs(worth) <= 999999999999.99) not valid;

-- What moved in a period, with what figures add up; and who moved it.
create index movement_by_time on stock_movement (at, id) include (item_id, kind, cause, quantity, worth);
create index movement_of_staff on stock_movement (by_staff_id, at, id);
