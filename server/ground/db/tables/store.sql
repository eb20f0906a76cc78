-- The hospital's store: items, their suppliers and places, purchase orders, and the ledger of all stock that came and went.
-- A quantity is the sum of its movements, and the ledger is only ever added to (record 9): a wrong movement is put right by
-- another. Sums, alerts and tallies are written by functions and triggers, never by the server's account (record 6).
--
-- No quantity or value may grow larger than can be added up and shown exactly. The limits that are `not valid` hold for
-- everything written from now on: an older hospital may keep rows above them.

create table supplier (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  contact text,
  -- Counts the edits: an edit says which version it was made from, and is refused if that is no longer the current one.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Purchase orders can be e-mailed to this address.
  email text constraint supplier_email_bounded check (length(email) between 3 and 254)
);
-- Suppliers are chosen by name from a list, so two names may not differ by case or accents only.
create unique index supplier_name_once on supplier (fold(name));

create table storage_location (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
-- Chosen by name, as suppliers are.
create unique index storage_location_name_once on storage_location (fold(name));

create type item_category as enum ('MEDICINE', 'EQUIPMENT', 'SUPPLIES');
create type item_unit as enum ('pcs', 'ml', 'tablets', 'kg', 'litres');

create table inventory_item (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  category item_category not null,
  description text,
  unit item_unit not null,
  reorder_level numeric(14, 3) not null constraint item_reorder_level_not_negative check (reorder_level >= 0),
  -- The list price of one unit, in the hospital's currency. What was actually paid is kept with each receipt.
  cost numeric(14, 2) not null constraint item_cost_not_negative check (cost >= 0),
  supplier_id uuid references supplier (id),
  location_id uuid references storage_location (id),
  notes text,
  -- The sum of the item's movements and the first expiry date on the shelf. Only the trigger on movements writes them, so
  -- that lists can sort and filter a hundred thousand items without adding up five million movements.
  quantity numeric(14, 3) not null default 0 constraint item_never_below_zero check (quantity >= 0),
  next_expiry date,
  -- For sorting: items that never expire come last.
  expiry_key date not null generated always as (coalesce(next_expiry, '9999-12-31')) stored,
  is_low boolean not null generated always as (quantity <= reorder_level) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the item was deleted. Its row stays, because the ledger refers to it.
  retired_at timestamptz,
  -- The texts that are sorted and searched by are cut, so that any name or description fits into an index entry.
  name_key text not null generated always as (left(fold(name), 200)) stored,
  search_text text not null generated always as (searchable(name || ' ' || coalesce(description, ''))) stored,
  -- The id until the item is deleted. Outstanding order lines refer to it.
  current_id uuid generated always as (case when retired_at is null then id end) stored
    constraint inventory_item_current_once unique,
  -- What the stock is worth in the hospital's currency: the sum of what its movements were worth.
  worth numeric(24, 2) not null default 0,
  -- How many units a pack holds: orders are suggested in whole packs.
  pack_size numeric(14, 3) constraint item_pack_size_above_zero check (pack_size > 0 and pack_size <= 999999999),
  -- An item can't be deleted while some of it is on the shelf.
  constraint item_retired_when_empty check (retired_at is null or quantity = 0)
);
alter table inventory_item
  add constraint item_reorder_level_bounded check (reorder_level <= 999999999) not valid,
  add constraint item_cost_bounded check (cost <= 999999999) not valid,
  add constraint item_value_bounded check (quantity * cost <= 999999999999.99) not valid;

-- The same name may be used again for another unit, such as tablets and ml of one medicine, and once an item is deleted.
create unique index item_name_once on inventory_item (name_key, unit) where retired_at is null;

-- One index for each order that the list can be sorted in. That of names includes the searched text, because a search
-- with many matches walks this index alone.
create index item_by_name on inventory_item (name_key, id) include (search_text) where retired_at is null;
create index item_by_quantity on inventory_item (quantity, id) where retired_at is null;
create index item_by_cost on inventory_item (cost, id) where retired_at is null;
create index item_by_expiry on inventory_item (expiry_key, id) where retired_at is null;
create index item_by_category on inventory_item (category, name_key, id) where retired_at is null;
-- The same orders for low items, which are few: they should not be found by walking past all others.
create index item_low on inventory_item (name_key, id) where retired_at is null and is_low;
create index item_low_by_quantity on inventory_item (quantity, id) where retired_at is null and is_low;
create index item_low_by_cost on inventory_item (cost, id) where retired_at is null and is_low;
create index item_low_by_expiry on inventory_item (expiry_key, id) where retired_at is null and is_low;

-- The search (record 5). Without `fastupdate = off`, each search after a busy hour would scan a long list of pending entries.
create index item_search on inventory_item using gin (search_text gin_trgm_ops) with (fastupdate = off)
  where retired_at is null;
-- Trigrams can't find the one or two digits of a strength or a size.
create index item_search_short on inventory_item using gin (short_parts(search_text)) with (fastupdate = off)
  where retired_at is null;
-- Names that begin with the searched text are found in order by item_by_name. This index finds the other matches without
-- them: it leaves out the first character.
create index item_search_later on inventory_item using gin (substr(search_text, 2) gin_trgm_ops) with (fastupdate = off)
  where retired_at is null;

-- A counter rather than a sequence: an order that fails gives its number back, so that none is missing (record 6). Orders that
-- are written at the same moment take turns at its row.
create table purchase_order_counter (
  only_one boolean primary key default true constraint purchase_order_counter_only_one check (only_one),
  last_number integer not null
);
insert into purchase_order_counter (last_number) values (1000);

-- Runs as the owner, because the server's account may not write the counter.
create or replace function next_purchase_order_number() returns integer language sql security definer
  begin atomic
    update purchase_order_counter set last_number = last_number + 1 returning last_number;
  end;
revoke execute on function next_purchase_order_number() from public;

create type purchase_order_status as enum ('DRAFT', 'SENT', 'RECEIVED', 'CANCELLED');

create table purchase_order (
  id uuid primary key default gen_random_uuid(),
  -- Printed on the order: supplier and hospital refer to the order by it.
  number integer not null default next_purchase_order_number() constraint purchase_order_number_once unique,
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
  is_open boolean not null generated always as (status in ('DRAFT', 'SENT')) stored,
  -- When the hospital needs the delivery: printed for the supplier.
  needed_by date,
  -- The address that it was e-mailed to, and when the mail server accepted it.
  mailed_to text,
  mailed_at timestamptz,
  -- The lines refer to both, so that each knows whether its order is open.
  constraint purchase_order_open_once unique (id, is_open),
  -- Only a draft or a cancelled order may lack a supplier.
  constraint purchase_order_sent_to_somebody check (status not in ('SENT', 'RECEIVED') or supplier_id is not null),
  constraint purchase_order_mailed_to_somebody check (mailed_at is null or mailed_to is not null)
);
-- The dashboard counts the drafts and the orders that are on their way.
create index purchase_order_open on purchase_order (status) where status in ('DRAFT', 'SENT');

-- The order that a mail carries to the supplier. Mail comes before orders, so its reference is added here.
alter table mail add constraint mail_order_id_fkey foreign key (order_id) references purchase_order (id) on delete cascade;

create table purchase_order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references purchase_order (id) on delete cascade,
  item_id uuid not null references inventory_item (id),
  quantity numeric(14, 3) not null constraint order_line_of_something check (quantity > 0),
  -- The price of one unit when it was ordered.
  cost numeric(14, 2) not null constraint order_line_cost_not_negative check (cost >= 0),
  received numeric(14, 3) not null default 0,
  -- Follows the order's own is_open, by the cascade of order_line_open_as_its_order.
  order_is_open boolean not null default true,
  -- The item while something of it is outstanding. This one foreign key says both that a deleted item can't be ordered
  -- and that an item can't be deleted while it is on order, even when the two happen at the same moment.
  outstanding_item_id uuid generated always as (case when order_is_open and received < quantity then item_id end) stored,
  constraint order_line_open_as_its_order foreign key (order_id, order_is_open)
    references purchase_order (id, is_open) on update cascade on delete cascade,
  constraint order_line_outstanding_needs_current_item foreign key (outstanding_item_id) references inventory_item (current_id),
  -- Two lines for one item are a mistake: the quantity belongs on one line.
  constraint order_line_item_once unique (order_id, item_id),
  -- A delivery may exceed the order by a tenth, because packs are rounded up. More than that was sent for another order.
  constraint order_line_not_over_received check (received <= quantity * 1.1)
);
alter table purchase_order_line
  add constraint order_line_quantity_bounded check (quantity <= 999999999) not valid,
  add constraint order_line_value_bounded check (quantity * cost <= 999999999999.99) not valid;
