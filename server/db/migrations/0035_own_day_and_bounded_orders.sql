-- A patient joins the queue on the appointment's own day alone. Whoever is in it keeps day and number, and stays in it
-- when the day changes.
create or replace function keep_queue_days() returns trigger language plpgsql as $$
begin
  if old.status = 'IN_QUEUE' and new.date <> old.date then
    raise exception 'who is in the queue keeps the day'
      using errcode = 'check_violation', constraint = 'appointment_in_queue_keeps_its_day';
  end if;
  if new.status = old.status then
    return new;
  end if;
  if old.status = 'SCHEDULED' and new.status = 'IN_QUEUE' and new.date <> hospital_today() then
    raise exception 'an appointment is queued on its day'
      using errcode = 'check_violation', constraint = 'appointment_queued_on_its_day';
  end if;
  new.left_queue_on := case
    when old.status in ('IN_QUEUE', 'IN_PROGRESS') and new.status in ('COMPLETED', 'CANCELLED') then hospital_today()
  end;
  return new;
end $$;

-- What an order may hold and be worth, whoever adds to it. A line's quantity and cost never change: an edit of a draft
-- replaces its lines.
create function keep_order_bounded() returns trigger language plpgsql as $$
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
create trigger purchase_order_bounded after insert on purchase_order_line
  referencing new table as added for each statement execute function keep_order_bounded();
