-- What a record may refer to, wherever it is written from.

-- Patients are booked with, and admitted under, somebody who works as a doctor. The share lock lets a deactivation or
-- a change of role at the same moment come before or after, never between. Who was a doctor then stays on record.
create function require_active_doctor() returns trigger language plpgsql as $$
begin
  if new.doctor_id is null or (tg_op = 'UPDATE' and new.doctor_id = old.doctor_id) then
    return new;
  end if;
  perform from staff where id = new.doctor_id and role = 'doctor' and active for share;
  if not found then
    raise exception 'this is no active doctor' using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger appointment_needs_active_doctor before insert or update of doctor_id on appointment
  for each row execute function require_active_doctor();
create trigger admission_needs_active_doctor before insert or update of doctor_id on admission
  for each row execute function require_active_doctor();

-- The id while the item is in the store: what an outstanding order line refers to.
alter table inventory_item add column current_id uuid
  generated always as (case when retired_at is null then id end) stored constraint inventory_item_current_once unique;

-- What was ordered of deleted items can't be received: what is outstanding of it goes, and orders of nothing else with it.
delete from purchase_order_line line using inventory_item item, purchase_order
where item.id = line.item_id and retired_at is not null and purchase_order.id = order_id and received = 0
  and purchase_order.status in ('DRAFT', 'SENT');
update purchase_order_line line set quantity = received from inventory_item item, purchase_order
where item.id = line.item_id and retired_at is not null and purchase_order.id = order_id and received < line.quantity
  and purchase_order.status in ('DRAFT', 'SENT');
update purchase_order set status = 'CANCELLED', cancelled_at = now(), version = version + 1, updated_at = now()
where status in ('DRAFT', 'SENT') and not exists (select from purchase_order_line where order_id = purchase_order.id);
update purchase_order set status = 'RECEIVED', received_at = now(), version = version + 1, updated_at = now()
where status = 'SENT'
  and not exists (select from purchase_order_line where order_id = purchase_order.id and received < quantity);

-- A line knows whether its order is open, and so what is outstanding of it: an item is neither ordered when it has been
-- deleted nor deleted while it is on order, and one foreign key says both.
alter table purchase_order
  add column is_open boolean not null generated always as (status in ('DRAFT', 'SENT')) stored,
  add constraint purchase_order_open_once unique (id, is_open);
alter table purchase_order_line add column order_is_open boolean not null default true;
update purchase_order_line set order_is_open = false from purchase_order
where purchase_order.id = order_id and not is_open;
alter table purchase_order_line
  add constraint order_line_open_as_its_order foreign key (order_id, order_is_open)
    references purchase_order (id, is_open) on update cascade on delete cascade,
  add column outstanding_item_id uuid
    generated always as (case when order_is_open and received < quantity then item_id end) stored,
  add constraint order_line_outstanding_needs_current_item
    foreign key (outstanding_item_id) references inventory_item (current_id);
create index order_line_outstanding on purchase_order_line (outstanding_item_id) where outstanding_item_id is not null;

-- Stock goes to patients who are registered and alive, and no more comes back than went: of this batch, and to the ward
-- and the patient that are named. The patient's row is locked, so that they are not deleted meanwhile.
create or replace function book_movement() returns trigger language plpgsql as $$
declare
  moved batch;
  returnable numeric;
begin
  perform from inventory_item where id = new.item_id for no key update;
  update batch set quantity = quantity + new.quantity where id = new.batch_id and item_id = new.item_id
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