create index order_line_of_item on purchase_order_line (item_id);
create index order_line_outstanding on purchase_order_line (outstanding_item_id) where outstanding_item_id is not null;

create table batch (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references inventory_item (id),
  batch_number text not null,
  expiry date,
  -- The average cost of one unit: a receipt at another price is weighed by how much of the batch is still there. It has
  -- enough decimals to be multiplied again.
  cost numeric(20, 8) not null default 0,
  supplier_id uuid references supplier (id),
  -- The sums of the batch's movements. Only their trigger writes them.
  quantity numeric(14, 3) not null default 0 constraint batch_never_below_zero check (quantity >= 0),
  created_at timestamptz not null default now(),
  worth numeric(24, 2) not null default 0 constraint batch_worth_not_negative check (worth >= 0),
  -- The last movement out of a batch takes all that it is worth, so that no cents are left behind by rounding.
  constraint batch_worth_nothing_when_empty check (quantity > 0 or worth = 0)
);
-- Another delivery of a batch goes into the batch that is there, however its number is typed.
create unique index batch_number_once_per_item on batch (item_id, fold(batch_number));
-- Stock that expires first is issued first.
create index batch_on_shelf on batch (item_id, expiry) where quantity > 0;
create index batch_expiring on batch (expiry) where quantity > 0;

