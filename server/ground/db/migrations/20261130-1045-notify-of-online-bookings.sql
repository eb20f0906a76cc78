-- Nothing here uses it: a transaction that adds a value to an enum can't.
alter type notification_kind add value 'ONLINE_BOOKING';
