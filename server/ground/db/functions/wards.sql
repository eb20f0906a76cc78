-- Rules of wards of one's own (record 89): units, each of one of the six kinds that the columns `ward` name.

-- The unit of beds whose ward alone is said.
create or replace function oldest_unit(of_ward ward) returns uuid language sql stable as $$
  select id from unit where ward = of_ward and closed_at is null order by created_at, id limit 1
$$;

-- A bed whose ward alone is said is in the oldest open unit of that kind, and one whose unit alone is said in that unit's
-- kind. If both are said and differ, bed_unit_of_ward refuses it. Stays of the time before units were in the bed's first one.
create or replace function place_bed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.unit_id is distinct from old.unit_id and new.ward = old.ward then
    new.ward := coalesce((select ward from unit where id = new.unit_id), new.ward);
  elsif new.unit_id is null or (tg_op = 'UPDATE' and new.unit_id = old.unit_id and new.ward <> old.ward) then
    new.unit_id := oldest_unit(new.ward);
  end if;
  if tg_op = 'UPDATE' and new.unit_id <> old.unit_id then
    new.first_unit_id := coalesce(old.first_unit_id, old.unit_id);
  end if;
  return new;
end $$;
create or replace trigger bed_placed before insert or update of ward, unit_id on bed
  for each row execute function place_bed();

-- A stay is spent in the unit of its bed, which can't move meanwhile. When the bed moves later, an open stay moves with it,
-- and those that are over keep the unit in which they were.
create or replace function place_stay() returns trigger language plpgsql as $$
begin
  select unit_id into new.unit_id from bed where id = new.bed_id for no key update;
  return new;
end $$;
create or replace trigger stay_placed before insert on stay for each row execute function place_stay();

create or replace function move_stays_of_bed() returns trigger language plpgsql as $$
begin
  update stay set unit_id = new.unit_id, sex_rule_reason = nullif(current_setting('lantern.sex_rule_reason', true), '')
  where open_bed_id = new.id;
  return null;
end $$;
create or replace trigger bed_moves_stays after update of ward, unit_id on bed
  for each row when (old.unit_id <> new.unit_id) execute function move_stays_of_bed();

-- A ward can be for women or for men. A patient whose recorded gender is the other one is placed there for a reason, and a
-- stay about which nothing is asked has none. The lock makes a stay and a change of the rule take turns. A bed that moves
-- with its patient is a new question: its transaction gives the reason as lantern.sex_rule_reason. Nothing is asked
-- when the rule or a patient's gender changes later.
create or replace function keep_sex_rule() returns trigger language plpgsql as $$
declare
  called text;
  rule gender;
begin
  if new.ended_at is not null then
    return new;
  end if;
  select name, sex_rule into called, rule from unit where id = new.unit_id for share;
  if rule is null or exists (
    select from admission join patient on patient.id = admission.patient_id
    where admission.id = new.admission_id and patient.gender in (rule, 'OTHER')
  ) then
    new.sex_rule_reason := null;
  elsif new.sex_rule_reason is null then
    raise exception 'the ward is for the other sex' using errcode = 'check_violation',
      constraint = 'stay_sex_rule_has_reason', detail = called, hint = rule;
  end if;
  return new;
end $$;
-- After stay_placed, as triggers fire in the order of their names.
create or replace trigger stay_sex_rule before insert or update of unit_id, sex_rule_reason on stay
  for each row execute function keep_sex_rule();

-- Somebody works on an open unit, on all of one kind, or on all. A kind with one unit is kept as the kind, so that its nurses
-- have both when the unit is divided. The lock makes a choice and the unit's closing take turns.
create or replace function place_staff() returns trigger language plpgsql as $$
begin
  if new.unit_id is not null and new.unit_id is distinct from old.unit_id then
    select ward into new.ward from unit where id = new.unit_id and closed_at is null for key share;
    if not found then
      raise exception 'the unit is closed' using errcode = 'check_violation', constraint = 'staff_unit_is_open';
    end if;
    return new;
  end if;
  if new.unit_id = old.unit_id and new.ward is distinct from old.ward then
    new.unit_id := null;
  end if;
  return new;