create type movement_kind as enum ('RECEIVE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE');
create type dispose_cause as enum ('EXPIRED', 'DAMAGED');

-- The ledger: rows are only ever added.
create table stock_movement (
  -- Movements of a batch are booked in the order of their ids.
  id bigint generated always as identity primary key,
  item_id uuid not null references inventory_item (id),
  batch_id uuid not null references batch (id),
  kind movement_kind not null,
  -- Positive if stock is added, negative if it is taken away.
  quantity numeric(14, 3) not null constraint movement_of_something check (quantity <> 0),
  -- The item's quantity after this movement.
  balance numeric(14, 3) not null default 0,
  reason text,
  cause dispose_cause,
  ward ward,
  patient_id uuid references patient (id),
  order_line_id uuid references purchase_order_line (id),
  by_staff_id uuid references staff (id),
  -- Not now(), which is when the transaction began: it may have waited for the item since.
  at timestamptz not null default clock_timestamp(),
  -- What one unit cost, if the movement is a receipt. Older receipts may lack it.
  unit_cost numeric(14, 2) constraint movement_unit_cost_bounded check (unit_cost between 0 and 999999999),
  -- What the movement added to the store in the hospital's currency, or took from it if negative. The worth of a batch, an
  -- item or the whole store at any moment is the sum of these.
  worth numeric(24, 2) not null default 0,
  -- The recorded allergy of the patient, and the reason for issuing the item all the same (record 68).
  allergy text,
  allergy_reason text,
  constraint movement_in_its_direction check (case kind
    when 'RECEIVE' then quantity > 0 when 'RETURN' then quantity > 0
    when 'ISSUE' then quantity < 0 when 'DISPOSE' then quantity < 0 else true end),
  constraint movement_issued_to_somebody check (kind <> 'ISSUE' or ward is not null or patient_id is not null),
  constraint movement_adjusted_with_reason check (kind <> 'ADJUST' or reason is not null),
  constraint movement_disposed_with_cause check ((kind = 'DISPOSE') = (cause is not null)),
  constraint movement_unit_cost_of_receipt check (unit_cost is null or kind = 'RECEIVE'),
  constraint movement_allergy_with_reason check (num_nonnulls(allergy, allergy_reason) in (0, 2)),
  constraint movement_allergy_of_patient check (allergy is null or (kind = 'ISSUE' and patient_id is not null))
);
alter table stock_movement
  add constraint movement_quantity_bounded check (abs(quantity) <= 999999999) not valid,
  -- Stock above the limit can still be taken out.
  add constraint movement_balance_bounded check (quantity < 0 or balance <= 999999999) not valid,
  add constraint movement_worth_bounded check (abs(worth) <= 999999999999.99) not valid;
create index movement_of_item on stock_movement (item_id, id desc);
create index movement_of_batch on stock_movement (batch_id);
-- The movements of a period, with the columns that reports add up.
create index movement_by_time on stock_movement (at, id) include (item_id, kind, cause, quantity, worth);
-- The ledger can be filtered by who moved the stock.
create index movement_of_staff on stock_movement (by_staff_id, at, id);
-- The patient's record lists what was issued to them by time.
create index movement_of_patient on stock_movement (patient_id, at, id) where patient_id is not null;

create type stock_alert_kind as enum ('LOW', 'OUT', 'EXPIRING', 'EXPIRED');

-- LOW and OUT are about an item, EXPIRING and EXPIRED about a batch. An alert is raised once, stays open for as long as it is
-- true, and is cleared by the database.
create table stock_alert (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references inventory_item (id),
  batch_id uuid references batch (id),
  kind stock_alert_kind not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);
-- The item stands in for the batch that LOW and OUT don't have, because nulls would not count as equal.
create unique index stock_alert_raised_once on stock_alert (item_id, kind, coalesce(batch_id, item_id))
  where cleared_at is null;
-- Reports count the alerts of a week.
create index stock_alert_by_time on stock_alert (raised_at);

-- Figures of the whole store by category, so that lists and the dashboard needn't count the items.
create table store_tally (
  category item_category primary key,
  items integer not null default 0,
  low integer not null default 0,
  -- The stock at list prices, and what it is worth by its movements.
  value numeric(24, 2) not null default 0,
  worth numeric(24, 2) not null default 0
);
insert into store_tally (category) select unnest(enum_range(null::item_category));
