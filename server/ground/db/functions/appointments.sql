-- The rules of the queue, what an admission does to it, and who is notified of its changes.

-- Gives a day's next queue number. The day's row makes simultaneous bookings take turns, and a booking that fails gives its
-- number back. The function runs as the owner, because the server's account may not write the counter.
create or replace function next_queue_number(day date) returns integer language sql security definer
  begin atomic
    insert into queue_day as given (date, last_number) values (day, 1)
      on conflict (date) do update set last_number = given.last_number + 1
      returning last_number;
  end;
revoke execute on function next_queue_number(date) from public;

-- The three triggers before a change of an appointment. PostgreSQL runs them in the order of their names.

-- A patient can't have missed an appointment whose day has not come; until then, it is cancelled for another reason.
create or replace function keep_missed_from_its_day() returns trigger language plpgsql as $$
begin
  if new.date > hospital_today() then
    raise exception 'a patient can stay away from the day of the appointment on'
      using errcode = 'check_violation', constraint = 'appointment_missed_from_its_day';
  end if;
  return new;
end $$;
create or replace trigger appointment_missed_from_its_day before insert or update of status on appointment
  for each row when (new.status = 'CANCELLED' and new.cancel_reason = 'DID_NOT_ATTEND')
  execute function keep_missed_from_its_day();

-- A patient joins the queue only on the appointment's own day. An appointment in the queue keeps its day and number, and
-- stays in the queue when the day ends: from then on, the status alone says where the patient is.
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
create or replace trigger appointment_queue_days before update on appointment
  for each row execute function keep_queue_days();

-- Only the listed transitions are allowed. Only the person who made the last one can undo it, within 30 seconds. The function
-- sets the times of the steps and records each of them. It runs as the owner, because the server's account may not write
-- either.
create or replace function keep_appointment_transitions() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  last appointment_status_change;
  call appointment_status_change;
  is_missed constant boolean := old.status = 'IN_PROGRESS' and new.missed_calls = old.missed_calls + 1
    and (new.status = 'IN_QUEUE' or (new.status = 'CANCELLED' and new.cancel_reason = 'DID_NOT_ATTEND'));
  -- Undoing a missed call lowers the count; otherwise it would be another call.
  is_found constant boolean := old.status in ('IN_QUEUE', 'CANCELLED') and new.status = 'IN_PROGRESS'
    and new.missed_calls = old.missed_calls - 1;
  is_admitted constant boolean := new.admitted_to is distinct from old.admitted_to;
begin
  if (new.missed_calls <> old.missed_calls and not is_missed and not is_found)
     or (new.behind <> old.behind and not (is_missed and new.status = 'IN_QUEUE')) then
    raise exception 'only a call that was not answered changes the place in the queue'
      using errcode = 'check_violation', constraint = 'appointment_transition';
  end if;
  if new.status = old.status then
    if old.status in ('COMPLETED', 'CANCELLED', 'IN_PROGRESS')
       and (new.date, new.time, new.doctor_id, new.type) is distinct from (old.date, old.time, old.doctor_id, old.type) then
      raise exception 'only an appointment that has not started can be moved'
        using errcode = 'check_violation', constraint = 'appointment_closed';
    end if;
    return new;
  end if;

  -- An admission locks the patient too, so either it ends this visit or it is seen here.
  if new.status in ('IN_QUEUE', 'IN_PROGRESS') and old.status not in ('IN_QUEUE', 'IN_PROGRESS') then
    perform from patient where id = new.patient_id for share;
    if exists (select from admission where active_patient_id = new.patient_id) then
      raise exception 'the patient is admitted'
        using errcode = 'check_violation', constraint = 'appointment_not_queued_while_admitted';
    end if;
  end if;

  if is_missed then
    if new.status = 'CANCELLED' and new.missed_calls < 3 then
      raise exception 'a visit ends as not attended after the third call'
        using errcode = 'check_violation', constraint = 'appointment_missed_after_third_call';
    end if;
    if exists (select from visit_note where appointment_id = new.id and signed_at is not null and struck_at is null)
       or exists (select from vital_signs where patient_id = new.patient_id and struck_at is null
         and recorded_at >= old.started_at and taken_at >= date_trunc('minute', old.started_at)) then
      raise exception 'a note was signed or vital signs were taken since the call'
        using errcode = 'check_violation', constraint = 'appointment_missed_without_entries';
    end if;
  end if;

  if is_missed or (not is_found and (old.status, new.status) in (
    ('SCHEDULED', 'IN_QUEUE'), ('IN_QUEUE', 'IN_PROGRESS'), ('IN_PROGRESS', 'COMPLETED'),
    ('SCHEDULED', 'CANCELLED'), ('IN_QUEUE', 'CANCELLED')
  )) then
    new.status_at := clock_timestamp();
    -- Undoing the change to the visit wouldn't undo the admission, so it can't be undone.
    new.undoable := not is_admitted;
    case new.status
      when 'IN_QUEUE' then
        if is_missed then new.returned_at := new.status_at; else new.queued_at := new.status_at; end if;
      when 'IN_PROGRESS' then
        new.started_at := new.status_at;
        new.started_by := new.status_by;
        -- A draft from an earlier call becomes the note of this one.
        update visit_note set seen_at = new.started_at where appointment_id = new.id and signed_at is null;
      when 'COMPLETED' then new.completed_at := new.status_at;
      else null;
    end case;
    if is_missed then
      new.started_at := null;
      new.started_by := null;
    end if;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, reason)
    values (new.id, old.status, new.status, new.status_by, new.status_at, nullif(concat_ws(': ',
      coalesce(new.cancel_reason::text, case when is_missed then 'NOT_HERE' when is_admitted then 'ADMITTED' end),
      case when is_admitted then new.admitted_to else new.cancel_note end), ''));
    return new;
  end if;

  select * into last from appointment_status_change where appointment_id = old.id order by id desc limit 1;
  if found and old.undoable and last.to_status = old.status and last.from_status = new.status
     and last.by_staff_id = new.status_by and last.at > clock_timestamp() - interval '30 seconds' then
    new.status_at := clock_timestamp();
    new.undoable := false;
    case old.status
      when 'IN_QUEUE' then
        if new.status = 'SCHEDULED' then new.queued_at := null; end if;
      when 'IN_PROGRESS' then
        new.started_at := null;
        new.started_by := null;
      when 'COMPLETED' then new.completed_at := null;
      else new.cancel_reason := null; new.cancel_note := null;
    end case;
    if is_found then
      select * into call from appointment_status_change
        where appointment_id = old.id and to_status = 'IN_PROGRESS' and not is_undo order by id desc limit 1;
      new.started_at := call.at;
      new.started_by := call.by_staff_id;
      new.behind := '{}';
    end if;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, is_undo)
    values (new.id, old.status, new.status, new.status_by, new.status_at, true);
    return new;
  end if;

  raise exception 'an appointment does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'appointment_transition';
