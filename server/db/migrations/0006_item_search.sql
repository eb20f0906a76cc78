-- All single letters and pairs of letters of a text: the trigram index is no help with a strength of two digits.
create function short_parts(text text) returns text[] language sql immutable strict parallel safe
  return (
    select array_agg(distinct substr(text, place, size))
    from generate_series(1, length(text)) place, generate_series(1, 2) size
  );
create index item_search_short on inventory_item using gin (short_parts(search_text)) where retired_at is null;

-- With what is searched: a search that much answers to walks this index alone.
drop index item_by_name;
create index item_by_name on inventory_item (name_key, id) include (search_text) where retired_at is null;
