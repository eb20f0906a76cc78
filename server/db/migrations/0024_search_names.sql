-- Every name, first or last, that some patient bears or bore, as lists are sorted by it. Thousands bear the same one: by
-- the names that hold what is looked for, a page of patients is found in its order without reading all who bear them.
create table patient_name (
  name text constraint patient_name_pkey primary key
);
create index patient_name_search on patient_name using gin (name gin_trgm_ops) with (fastupdate = off);

create function keep_patient_names() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  -- In one order, so that no two who register new names wait for each other.
  insert into patient_name (name)
    select name from unnest(array[new.first_name_key, new.last_name_key]) name order by name
    on conflict do nothing;
  return null;
end $$;
revoke execute on function keep_patient_names() from public;
create trigger patient_names after insert or update of first_name, last_name on patient
  for each row execute function keep_patient_names();
insert into patient_name (name) select first_name_key from patient union select last_name_key from patient;
analyze patient_name;

-- The words of an e-mail address and of what is noted beside a phone number, without those that a name holds: what finds
-- a patient who is not found by name.
create function words_besides(names text, mail text, phone text) returns text language sql immutable parallel safe
  return (
    select coalesce(string_agg(word, ' '), '')
    from regexp_split_to_table(fold(coalesce(mail, '') || ' ' || phone), '[^a-z]+') word
    where length(word) > 2 and strpos(names, word) = 0
  );
alter table patient add column other_words text not null generated always as (
  words_besides(sort_key(first_name) || ' ' || sort_key(last_name), email, contact_number)
) stored;
create index patient_search_other on patient using gin (other_words gin_trgm_ops) with (fastupdate = off)
  where retired_at is null;
