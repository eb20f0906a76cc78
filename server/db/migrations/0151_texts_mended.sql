-- Texts from before 0150 keep every character that can be seen: what breaks a line becomes a line break, or a space in a
-- text of one line, what reverses text goes, and U+FFFD stands for each of the rest. A name that would become another's
-- gets its id.
create function mended_text(value text, is_line boolean) returns text language plpgsql immutable strict as $$
declare
  ends constant text := (select string_agg(chr(last - 1) || chr(last), '') from generate_series(65535, 1114111, 65536) last);
begin
  value := regexp_replace(value, '\r\n|[\r\u0085\u2028\u2029]', E'\n', 'g');
  value := regexp_replace(value, '[\u202a-\u202e\u2066-\u2069]', '', 'g');
  value := regexp_replace(value, '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef' || ends || ']', chr(65533), 'g');
  if is_line then
    value := regexp_replace(value, '[\t\n]+', ' ', 'g');
  end if;
  return coalesce(nullif(btrim(value, E' \t\n'), ''), chr(65533));
end $$;

do $$
declare
  kept record;
  place tid;
  signed boolean;
begin
  for kept in
    select conrelid::regclass as tab,
      string_agg(pg_get_expr(conbin, conrelid), ' and ') as holds,
      string_agg(format('%1$I = mended_text(%1$I, %2$L)', attname, conname like '%\_line'), ', ') as mend,
      -- Of two that would bear one name, the mended one gets the start of its id.
      string_agg(format('%1$I = mended_text(%1$I, %2$L)', attname, conname like '%\_line') || case when exists (
        select from pg_index where indrelid = conrelid and indisunique and pg_get_indexdef(indexrelid) ~ ('\m' || attname || '\M')
      ) then ' || '' '' || left(to_jsonb(kept) ->> ''id'', 8)' else '' end, ', ') as mend_with_id,
      string_agg('validate constraint ' || quote_ident(conname), ', ') as validate
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where conname ~ '_is_lines?$' and not convalidated
    group by conrelid
  loop
    signed := false;
    for place in execute format('select ctid from %s where not (%s)', kept.tab, kept.holds) loop
      begin
        execute format('update %s as kept set %s where ctid = $1', kept.tab, kept.mend) using place;
      exception
        when unique_violation then
          execute format('update %s as kept set %s where ctid = $1', kept.tab, kept.mend_with_id) using place;
        when raise_exception or integrity_constraint_violation or insufficient_privilege then
          signed := true;
      end;
    end loop;
    set constraints all immediate;
    if signed then
      -- What was signed, struck through or ended can't be changed otherwise.
      execute format('alter table %s disable trigger user', kept.tab);
      execute format('update %s as kept set %s where not (%s)', kept.tab, kept.mend, kept.holds);
      execute format('alter table %s enable trigger user', kept.tab);
    end if;
    execute format('alter table %s %s', kept.tab, kept.validate);
  end loop;
end $$;

drop function mended_text(text, boolean);
