-- Whoever is handed a patient who has waited for too long is told of the wait, which says more than that they are booked.
create or replace function notify_of_appointment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_notification('BOOKED', new.id, array[new.doctor_id]);
  elsif new.status <> old.status then
    if new.status = 'CANCELLED' and new.status_by is distinct from new.doctor_id then
      perform raise_notification('CANCELLED', new.id, array[new.doctor_id]);
    end if;
    delete from notification where cause = new.id and case new.status
      when 'COMPLETED' then true when 'CANCELLED' then kind <> 'CANCELLED' else kind in ('WAITING', 'CANCELLED') end;
  elsif new.doctor_id = old.doctor_id then
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  else
    perform raise_notification(
      case when new.status = 'IN_QUEUE' and wants_notification(new.doctor_id, 'WAITING')
          and exists (select from notification where cause = new.id and kind = 'WAITING')
        then 'WAITING'::notification_kind else 'BOOKED' end,
      new.id, array[new.doctor_id]);
    perform raise_notification('MOVED', new.id, array[old.doctor_id]);
  end if;
  return null;
end $$;
