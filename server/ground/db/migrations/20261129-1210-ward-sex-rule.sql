-- A ward can be for women or for men (null: for everyone), and a stay keeps why a patient of the other sex was placed there.
-- server/ground/db/functions/wards.sql has the rule.
alter table unit
  add column sex_rule gender constraint unit_sex_rule_is_one check (sex_rule in ('FEMALE', 'MALE'));
alter table stay
  add column sex_rule_reason text
    constraint stay_sex_rule_reason_is_short check (sex_rule_reason ~ '\S' and length(sex_rule_reason) <= 200);
do $$
begin
  execute format('alter table stay add constraint stay_sex_rule_reason_is_line check %s', replace(
    substring((select pg_get_constraintdef(oid) from pg_constraint
      where conname = 'staff_room_is_line' and conrelid = 'staff'::regclass) from 'CHECK (.*)'),
    'room', 'sex_rule_reason'));
end $$;
