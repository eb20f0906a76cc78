create type appointment_status as enum ('SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED');
create type appointment_type as enum ('GENERAL', 'FOLLOW_UP', 'SPECIALIST', 'EMERGENCY');
create type cancel_reason as enum ('PATIENT_CANCELLED', 'DID_NOT_ATTEND', 'OTHER');

-- The highest queue number ever given for a day. It only grows, so a number is never given twice.
create table queue_day (
  date date primary key,
  last_number integer not null default 0
);

create table appointment (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient (id),
  doctor_id uuid not null references staff (id),
  date date not null,
  time time not null,
  status appointment_status not null default 'SCHEDULED',
  type appointment_type not null,
  queue_number integer not null,
  notes text,
  cancel_reason cancel_reason,
  cancel_note text,
  queued_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  status_at timestamptz not null default now(),
  status_by uuid references staff (id),
  -- The last change of status was a step forward, so whoever made it can take it back for 30 seconds.
  undoable boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An open appointment needs a current patient, and a patient with one can't be retired: one foreign key says both.
  open_patient_id uuid generated always as (
    case when status in ('SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS') then patient_id end
  ) stored,
  constraint appointment_open_needs_current_patient foreign key (open_patient_id) references patient (current_id),
  constraint appointment_queue_number_once_a_day unique (date, queue_number),
  constraint appointment_cancelled_with_reason check ((status = 'CANCELLED') = (cancel_reason is not null))
);
-- A doctor sees one patient at a time; emergencies are squeezed in.
create unique index appointment_one_per_doctor_slot on appointment (doctor_id, date, time)
  where status <> 'CANCELLED' and type <> 'EMERGENCY';
create unique index appointment_one_per_patient_doctor_day on appointment (patient_id, doctor_id, date)
  where status <> 'CANCELLED';
create index appointment_of_patient on appointment (patient_id, date desc, time desc);
create index appointment_open_of_patient on appointment (open_patient_id) where open_patient_id is not null;
create index appointment_by_day on appointment (date desc, time desc, id);
create index appointment_waiting on appointment (date, queued_at) where status = 'IN_QUEUE';

-- Every change of status: who, when, why. Undoing one adds another that names it.
create table appointment_status_change (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointment (id),
  from_status appointment_status,
  to_status appointment_status not null,
  by_staff_id uuid,
  at timestamptz not null,
  reason text,
  is_undo boolean not null default false
);
create index appointment_status_change_latest on appointment_status_change (appointment_id, id desc);

-- Only the listed transitions happen. Backwards goes only the person who made the last one, within 30 seconds.
create function keep_appointment_transitions() returns trigger language plpgsql as $$
declare
  last appointment_status_change;
begin
  if new.status = old.status then
    if old.status in ('COMPLETED', 'CANCELLED', 'IN_PROGRESS')
       and (new.date, new.time, new.doctor_id, new.type) is distinct from (old.date, old.time, old.doctor_id, old.type) then
      raise exception 'only an appointment that has not started can be moved'
        using errcode = 'check_violation', constraint = 'appointment_closed';
    end if;
    return new;
  end if;

  if (old.status, new.status) in (
    ('SCHEDULED', 'IN_QUEUE'), ('IN_QUEUE', 'IN_PROGRESS'), ('IN_PROGRESS', 'COMPLETED'),
    ('SCHEDULED', 'CANCELLED'), ('IN_QUEUE', 'CANCELLED')
  ) then
    new.status_at := clock_timestamp();
    new.undoable := true;
    case new.status
      when 'IN_QUEUE' then new.queued_at := new.status_at;
      when 'IN_PROGRESS' then new.started_at := new.status_at;
      when 'COMPLETED' then new.completed_at := new.status_at;
      else null;
    end case;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, reason)
    values (new.id, old.status, new.status, new.status_by, new.status_at,
      nullif(concat_ws(': ', new.cancel_reason, new.cancel_note), ''));
    return new;
  end if;

  select * into last from appointment_status_change where appointment_id = old.id order by id desc limit 1;
  if found and old.undoable and last.to_status = old.status and last.from_status = new.status
     and last.by_staff_id = new.status_by and last.at > clock_timestamp() - interval '30 seconds' then
    new.status_at := clock_timestamp();
    new.undoable := false;
    case old.status
      when 'IN_QUEUE' then new.queued_at := null;
      when 'IN_PROGRESS' then new.started_at := null;
      when 'COMPLETED' then new.completed_at := null;
      else new.cancel_reason := null; new.cancel_note := null;
    end case;
    insert into appointment_status_change (appointment_id, from_status, to_status, by_staff_id, at, is_undo)
    values (new.id, old.status, new.status, new.status_by, new.status_at, true);
    return new;
  end if;

  raise exception 'an appointment does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'appointment_transition';
end $$;
create trigger appointment_transition before update on appointment
  for each row execute function keep_appointment_transitions();

create trigger appointment_live after insert or update on appointment
  for each row execute function tell_change('appointment');
