-- A screen in a waiting room. Its link's secret opens the tokens that are called and nothing else; kept is its hash.
create table display (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint display_has_name check (name ~ '\S'),
  secret_hash text not null constraint display_secret_once unique,
  made_by uuid not null references staff (id),
  made_at timestamptz not null default now(),
  seen_at timestamptz,
  withdrawn_at timestamptz
);
create index display_made_by on display (made_by);

create function tell_display() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('display:', new.id, case when new.withdrawn_at is not null then ':withdrawn' end));
  return null;
end $$;
create trigger display_live after insert or update on display for each row execute function tell_display();

-- A link that was withdrawn stays so.
create function keep_withdrawn() returns trigger language plpgsql as $$
begin
  new.withdrawn_at := old.withdrawn_at;
  return new;
end $$;
create trigger display_withdrawn before update on display
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn();

-- A doctor's last consultations of each type, which the wait is estimated from.
create index appointment_consultations on appointment (doctor_id, type, completed_at desc) where status = 'COMPLETED';
