-- The stock alerts of a week.
create index stock_alert_by_time on stock_alert (raised_at);
