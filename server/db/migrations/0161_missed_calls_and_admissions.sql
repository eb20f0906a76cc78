-- Two ways to leave the queue or a place in it (record 65): an admission ends the visit, and a patient who missed a
-- call goes back behind the next two.
alter table appointment
  add column started_by uuid references staff (id),
  -- Calls that the patient missed.
  add column missed_calls smallint not null default 0,
  -- When the last missed call put the patient back, and the appointments to call first if they have waited since
  -- before.
  add column returned_at timestamptz,
  add column behind uuid[] not null default '{}',
  -- The number that the bed of the admission had when it ended the visit.
  add column admitted_to text,
  add constraint appointment_admitted_somewhere check (cancel_reason is distinct from 'ADMITTED' or admitted_to is not null);
do $$ begin
  execute 'alter table appointment add constraint appointment_admitted_to_is_line ' || (
    select replace(pg_get_constraintdef(oid), 'bed_number', 'admitted_to') from pg_constraint
    where conname = 'bed_bed_number_is_line');
end $$;

-- Only the listed transitions are allowed. Only the person who made the last one can undo it, within 30 seconds.
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

-- Admitting a patient takes them out of the queue in the same transaction. A patient who was waiting was not seen; a
-- consultation in progress is over. The patient is locked before the appointments, as when someone is added to the
-- queue.
create function end_visit_of_admitted() returns trigger language plpgsql
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
create trigger stay_ends_visit after insert on stay
  for each row when (new.ended_at is null) execute function end_visit_of_admitted();

-- A signed note can't change, and the clock sets the time of signing. The note of a patient who went back into the
-- queue can't be signed until they are called again.
create or replace function keep_signed_note() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null and (new.reason, new.findings, new.assessment, new.plan, new.signed_at, new.seen_at,
      new.version, new.updated_at, new.patient_id, new.appointment_id, new.recorded_by, new.recorded_at)
    is distinct from (old.reason, old.findings, old.assessment, old.plan, old.signed_at, old.seen_at,
      old.version, old.updated_at, old.patient_id, old.appointment_id, old.recorded_by, old.recorded_at) then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  if old.signed_at is null and new.signed_at is not null then
    perform from appointment where id = new.appointment_id and status = 'IN_QUEUE' for share;
    if found then
      raise exception 'the patient is back in the queue'
        using errcode = 'check_violation', constraint = 'visit_note_not_signed_while_waiting';
    end if;
    new.signed_at := clock_timestamp();
  end if;
  return new;
end $$;

-- For the limit on waiting, a patient who was put back has been waiting since then.
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
