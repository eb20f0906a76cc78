-- outside a transaction
create index concurrently if not exists appointment_of_session on appointment (session_id, date)
  where session_id is not null and seat <= 1000 and status <> 'CANCELLED' and type <> 'EMERGENCY';
