create type item_category as enum ('MEDICINE', 'EQUIPMENT', 'SUPPLIES');
create type item_unit as enum ('pcs', 'ml', 'tablets', 'kg', 'litres');
create type movement_kind as enum ('RECEIVE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE');
create type dispose_cause as enum ('EXPIRED', 'DAMAGED');
create type stock_alert_kind as enum ('LOW', 'OUT', 'EXPIRING', 'EXPIRED');
create type purchase_order_status as enum ('DRAFT', 'SENT', 'RECEIVED', 'CANCELLED');

-- The hospital's calendar day: what has expired, and what not yet.
create function hospital_today() returns date language sql stable parallel safe
  return (select (now() at time zone time_zone)::date from hospital);

create table supplier (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  contact text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index supplier_name_once on supplier (fold(name));

create table storage_location (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now()
);
create unique index storage_location_name_once on storage_location (fold(name));

create table inventory_item (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  category item_category not null,
  description text,
  unit item_unit not null,
  reorder_level numeric(14, 3) not null constraint item_reorder_level_not_negative check (reorder_level >= 0),
  -- Of one unit, in the hospital's currency.
  cost numeric(14, 2) not null constraint item_cost_not_negative check (cost >= 0),
  supplier_id uuid references supplier (id),
  location_id uuid references storage_location (id),
  notes text,
  -- The sum of the item's movements and the first expiry of what is there: written by the movements' trigger alone,
  -- so that lists sort and filter a hundred thousand items without adding up five million movements.
  quantity numeric(14, 3) not null default 0 constraint item_never_below_zero check (quantity >= 0),
  next_expiry date,
  -- For sorting: what never expires comes after all that does.
  expiry_key date not null generated always as (coalesce(next_expiry, '9999-12-31')) stored,
  is_low boolean not null generated always as (quantity <= reorder_level) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  retired_at timestamptz,
  name_key text not null generated always as (fold(name)) stored,
  search_text text not null generated always as (fold(name || ' ' || coalesce(description, ''))) stored,
  -- A deleted item has nothing left on the shelf.
  constraint item_retired_when_empty check (retired_at is null or quantity = 0)
);
create unique index item_name_once on inventory_item (name_key, unit) where retired_at is null;
create index item_search on inventory_item using gin (search_text gin_trgm_ops) where retired_at is null;
create index item_by_name on inventory_item (name_key, id) where retired_at is null;
create index item_by_quantity on inventory_item (quantity, id) where retired_at is null;
create index item_by_cost on inventory_item (cost, id) where retired_at is null;
create index item_by_expiry on inventory_item (expiry_key, id) where retired_at is null;
create index item_low on inventory_item (name_key, id) where retired_at is null and is_low;
create index item_by_category on inventory_item (category, name_key, id) where retired_at is null;

create table batch (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references inventory_item (id),
  batch_number text not null,
  expiry date,
  cost numeric(14, 2) not null,
  supplier_id uuid references supplier (id),
  -- The sum of the batch's movements, written by their trigger alone.
  quantity numeric(14, 3) not null default 0 constraint batch_never_below_zero check (quantity >= 0),
  created_at timestamptz not null default now()
);
create unique index batch_number_once_per_item on batch (item_id, fold(batch_number));
create index batch_on_shelf on batch (item_id, expiry) where quantity > 0;
create index batch_expiring on batch (expiry) where quantity > 0;

create table purchase_order (
  id uuid primary key default gen_random_uuid(),
  number integer not null constraint purchase_order_number_once unique,
  supplier_id uuid references supplier (id),
  status purchase_order_status not null default 'DRAFT',
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references staff (id),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  received_at timestamptz,
  cancelled_at timestamptz,
  constraint purchase_order_sent_to_somebody check (status not in ('SENT', 'RECEIVED') or supplier_id is not null)
);
create table purchase_order_counter (
  only_one boolean primary key default true constraint purchase_order_counter_only_one check (only_one),
  last_number integer not null
);
insert into purchase_order_counter (last_number) values (1000);

create table purchase_order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references purchase_order (id) on delete cascade,
  item_id uuid not null references inventory_item (id),
  quantity numeric(14, 3) not null constraint order_line_of_something check (quantity > 0),
  cost numeric(14, 2) not null constraint order_line_cost_not_negative check (cost >= 0),
  received numeric(14, 3) not null default 0,
  constraint order_line_item_once unique (order_id, item_id),
  -- A tenth more than was ordered is a rounding of packs; more is somebody else's delivery.
  constraint order_line_not_over_received check (received <= quantity * 1.1)
);
create index order_line_of_item on purchase_order_line (item_id);

