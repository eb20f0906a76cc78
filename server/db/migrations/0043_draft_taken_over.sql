-- A draft whose author can no longer sign in is taken over by another doctor (record 26): from then on it is theirs to edit
-- and sign, and it says whose it was. Appended; the note follows.
create table visit_note_takeover (
  id uuid primary key default gen_random_uuid(),
  visit_note_id uuid not null references visit_note (id),
  taken_from uuid not null references staff (id),
  taken_by uuid not null references staff (id),
  taken_at timestamptz not null default clock_timestamp()
);
create index visit_note_takeover_of_note on visit_note_takeover (visit_note_id, taken_at, id);

-- Whoever is activated again at the same moment comes before or after. The server's account can't write an author.
create function take_over_draft() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  note record;
begin
  select recorded_by, signed_at into note from visit_note where id = new.visit_note_id for update;
  if note.signed_at is not null then
    raise exception 'it is signed'
      using errcode = 'check_violation', constraint = 'visit_note_signed';
  end if;
  perform from staff where id = new.taken_from and id = note.recorded_by and not active for share;
  if not found then
    raise exception 'its author can still sign in'
      using errcode = 'check_violation', constraint = 'visit_note_taken_from_absent_author';
  end if;
  update visit_note set recorded_by = new.taken_by, version = version + 1, updated_at = now()
  where id = new.visit_note_id;
  return new;
end $$;
create trigger visit_note_taken_over before insert on visit_note_takeover
  for each row execute function take_over_draft();
