-- What is sorted and searched by is bounded, so that both fit an entry of an index, whatever is typed: with a long
-- description in an alphabet of three bytes a letter they did not, and the item could not be saved.
create function sort_key(text text) returns text language sql immutable strict parallel safe
  return left(fold(text), 100);
create function searchable(text text) returns text language sql immutable strict parallel safe
  return (
    select case when octet_length(folded) <= 1700 then folded else left(folded, 425) end
    from (select fold(text) as folded) as whole
  );

alter table patient drop column first_name_key, drop column last_name_key, drop column search_text;
alter table patient
  add column first_name_key text not null generated always as (sort_key(first_name)) stored,
  add column last_name_key text not null generated always as (sort_key(last_name)) stored,
  add column search_text text not null generated always as (
    searchable(first_name || ' ' || last_name || ' ' || first_name || ' '
      || 'MRN' || case when mrn_number < 10000 then lpad(mrn_number::text, 4, '0') else mrn_number::text end || ' '
      || contact_number || ' ' || regexp_replace(contact_number, '\D', '', 'g') || ' ' || coalesce(email, ''))
  ) stored;
create index patient_search on patient using gin (search_text gin_trgm_ops) where retired_at is null;
-- With what is searched: where much matches, a page fills from the beginning of such an index alone.
create index patient_by_last_name on patient (last_name_key, first_name_key, id) include (search_text)
  where retired_at is null;
create index patient_by_first_name on patient (first_name_key, last_name_key, id) include (search_text)
  where retired_at is null;

alter table inventory_item drop column name_key, drop column search_text;
alter table inventory_item
  add column name_key text not null generated always as (left(fold(name), 200)) stored,
  add column search_text text not null generated always as (searchable(name || ' ' || coalesce(description, ''))) stored;
create unique index item_name_once on inventory_item (name_key, unit) where retired_at is null;
create index item_search on inventory_item using gin (search_text gin_trgm_ops) where retired_at is null;
create index item_search_short on inventory_item using gin (short_parts(search_text)) where retired_at is null;
create index item_by_name on inventory_item (name_key, id) include (search_text) where retired_at is null;
create index item_low on inventory_item (name_key, id) where retired_at is null and is_low;
create index item_by_category on inventory_item (category, name_key, id) where retired_at is null;
