-- When an alert about a batch became true: on the day of the calendar that made it so, or when the batch came later than that.
create function batch_alert_since(of_batch uuid, of_kind stock_alert_kind) returns timestamptz language sql stable
  begin atomic
    select least(now(), greatest(
      (case of_kind when 'EXPIRED' then expiry + 1 else expiry - 90 end)::timestamp at time zone (select time_zone from hospital),
      (select max(at) from (
        select at, quantity, sum(quantity) over (order by id) as there from stock_movement where batch_id = of_batch
      ) moved where there > 0 and there = quantity)))
    from batch where id = of_batch;
  end;
revoke execute on function batch_alert_since(uuid, stock_alert_kind) from public;

-- A night's run, or the first one of a hospital, raised an alert late; reports count it on the day on which it became true.
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

-- People are told now of what became true before.
create or replace function notify_of_stock_alert() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification(stock_news(new.kind), new.id,
      array(select id from staff where active and role in ('admin', 'inventory_manager')), at => now());
  else
    delete from notification where cause = new.id;
  end if;
  return null;
end $$;

update stock_alert alert set raised_at = since
from (select id, batch_alert_since(batch_id, kind) as since from stock_alert where batch_id is not null) known
where known.id = alert.id and since < raised_at;
