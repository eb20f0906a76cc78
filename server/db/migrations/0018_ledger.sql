-- No quantity and no value grows larger than can be added up and told exactly. What is larger already may stay, and
-- shrink: the ledger is bounded where something is added.
alter table inventory_item
  add constraint item_reorder_level_bounded check (reorder_level <= 999999999) not valid,
  add constraint item_cost_bounded check (cost <= 999999999) not valid,
  add constraint item_value_bounded check (quantity * cost <= 999999999999.99) not valid;
alter table stock_movement
  add constraint movement_quantity_bounded check (abs(quantity) <= 999999999) not valid,
  add constraint movement_balance_bounded check (quantity < 0 or balance <= 999999999) not valid;
alter table purchase_order_line
  add constraint order_line_quantity_bounded check (quantity <= 999999999) not valid,
  add constraint order_line_value_bounded check (quantity * cost <= 999999999999.99) not valid;
alter table store_tally alter column value type numeric(24, 2);

-- What each receipt cost, for one unit. Of receipts before this, the first of each batch is known by the batch alone.
alter table stock_movement
  add column unit_cost numeric(14, 2) constraint movement_unit_cost_bounded check (unit_cost between 0 and 999999999),
  add constraint movement_unit_cost_of_receipt check (unit_cost is null or kind = 'RECEIVE');
-- The average of what was received into the batch, weighed by how much of it was there; with the decimals that it takes
-- to be multiplied again.
alter table batch alter column cost type numeric(20, 8), alter column cost set default 0;

-- Each movement changes its batch and its item, in this order, and none can go below zero.
create or replace function book_movement() returns trigger language plpgsql as $$
declare
  moved batch;
  returnable numeric;
begin
  perform from inventory_item where id = new.item_id for no key update;
  update batch set quantity = quantity + new.quantity,
    cost = case when new.kind = 'RECEIVE'
      then (quantity * cost + new.quantity * coalesce(new.unit_cost, cost)) / (quantity + new.quantity) else cost end
    where id = new.batch_id and item_id = new.item_id
    returning * into moved;
  if not found then
    raise exception 'the batch is of another item' using errcode = 'foreign_key_violation', constraint = 'movement_batch_of_item';
  end if;
  if new.patient_id is not null then
    perform from patient where admittable_id = new.patient_id for key share;
    if not found then
      raise exception 'the patient was deleted or has died' using errcode = 'foreign_key_violation', constraint = 'movement_needs_patient';
    end if;
  end if;
  if new.kind = 'ISSUE' and moved.expiry < hospital_today() then
    raise exception 'expired stock is not issued' using errcode = 'check_violation', constraint = 'movement_not_expired';
  end if;
  if new.kind = 'RETURN' then
    select least(coalesce(-sum(quantity), 0),
      case when new.ward is not null then coalesce(-sum(quantity) filter (where ward = new.ward), 0) end,
      case when new.patient_id is not null then coalesce(-sum(quantity) filter (where patient_id = new.patient_id), 0) end)
    into returnable
    from stock_movement where batch_id = new.batch_id and kind in ('ISSUE', 'RETURN');
    if new.quantity > returnable then
      raise exception 'more than was issued' using errcode = 'check_violation', constraint = 'movement_returns_what_was_issued';
    end if;
  end if;
  update inventory_item set quantity = quantity + new.quantity,
    next_expiry = (select min(expiry) from batch where item_id = new.item_id and quantity > 0)
    where id = new.item_id and retired_at is null
    returning quantity into new.balance;
  if not found then
    raise exception 'the item was deleted' using errcode = 'foreign_key_violation', constraint = 'movement_item_current';
  end if;
  return new;
end $$;

-- What is kept by the rules above is written by them alone: their functions run as the owner, and the server's account
-- may not write it (server/db/grants.ts).
alter function book_movement() security definer set search_path = public, pg_temp;
alter function account_for_item() security definer set search_path = public, pg_temp;
alter function count_patients() security definer set search_path = public, pg_temp;
alter function keep_appointment_transitions() security definer set search_path = public, pg_temp;

-- Makes an item's open alerts what they should be now. A body like this one names its tables when it is made, whatever
-- the search path is when it runs.
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
    insert into stock_alert (item_id, batch_id, kind) select item_id, batch_id, kind from due
    on conflict (item_id, kind, coalesce(batch_id, item_id)) where cleared_at is null do nothing;
  end;

-- The next number of each counter. Its row makes those who ask at once take turns; a failure gives the number back.
create function next_mrn_number() returns integer language sql security definer
  begin atomic
    update mrn_counter set last_number = last_number + 1 returning last_number;
  end;
create function next_queue_number(day date) returns integer language sql security definer
  begin atomic
    insert into queue_day as given (date, last_number) values (day, 1)
      on conflict (date) do update set last_number = given.last_number + 1
      returning last_number;
  end;
create function next_purchase_order_number() returns integer language sql security definer
  begin atomic
    update purchase_order_counter set last_number = last_number + 1 returning last_number;
  end;
revoke execute on function
  refresh_stock_alerts(uuid), next_mrn_number(), next_queue_number(date), next_purchase_order_number() from public;
alter table patient alter column mrn_number set default next_mrn_number();
alter table purchase_order alter column number set default next_purchase_order_number();
