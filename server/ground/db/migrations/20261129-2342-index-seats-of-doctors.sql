-- outside a transaction
create unique index concurrently if not exists appointment_one_per_doctor_seat on appointment (doctor_id, date, time, seat)
  where status <> 'CANCELLED' and type <> 'EMERGENCY';