end $$;
create or replace trigger staff_placed before update of ward, unit_id on staff
  for each row execute function place_staff();

-- Beds whose ward alone is said need a unit of each kind. The lock makes two who close units take turns.
create or replace function keep_a_unit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('units'));
  if not exists (select from unit where ward = new.ward and closed_at is null and id <> new.id) then
    raise exception 'no other unit of this kind is open' using errcode = 'check_violation', constraint = 'unit_one_of_ward';
  end if;
  return new;
end $$;
create or replace trigger unit_one_of_ward before update of closed_at on unit
  for each row when (old.closed_at is null and new.closed_at is not null) execute function keep_a_unit();

-- Lists read all open units at once. The lock makes additions count one after another.
create or replace function keep_units_few() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('units'));
  if (select count(*) from unit where closed_at is null) >= 100 then
    raise exception 'there are too many units' using errcode = 'check_violation', constraint = 'units_at_most_100';
  end if;
  return new;
end $$;
create or replace trigger units_at_most_100 before insert on unit for each row execute function keep_units_few();

-- Rules of admissions.

-- An admission can be entered up to thirty years late, which lets a hospital begin with patients who have been there for
-- long and refuses a mistyped century, but it can't be before the patient's birth. Locking the patient's row makes two
-- people who admit the same patient take turns.
create or replace function keep_admission_in_time() returns trigger language plpgsql as $$
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
create or replace trigger admission_in_time before insert on admission
  for each row execute function keep_admission_in_time();

-- A signed summary can't change, because the patient takes a printed copy home and the record must not differ from it.
-- Later findings are entered as visit notes or other entries (record 64).
create or replace function keep_signed_summary() returns trigger language plpgsql as $$
begin
  raise exception 'the discharge summary is signed'
    using errcode = 'check_violation', constraint = 'admission_summary_signed_once';
end $$;
create or replace trigger admission_summary_signed_once
  before update of summary, follow_up, summary_by, summary_at on admission
  for each row when (old.summary_at is not null
    and (old.summary, old.follow_up, old.summary_by, old.summary_at)
      is distinct from (new.summary, new.follow_up, new.summary_by, new.summary_at))
  execute function keep_signed_summary();

-- Live updates: each change is announced to the screens that show the record (record 16).

-- Beds are told to the screens of their unit, and of the one that they left. Admissions show the number and the unit of
-- their bed, so a change to those is announced as `renamed`.
create or replace function tell_bed() returns trigger language plpgsql as $$
begin
  if current_setting('lantern.quiet', true) = 'on' then
    return null;
  end if;
  perform pg_notify('lantern', concat('bed:', coalesce(new.id, old.id), ':unit=', concat_ws(',', old.unit_id, new.unit_id),
    case when tg_op = 'UPDATE' and (old.bed_number, old.ward, old.unit_id) is distinct from
      (new.bed_number, new.ward, new.unit_id) then ';renamed' end));
  return null;
end $$;
create or replace trigger bed_live after insert or update or delete on bed for each row execute function tell_bed();

-- A stay that begins or ends changes whether its bed is occupied.
create or replace function tell_bed_of_stay() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('bed:', new.bed_id, ':unit=', (select unit_id from bed where id = new.bed_id)));
  return null;
end $$;
create or replace trigger stay_live after insert or update on stay for each row execute function tell_bed_of_stay();

-- The cards of beds, and the admissions in them, show the name of their unit (`named`).
create or replace function tell_unit() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('unit:', new.id, case when new.name <> old.name then ':named' end));
  return null;
end $$;
create or replace trigger unit_live after insert or update on unit for each row execute function tell_unit();

create or replace function tell_admission() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('admission:', new.id, ':patient=', record_of(new.patient_id)));
  return null;
end $$;
create or replace trigger admission_live after insert or update on admission
  for each row execute function tell_admission();

create or replace function tell_admission_of_acuity() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', 'admission:' || new.admission_id);
  return null;
end $$;
create or replace trigger acuity_live after insert on acuity_entry
  for each row execute function tell_admission_of_acuity();
