-- A patient is in one bed at a time, now and at any time that is recorded: admissions of one patient never overlap.
-- Those that did before this rule stay as they were entered, because nobody here can know which of them is wrong: the
-- one that was entered later is marked, and stands outside the rule.
alter table admission add column overlapped_before_rule boolean not null default false;
update admission later set overlapped_before_rule = true
where exists (
  select from admission earlier
  where earlier.patient_id = later.patient_id and (earlier.created_at, earlier.id) < (later.created_at, later.id)
    and tstzrange(earlier.admitted_at, earlier.discharged_at) && tstzrange(later.admitted_at, later.discharged_at)
);
alter table admission add constraint admission_one_at_a_time
  exclude using gist (patient_id with =, tstzrange(admitted_at, discharged_at) with &&) where (not overlapped_before_rule);

-- When a discharge was entered: it may have happened before. When an admission was, is when its row was made.
alter table admission add column discharge_entered_at timestamptz;

-- An admission is entered at most thirty years late, for a hospital that begins with patients who have long been there,
-- and never from before the patient's birth. The patient's row makes those who admit one patient at once take turns.
create function keep_admission_in_time() returns trigger language plpgsql as $$
declare
  born date;
begin
  select date_of_birth into born from patient where id = new.patient_id for no key update;
  if new.admitted_at < now() - interval '30 years' then
    raise exception 'this was too long ago' using errcode = 'check_violation', constraint = 'admission_within_memory';
  end if;
  if (new.admitted_at at time zone (select time_zone from hospital))::date < born then
    raise exception 'the patient was not born yet' using errcode = 'check_violation', constraint = 'admission_after_birth';
  end if;
  return new;
end $$;
create trigger admission_in_time before insert on admission for each row execute function keep_admission_in_time();

-- A recorded death that was none is taken back, with who, when and why, and stays on the record.
alter table admission
  add column death_taken_back_at timestamptz,
  add column death_taken_back_by uuid references staff (id),
  add column death_taken_back_reason text,
  add constraint admission_death_taken_back_with_reason check (
    (death_taken_back_at is null) = (death_taken_back_reason is null)
    and (death_taken_back_at is null) = (death_taken_back_by is null)),
  add constraint admission_death_taken_back_of_death check (death_taken_back_at is null or destination = 'DIED');
