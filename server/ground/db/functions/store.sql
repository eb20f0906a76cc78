-- The rules of the store that constraints can't express: how orders proceed, what a movement is worth and what it changes, and
-- when alerts are raised. Functions that write sums, tallies or alerts run as the owner, because the server's account may not
-- write them (record 6). Locks are taken in one order: an order, its lines, items, an item's batches, then tallies and alerts.

-- Purchase orders.

-- A draft is sent or cancelled, and a sent order is received or cancelled; no order goes back.
create or replace function keep_order_transitions() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in
    (('DRAFT', 'SENT'), ('DRAFT', 'CANCELLED'), ('SENT', 'CANCELLED'), ('SENT', 'RECEIVED')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'purchase_order_transition';
  end if;
  return new;
end $$;
create or replace trigger purchase_order_transition before update on purchase_order
  for each row execute function keep_order_transitions();

-- Limits what an order may hold and be worth. Checking inserts is enough, because a line's quantity and cost never change: an
-- edit of a draft replaces its lines.
create or replace function keep_order_bounded() returns trigger language plpgsql as $$
begin
  if exists (
    select from purchase_order_line line where line.order_id in (select order_id from added)
    group by line.order_id having count(*) > 200 or sum(line.quantity * line.cost) > 999999999999.99
  ) then
    raise exception 'an order has too many lines or is worth too much'
      using errcode = 'check_violation', constraint = 'purchase_order_bounded';
  end if;
  return null;
end $$;
create or replace trigger purchase_order_bounded after insert on purchase_order_line
  referencing new table as added for each statement execute function keep_order_bounded();

-- The ledger.

-- An item is locked before its batches. Receiving into a batch that already exists locks the batch before any movement is
-- booked, so its item has to be locked first.
create or replace function lock_item_of_batch() returns trigger language plpgsql as $$
begin
  perform from inventory_item where id = new.item_id for no key update;
  return new;
end $$;
create or replace trigger batch_after_its_item before insert on batch for each row execute function lock_item_of_batch();

-- Calculates what a movement is worth, in whole cents so that sums are exact. A receipt is worth what was paid. Stock that
-- leaves takes its share of what its batch is worth, and the last of a batch takes all that is left. Extra stock found by a
-- count is worth what the rest is, and a return is worth what it was when it was issued.
create or replace function worth_moved(
  kind movement_kind,
  moved numeric,
  -- The price of one unit, for a receipt.
  paid numeric,
  -- The batch before the movement: its quantity, its worth, and the average cost of one unit, which it keeps when empty.
  there numeric,
  worth numeric,
  unit_worth numeric,
  -- How much of the batch was issued and has not been returned, and its worth.
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

-- Each movement changes its item and its batch, and neither can go below zero. Stock goes only to patients who are registered
-- and alive, and the patient's row is locked so that they can't be deleted meanwhile. If a patient has died, the ward returns
-- what was issued to them. No more is returned than was issued: from the batch, and to the ward and patient of the return.
create or replace function book_movement() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  list_price numeric;
  moved batch;
  -- How much of the batch was issued and not returned, what that was worth, and how much of it the ward or patient has.
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
      coalesce(-sum(quantity) filter (where patient_id = any (record_ids(new.patient_id))), 0)
    into outside, outside_worth, with_ward, with_patient
    from stock_movement where batch_id = new.batch_id and kind in ('ISSUE', 'RETURN');
  end if;
  -- Without a recorded price, the item's list price at the time counts.
  new.worth := worth_moved(new.kind, new.quantity, coalesce(new.unit_cost, list_price), moved.quantity, moved.worth,
    moved.cost, outside, outside_worth);
  update batch set quantity = quantity + new.quantity, worth = worth + new.worth,
    -- Only additions change the average cost.
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
create or replace trigger movement_booked before insert on stock_movement for each row execute function book_movement();

-- Recalculates the worth of every movement with the same rule, batch by batch in the order of booking. A receipt without a
-- cost of its own is taken at the cost of its batch.
create or replace function worth_of_ledger() returns table (id bigint, worth numeric) language plpgsql stable as $$
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
revoke execute on function worth_of_ledger() from public;

-- For ledgers that were written without the triggers, such as those of demo and benchmark hospitals.
create or replace function count_worth() returns void language sql as $$
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
revoke execute on function count_worth() from public;

-- Alerts and tallies.

-- When an alert about a batch became true: on the day that the calendar made it so, or when stock last arrived in the empty
-- batch, if that was later.
create or replace function batch_alert_since(of_batch uuid, of_kind stock_alert_kind) returns timestamptz language sql stable
  begin atomic
    select least(now(), greatest(
      (case of_kind when 'EXPIRED' then expiry + 1 else expiry - 90 end)::timestamp
        at time zone (select time_zone from hospital),
      (select max(at) from (
        select at, quantity, sum(quantity) over (order by id) as there from stock_movement where batch_id = of_batch
      ) moved where there > 0 and there = quantity)))
    from batch where id = of_batch;
  end;
revoke execute on function batch_alert_since(uuid, stock_alert_kind) from public;

-- Makes an item's open alerts what they should be now. A job looks for expiry every quarter of an hour and may be late, so an
-- alert is dated when it became true: reports count it on that day. PostgreSQL resolves the tables of a body like this one
-- when the function is created, so it is safe to run as the owner without a search path of its own.
create or replace function refresh_stock_alerts(of_item uuid) returns void language sql security definer
  begin atomic
    with due as (
      select id as item_id, null::uuid as batch_id,
        (case when quantity = 0 then 'OUT' else 'LOW' end)::stock_alert_kind as kind
      from inventory_item where id = of_item and retired_at is null and is_low
      union all
      select item_id, id, (case when expiry < hospital_today() then 'EXPIRED' else 'EXPIRING' end)::stock_alert_kind
      from batch where item_id = of_item and quantity > 0 and expiry <= hospital_today() + 90
    ),
    cleared as (
      update stock_alert alert set cleared_at = now()
      where item_id = of_item and cleared_at is null and not exists (
        select from due where due.kind = alert.kind and due.batch_id is not distinct from alert.batch_id)
    )
    insert into stock_alert (item_id, batch_id, kind, raised_at)
    select item_id, batch_id, kind, coalesce(batch_alert_since(batch_id, kind), now()) from due
    where not exists (
      select from stock_alert alert where alert.item_id = due.item_id and alert.kind = due.kind
        and alert.batch_id is not distinct from due.batch_id and cleared_at is null)
    on conflict (item_id, kind, coalesce(batch_id, item_id)) where cleared_at is null do nothing;
  end;
revoke execute on function refresh_stock_alerts(uuid) from public;

-- Counts an item in its category and refreshes its alerts. The trigger is deferred, so that the few rows of the tally are
-- locked last and briefly. They are all locked at once, because a transaction may change items of several categories in any
-- order.
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
drop trigger if exists item_accounted on inventory_item;
create constraint trigger item_accounted
  after insert or update of quantity, next_expiry, reorder_level, cost, category, retired_at on inventory_item
  deferrable initially deferred for each row execute function account_for_item();

-- Refreshes the screens that show an item or its alerts. Alerts of expiry are raised and cleared by the calendar alone,
-- without a write to the item that would refresh them.
create or replace function tell_alerted_item() returns trigger language plpgsql as $$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', 'inventory-item:' || new.item_id);
  return null;
end $$;
create or replace trigger stock_alert_live after insert or update of cleared_at on stock_alert
  for each row execute function tell_alerted_item();

-- The kind of notification that the store's staff get about an alert.
create or replace function stock_news(of_alert stock_alert_kind) returns notification_kind language sql immutable as $$
  select case when of_alert in ('LOW', 'OUT') then 'LOW_STOCK'::notification_kind else 'EXPIRY' end
$$;