end $$;
create or replace trigger appointment_transition before update on appointment
  for each row execute function keep_appointment_transitions();

-- Admitting a patient takes them out of the queue in the same transaction. A patient who was waiting was not seen, so the
-- visit is cancelled; a consultation in progress is over, so it is completed (record 65). Only the first stay of an
-- admission does this, because later ones are moves to another bed. The patient is locked before the appointments, as when
-- someone is added to the queue.
create or replace function end_visit_of_admitted() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  admitted admission;
  bed text;
begin
  if exists (select from stay where admission_id = new.admission_id and id <> new.id) then
    return null;
  end if;
  select * into admitted from admission where id = new.admission_id;
  select bed_number into bed from bed where id = new.bed_id;
  perform from patient where id = admitted.patient_id for no key update;
  with open as (
    select id, status = 'IN_PROGRESS' as begun from appointment
    where open_patient_id = admitted.patient_id and status in ('IN_QUEUE', 'IN_PROGRESS')
    order by id for update
  )
  update appointment set status = case when begun then 'COMPLETED' else 'CANCELLED' end::appointment_status,
    cancel_reason = case when not begun then 'ADMITTED' end::cancel_reason, cancel_note = null, admitted_to = bed,
    status_by = admitted.admitted_by, version = version + 1, updated_at = now()
  from open where open.id = appointment.id;
  return null;
end $$;
create or replace trigger stay_ends_visit after insert on stay
  for each row when (new.ended_at is null) execute function end_visit_of_admitted();

-- Live screens (record 16). The notification names the days before and after the change, because the screens of the old day
-- have to remove the appointment, and says `queue` if today's queue may have changed.
create or replace function tell_appointment() returns trigger language plpgsql as $$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('appointment:', new.id, ':patient=', record_of(new.patient_id), ';day=', new.date,
    case when old.date <> new.date then ',' || old.date end,
    ';doctor=', new.doctor_id, case when old.doctor_id <> new.doctor_id then ',' || old.doctor_id end,
    case when new.status in ('IN_QUEUE', 'IN_PROGRESS') or old.status in ('IN_QUEUE', 'IN_PROGRESS')
      or new.left_queue_on is not null or old.left_queue_on is not null then ';queue' end));
  return null;
end $$;
create or replace trigger appointment_live after insert or update on appointment
  for each row execute function tell_appointment();

-- Raises and removes the notifications of patients who have waited longer than the hospital's limit at a moment. They become
-- due by the clock and not by a write, so a job calls this every minute (record 30). A patient who was put back has been
-- waiting since then. An appointment that is being changed at the moment is skipped; a change that waits for this one
-- removes the notification that is raised here.
create or replace function refresh_waits(at timestamptz) returns void language plpgsql as $$
declare
  over appointment;
  since timestamptz := at - make_interval(mins => (select waiting_limit_minutes from hospital));
begin
  delete from notification where kind = 'WAITING' and cause in (
    select id from appointment
    where status = 'IN_QUEUE' and (since is null or coalesce(returned_at, queued_at) > since));
  for over in
    select * from appointment waiting where status = 'IN_QUEUE' and coalesce(returned_at, queued_at) <= since
      and not exists (select from notification where cause = waiting.id and kind = 'WAITING')
    order by queued_at for share skip locked
  loop
    perform raise_notification('WAITING', over.id, told_of_wait(over));
  end loop;
end $$;
