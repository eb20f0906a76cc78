-- The calendar alone raises and clears alerts of expiry: no write to the item tells the screens that show it, or its alerts.
create function tell_alerted_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'inventory-item:' || new.item_id);
  return null;
end $$;
create trigger stock_alert_live after insert or update of cleared_at on stock_alert
  for each row execute function tell_alerted_item();
