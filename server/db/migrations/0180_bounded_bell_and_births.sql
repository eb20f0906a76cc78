-- At most three demo requests from one network are notified to a user at a time, so that it can't flood anyone. The
-- list of demo requests has all of them. Requests of a network take turns (demo_request_paced), so that none is counted
-- late.
create function bound_told_demo_requests() returns trigger language plpgsql as $$
begin
  if 3 <= (
    select count(*) from notification told join demo_request request on request.id = told.cause
    where told.staff_id = new.staff_id and told.kind = 'DEMO_REQUEST' and told.cause <> new.cause
      and told.raised_at > new.raised_at - interval '1 day'
      and request.network = (select network from demo_request where id = new.cause)
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger notification_bounded before insert on notification
  for each row when (new.kind = 'DEMO_REQUEST') execute function bound_told_demo_requests();

-- Once one is handled, the oldest request of that network without a notification takes its place.
create or replace function notify_of_demo_request() returns trigger language plpgsql as $$
declare
  admins uuid[] := array(select id from staff where active and role = 'admin');
begin
  if new.handled_at is null then
    perform raise_notification('DEMO_REQUEST', new.id, admins);
  else
    delete from notification where cause = new.id;
    perform raise_notification('DEMO_REQUEST', id, admins)
    from (
      select id from demo_request request
      where network = new.network and handled_at is null and requested_at > now() - interval '30 days'
        and not exists (select from notification where cause = request.id)
      order by requested_at, id limit 1
    ) next;
  end if;
  return null;
end $$;

-- A date of birth can't be corrected to a later day if the record has entries from before it. Struck-through entries
-- don't count, because they were never true. The row's lock makes an entry that is being written wait, or be seen here.
create function keep_record_after_birth() returns trigger language plpgsql as $$
declare
  born_at timestamptz := new.date_of_birth::timestamp at time zone (select time_zone from hospital);
begin
  perform from patient where id = new.id for update;
  if exists (select from admission where patient_id = new.id and admitted_at < born_at)
    or exists (select from appointment where patient_id = new.id and date < new.date_of_birth and status = 'COMPLETED')
    or exists (select from vital_signs where patient_id = new.id and taken_at < born_at and struck_at is null)
    or exists (select from visit_note where patient_id = new.id and seen_at < born_at and struck_at is null)
    or exists (select from allergy where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from medication where patient_id = new.id and recorded_at < born_at and struck_at is null)
    or exists (select from problem where patient_id = new.id and recorded_at < born_at and struck_at is null)
  then
    raise exception 'the record has something from before that birth'
      using errcode = 'check_violation', constraint = 'patient_born_before_record';
  end if;
  return new;
end $$;
create trigger patient_born_before_record before update of date_of_birth on patient
  for each row when (new.date_of_birth > old.date_of_birth) execute function keep_record_after_birth();
