-- One list of allergies (record 57): what the desk was told is an entry too, to be confirmed by a doctor, and 'none known'
-- likewise. `patient.allergies` and `patient.allergens` are what that list says; nobody writes them but its trigger.

alter table allergy
  -- Whoever reports one need not know how severe it is.
  alter column severity drop not null,
  -- Null for what was typed before this list began, where the trail does not say by whom.
  alter column recorded_by drop not null,
  -- The substance is then the words in which it was said: 'None known', 'NKDA'.
  add column is_none_known boolean not null default false,
  -- The entry that this one confirms or corrects.
  add column replaces_id uuid references allergy (id),
  add column replaced_at timestamptz,
  add constraint allergy_judged_whole check (
    certainty = 'REPORTED' or (recorded_by is not null and is_none_known = (severity is null))),
  add constraint allergy_none_known_is_plain check (
    not is_none_known or (num_nonnulls(severity, reaction) = 0 and certainty <> 'SUSPECTED')),
  add constraint allergy_replaced_not_struck check (num_nonnulls(replaced_at, struck_at) < 2);
create index allergy_replacing on allergy (replaces_id) where replaces_id is not null;

-- By a hash, because what is reported can be longer than an index takes.
drop index allergy_once;
create unique index allergy_once
  on allergy (patient_id, hashtextextended(case when is_none_known then '' else fold(substance) end, 0))
  where struck_at is null and replaced_at is null;

-- Whether an entry counts: 'none known' does for as long as no allergy does.
create function allergy_counts(entry allergy) returns boolean language sql stable
  return entry.struck_at is null and entry.replaced_at is null and (not entry.is_none_known or not exists (
    select from allergy other where other.patient_id = entry.patient_id and not other.is_none_known
      and other.struck_at is null and other.replaced_at is null));

-- The worst first. A report of unknown severity may be anything: it stands before what is known to be moderate, and among
-- the severe where its own words say so.
create function allergy_rank(severity allergy_severity, substance text) returns integer language sql immutable
  return case
    when severity = 'SEVERE' then 0
    when severity = 'MODERATE' then 2
    when severity = 'MILD' then 3
    when substance ~* 'anaphyla|adrenaline|epinephrine|shock|collapse|severe' then 0
    else 1
  end;

create function allergen(
  substance text, is_none_known boolean, reaction text, severity allergy_severity, certainty allergy_certainty
) returns jsonb language sql stable
  return jsonb_build_object('substance', substance, 'isNoneKnown', is_none_known, 'reaction', reaction,
    'severity', severity, 'certainty', certainty);

create or replace function allergens_of(whom uuid) returns jsonb language sql stable
  return (
    select coalesce(jsonb_agg(allergen(substance, is_none_known, reaction, severity, certainty)
      order by allergy_rank(severity, substance), recorded_at, id), '[]')
    from allergy where patient_id = whom and allergy_counts(allergy)
  );

-- 'Penicillin (severe): swollen face'; what was reported, as it was said. A semicolon parts entries, and nothing else.
create function allergy_said(substance text, severity text, reaction text) returns text language sql immutable
  return substance || coalesce(' (' || lower(severity) || ')', '') || coalesce(': ' || replace(reaction, ';', ','), '');

-- The list as one sentence; null for an empty one.
create function allergy_sentence(allergens jsonb) returns text language sql immutable
  return (
    select string_agg(allergy_said(one ->> 'substance', one ->> 'severity', one ->> 'reaction'), '; ' order by place)
    from jsonb_array_elements(allergens) with ordinality as listed(one, place)
  );

-- What a typed text reports, each part with whether it says 'none known': parted at semicolons and line breaks outside
-- brackets. A comma parts nothing, because what follows it may be the reaction.
create function told_allergies(typed text) returns table (words text, is_none_known boolean, place bigint)
language sql immutable
begin atomic
  select said, said ~* '^(none|none known|nil|nil known|nkda|nka|no( known)?( drug)? allerg(y|ies)( known)?)\.?$', told.place
  from regexp_split_to_table(typed, '[;\r\n](?![^(]*\))') with ordinality as told(part, place),
    lateral (select regexp_replace(part, '^\s+|\s+$', '', 'g') as said) as trimmed
  where said <> '';
