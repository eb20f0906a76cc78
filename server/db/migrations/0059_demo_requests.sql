-- What visitors of the public pages ask for. Nobody need be signed in to write one: how many come from one network in an
-- hour is bounded here, so that the bound holds over all servers and restarts.
create table demo_request (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint demo_request_has_name check (name ~ '\S'),
  hospital text not null constraint demo_request_has_hospital check (hospital ~ '\S'),
  email text not null constraint demo_request_has_email check (email like '%_@_%'),
  phone text,
  message text,
  -- Whence it came: an IPv4 address, or the network of an IPv6 one.
  network text not null,
  requested_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid references staff (id),
  constraint demo_request_handled_by_somebody check ((handled_at is null) = (handled_by is null))
);
create index demo_request_newest on demo_request (requested_at desc, id desc);
create index demo_request_unhandled on demo_request (requested_at desc, id desc) where handled_at is null;
create index demo_request_network on demo_request (network, requested_at);
create index demo_request_handled_by on demo_request (handled_by);
create trigger demo_request_live after insert or update on demo_request
  for each row execute function tell_change('demo-request');

create function pace_demo_requests() returns trigger language plpgsql as $$
begin
  -- One at a time from each network, so that a hundred at once can't all count the same.
  perform pg_advisory_xact_lock(hashtextextended('demo_request ' || new.network, 0));
  if (select count(*) from demo_request
      where network = new.network and requested_at > new.requested_at - interval '1 hour') >= 20 then
    raise exception 'too many demo requests' using errcode = 'check_violation', constraint = 'demo_request_paced';
  end if;
  return new;
end $$;
create trigger demo_request_paced before insert on demo_request
  for each row execute function pace_demo_requests();
