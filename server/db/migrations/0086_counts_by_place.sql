-- What is counted of a place (an address, or a browser that is known), whoever is there: for a day from the first. A count
-- that began anew with each attempt would never end where many people come and go. Answers until when it is paused, or
-- null: it is heard, and counted. Where no number is free, it pauses nobody.
create function hear_at_place(at timestamptz, own_key text, own_free integer, from_address text) returns timestamptz
language plpgsql as $$
declare
  own_until timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into sign_in_count as held (key, forgotten_at, address) values (own_key, at + interval '1 day', from_address)
    on conflict (key) do update set
      failures = case when held.forgotten_at > at then held.failures else 0 end,
      paused_until = case when held.forgotten_at > at then held.paused_until end,
      forgotten_at = case when held.forgotten_at > at then held.forgotten_at else excluded.forgotten_at end
    returning paused_until into own_until;
  if own_until > at then
    update sign_in_count set refused = refused + 1 where key = own_key;
    return own_until;
  end if;
  update sign_in_count set failures = failures + 1,
    paused_until = at + pause_after(failures + 1, own_free, '5 minutes')
    where key = own_key;
  return null;
end $$;

-- Whether a browser is known, whoever signed in there.
create index sign_in_place_of_anyone on sign_in_place (place);