end;

-- What a text reports of a patient beyond what the list says already. A report that goes on where an earlier one ended
-- ('Penicillin', then 'Penicillin (rash)') takes its place.
create function unlisted_allergies(whom uuid, typed text)
returns table (words text, is_none_known boolean, place bigint, replaces_id uuid) language sql stable
begin atomic
  select told.words, told.is_none_known, told.place, (
    select id from allergy
    where patient_id = whom and allergy_counts(allergy) and certainty = 'REPORTED' and not allergy.is_none_known
      and not told.is_none_known and starts_with(fold(told.words), fold(substance))
      and substr(fold(told.words), length(fold(substance)) + 1) ~ '^\s*[,(:]'
    order by length(substance) desc limit 1)
  from told_allergies(typed) told
  where fold(typed) is distinct from (select fold(allergies) from patient where id = whom) and not exists (
    select from allergy where patient_id = whom and allergy_counts(allergy)
      and (allergy.is_none_known and told.is_none_known or fold(told.words) in
        (fold(substance), fold(allergy_said(substance, severity::text, reaction)))));
end;

-- What was typed so far, by whom and when the trail says it was last typed. No word is lost: what an entry says already is
-- left out, and nothing else.
alter table allergy disable trigger user;
insert into allergy (patient_id, substance, is_none_known, certainty, recorded_at, recorded_by)
select patient.id, told.words, told.is_none_known, 'REPORTED',
  coalesce(typed.at, patient.created_at) + told.place * interval '1 microsecond', typed.staff_id
from patient
cross join lateral told_allergies(patient.allergies) told
left join lateral (
  select entry.at, entry.staff_id from audit_entry entry
  where entry.subject_id = patient.id and entry.changes is not null and entry.outcome = 'done'
    and (entry.action = 'registerPatient' or entry.action = 'editPatient' and entry.changes ? 'allergies')
  order by entry.id desc limit 1
) typed on true
where patient.allergies is not null
order by patient.id, told.place
on conflict do nothing;
alter table allergy enable trigger user;

alter table patient disable trigger user;
update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
from (select id, allergens_of(id) as allergens from patient where allergies is not null or allergens <> '[]') listed
where patient.id = listed.id;
alter table patient enable trigger user;

-- Who confirms or corrects an entry puts another in its place. The patient is locked before its entries are.
create function place_allergy() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from patient where id = new.patient_id for no key update;
  if new.is_none_known and exists (
    select from allergy where patient_id = new.patient_id and not is_none_known
      and struck_at is null and replaced_at is null and id is distinct from new.replaces_id
  ) then
    raise exception 'an allergy is recorded'
      using errcode = 'check_violation', constraint = 'allergy_none_known_alone';
  end if;
  if new.replaces_id is not null then
    update allergy set replaced_at = clock_timestamp()
    where id = new.replaces_id and patient_id = new.patient_id and struck_at is null and replaced_at is null;
    if not found then
      raise exception 'it counts no longer'
        using errcode = 'check_violation', constraint = 'allergy_replaces_current';
    end if;
  end if;
  return new;
end $$;
create trigger allergy_placed before insert on allergy for each row execute function place_allergy();

-- A replacement that was made in error leaves what it replaced as it was: else nothing would warn of that.
create function bring_back_allergy() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update allergy set replaced_at = null
  where id = new.replaces_id and not exists (
    select from allergy other
    where other.patient_id = allergy.patient_id and other.struck_at is null and other.replaced_at is null
      and other.is_none_known = allergy.is_none_known
      and (allergy.is_none_known or fold(other.substance) = fold(allergy.substance)));
  return null;
end $$;
create trigger allergy_brought_back after update of struck_by on allergy
  for each row when (new.replaces_id is not null) execute function bring_back_allergy();

-- Being replaced is no strike.
drop trigger allergy_struck on allergy;
create trigger allergy_struck before update of struck_by, struck_reason on allergy
  for each row execute function strike_clinical_entry();

create or replace function keep_allergens() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from patient where id = new.patient_id for no key update;
  update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
  from (select allergens_of(new.patient_id) as allergens) listed where id = new.patient_id;
  return null;
end $$;