create function keep_order_transitions() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in
    (('DRAFT', 'SENT'), ('DRAFT', 'CANCELLED'), ('SENT', 'CANCELLED'), ('SENT', 'RECEIVED')) then
    raise exception 'an order does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'purchase_order_transition';
  end if;
  return new;
end $$;
create trigger purchase_order_transition before update on purchase_order
  for each row execute function keep_order_transitions();

-- The ledger: only ever added to. A quantity is what its movements say.
create table stock_movement (
  id bigint generated always as identity primary key,
  item_id uuid not null references inventory_item (id),
  batch_id uuid not null references batch (id),
  kind movement_kind not null,
  -- What it adds; negative takes away.
  quantity numeric(14, 3) not null constraint movement_of_something check (quantity <> 0),
  -- Of the item, after this movement.
  balance numeric(14, 3) not null default 0,
  reason text,
  cause dispose_cause,
  ward ward,
  patient_id uuid references patient (id),
  order_line_id uuid references purchase_order_line (id),
  by_staff_id uuid references staff (id),
  at timestamptz not null default clock_timestamp(),
  constraint movement_in_its_direction check (case kind
    when 'RECEIVE' then quantity > 0 when 'RETURN' then quantity > 0
    when 'ISSUE' then quantity < 0 when 'DISPOSE' then quantity < 0 else true end),
  constraint movement_adjusted_with_reason check (kind <> 'ADJUST' or reason is not null),
  constraint movement_disposed_with_cause check ((kind = 'DISPOSE') = (cause is not null)),
  constraint movement_issued_to_somebody check (kind <> 'ISSUE' or ward is not null or patient_id is not null)
);
create index movement_of_item on stock_movement (item_id, id desc);
create index movement_of_batch on stock_movement (batch_id);

-- Each movement changes its batch and its item, in this order, and none can go below zero.
create function book_movement() returns trigger language plpgsql as $$
declare
  moved batch;
begin
  perform from inventory_item where id = new.item_id for no key update;
  update batch set quantity = quantity + new.quantity where id = new.batch_id and item_id = new.item_id
    returning * into moved;
  if not found then
    raise exception 'the batch is of another item' using errcode = 'foreign_key_violation', constraint = 'movement_batch_of_item';
  end if;
  if new.kind = 'ISSUE' and moved.expiry < hospital_today() then
    raise exception 'expired stock is not issued' using errcode = 'check_violation', constraint = 'movement_not_expired';
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
create trigger movement_booked before insert on stock_movement for each row execute function book_movement();

-- Figures of the whole store by category, kept with the items that they count. Deferred, so that their rows are locked
-- last and briefly.
create table store_tally (
  category item_category primary key,
  items integer not null default 0,
  low integer not null default 0,
  value numeric(20, 2) not null default 0
);
insert into store_tally (category) select unnest(enum_range(null::item_category));

-- Raised once for as long as it holds, and cleared by itself.
create table stock_alert (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references inventory_item (id),
  batch_id uuid references batch (id),
  kind stock_alert_kind not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);
create unique index stock_alert_raised_once on stock_alert (item_id, kind, coalesce(batch_id, item_id))
  where cleared_at is null;

-- Makes an item's open alerts what they should be now.
create function refresh_stock_alerts(of_item uuid) returns void language sql as $$
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
$$;

create function account_for_item() returns trigger language plpgsql as $$
begin
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
create constraint trigger item_accounted after insert or update of quantity, next_expiry, reorder_level, cost, category, retired_at
  on inventory_item deferrable initially deferred for each row execute function account_for_item();

create trigger item_live after insert or update on inventory_item for each row execute function tell_change('item');
create trigger purchase_order_live after insert or update on purchase_order
  for each row execute function tell_change('order');
