-- How many current patients bear each name, as first and as last name: that a search finds more than is counted is known
-- without finding them. The rows are locked in the order of names, after the tally of patients.
alter table patient_name
  add column as_first integer not null default 0,
  add column as_last integer not null default 0;

drop trigger patient_names on patient;
drop function keep_patient_names();

-- Once a statement: one row that a thousand insertions would change is changed once.
create function add_patient_names() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into patient_name as kept (name, as_first, as_last)
    select name, sum(as_first), sum(as_last)
    from (
      select first_name_key, 1, 0 from arrived where retired_at is null
      union all select last_name_key, 0, 1 from arrived where retired_at is null
    ) borne (name, as_first, as_last)
    group by name order by name
    on conflict (name) do update
      set as_first = kept.as_first + excluded.as_first, as_last = kept.as_last + excluded.as_last;
  return null;
end $$;

create function change_patient_names() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into patient_name as kept (name, as_first, as_last)
    select name, sum(as_first), sum(as_last)
    from (
      select first_name_key, 1, 0 from arrived where retired_at is null
      union all select last_name_key, 0, 1 from arrived where retired_at is null
      union all select first_name_key, -1, 0 from gone where retired_at is null
      union all select last_name_key, 0, -1 from gone where retired_at is null
    ) borne (name, as_first, as_last)
    group by name having sum(as_first) <> 0 or sum(as_last) <> 0 order by name
    on conflict (name) do update
      set as_first = kept.as_first + excluded.as_first, as_last = kept.as_last + excluded.as_last;
  return null;
end $$;
revoke execute on function add_patient_names(), change_patient_names() from public;

create trigger patient_names_added after insert on patient
  referencing new table as arrived for each statement execute function add_patient_names();
create trigger patient_names_changed after update on patient
  referencing old table as gone new table as arrived for each statement execute function change_patient_names();

create function count_patient_names() returns void language sql as $$
  insert into patient_name as kept (name, as_first, as_last)
    select name, sum(as_first), sum(as_last)
    from (
      select first_name_key, 1, 0 from patient where retired_at is null
      union all select last_name_key, 0, 1 from patient where retired_at is null
    ) borne (name, as_first, as_last)
    group by name order by name
    on conflict (name) do update set as_first = excluded.as_first, as_last = excluded.as_last
$$;
revoke execute on function count_patient_names() from public;
select count_patient_names();
analyze patient_name;
