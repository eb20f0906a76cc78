-- Departments (record 92): a name over clinics and wards. One without an open clinic or ward is shown nowhere, and stays.
create table department (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint department_name_is_short check (name ~ '\S' and length(name) <= 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index department_name_once on department (fold(name));
do $$
begin
  execute format('alter table department add constraint department_name_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'name'));
end $$;
alter table clinic add column department_id uuid constraint clinic_of_department references department (id);
alter table unit add column department_id uuid constraint unit_of_department references department (id);
