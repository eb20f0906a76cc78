-- The list of a patient's allergies (record 57). The patient's row has a copy of it, as `allergens` and as a sentence in
-- `allergies`, so that whatever shows a patient reads one row. Only triggers write the copy.

-- The list and how it reads.

-- Whether an entry counts: 'none known' does as long as no allergy does.
create or replace function allergy_counts(entry allergy) returns boolean language sql stable
  return entry.struck_at is null and entry.replaced_at is null and (not entry.is_none_known or not exists (
    select from allergy other where other.patient_id = any (record_ids(entry.patient_id)) and not other.is_none_known
      and other.struck_at is null and other.replaced_at is null));

-- The worst first. An entry of unknown severity may be anything: it is listed before what is known to be moderate, and
-- among the severe if its own words say so. `substance` is the substance with the reaction.
create or replace function allergy_rank(severity allergy_severity, substance text) returns integer language sql immutable
  return case
    when severity = 'SEVERE' then 0
    when severity = 'MODERATE' then 2
    when severity = 'MILD' then 3
    when substance ~* 'anaphyla|angio-?(neurotic )?o?edema|adrenaline|epinephrine|epi-?pen|auto-?injector|shock|collapse|breath|airway|swollen (throat|tongue)|intubat|severe|life.?threat' then 0
    else 1
  end;

-- One element of the list, with the names that the API gives its fields.
create or replace function allergen(
  substance text, is_none_known boolean, reaction text, severity allergy_severity, certainty allergy_certainty
) returns jsonb language sql stable
  return jsonb_build_object('substance', substance, 'isNoneKnown', is_none_known, 'reaction', reaction,
    'severity', severity, 'certainty', certainty);

create or replace function allergens_of(whom uuid) returns jsonb language sql stable
  return (
    select coalesce(jsonb_agg(allergen(substance, is_none_known, reaction, severity, certainty)
      order by allergy_rank(severity, concat_ws(' ', substance, reaction)), recorded_at, id), '[]')
    from allergy where patient_id = any (record_ids(whom)) and allergy_counts(allergy)
  );

-- 'Penicillin (severe): swollen face'. A report reads as it was typed. Semicolons only divide
-- entries, so those within a reaction become commas.
create or replace function allergy_said(substance text, severity text, reaction text) returns text language sql immutable
  return substance || coalesce(' (' || lower(severity) || ')', '') || coalesce(': ' || replace(reaction, ';', ','), '');

-- The list as one sentence, or null if it is empty.
create or replace function allergy_sentence(allergens jsonb) returns text language sql immutable
  return (
    select string_agg(allergy_said(one ->> 'substance', one ->> 'severity', one ->> 'reaction'), '; ' order by place)
    from jsonb_array_elements(allergens) with ordinality as listed(one, place)
  );

-- The copy on the patient's row, and on those of the records that are merged. The patient is locked before the entries are read,
-- so that the later of two people who write at once sees the other's entry.
create or replace function keep_allergens() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from patient where id = any (record_ids(new.patient_id)) order by id for no key update;
  update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
  from (select allergens_of(new.patient_id) as allergens) listed where id = any (record_ids(new.patient_id));
  return null;
end $$;

create or replace trigger allergy_on_patient after insert or update on allergy for each row execute function keep_allergens();

-- Reading a typed text.

-- The parts of a typed text, each with whether it says 'none known'. The text is divided at semicolons and line breaks
-- outside brackets. A comma divides nothing, because the reaction may follow it.
create or replace function told_allergies(typed text) returns table (words text, is_none_known boolean, place bigint)
language sql immutable
begin atomic
  select said, said ~* '^(none|none known|nil|nil known|nkda|nka|no( known)?( drug)? allerg(y|ies)( known)?)\.?$', told.place
  from regexp_split_to_table(typed, '[;\r\n](?![^(]*\))') with ordinality as told(part, place),
    lateral (select regexp_replace(part, '^\s+|\s+$', '', 'g') as said) as trimmed
  where said <> '';
end;

-- The parts of a text that the patient's list doesn't say yet. A report that continues an earlier one ('Penicillin', then
-- 'Penicillin (rash)') replaces it.
create or replace function unlisted_allergies(whom uuid, typed text)
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
    select from allergy where patient_id = any (record_ids(whom)) and allergy_counts(allergy)
      and (allergy.is_none_known and told.is_none_known or fold(told.words) in
        (fold(substance), fold(allergy_said(substance, severity::text, reaction)))));
end;

-- Entries that replace others. These functions are security definers because the server may not write `replaced_at`.

-- 'None known' is refused while an allergy is recorded, and an entry can replace only one that counts. The patient is
-- locked before their entries are.
create or replace function place_allergy() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform from patient where id = any (record_ids(new.patient_id)) order by id for no key update;
  if new.is_none_known and exists (
    select from allergy where patient_id = any (record_ids(new.patient_id)) and not is_none_known
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

-- Its name makes it fire before `allergy_kept`, which takes a weaker lock on the patient.
create or replace trigger allergy_at_its_place before insert on allergy for each row execute function place_allergy();

-- If a replacement was made in error, the entry that it replaced counts again; otherwise nothing would warn of that
-- allergy. It stays replaced if another current entry names the same substance.
create or replace function bring_back_allergy() returns trigger language plpgsql
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

create or replace trigger allergy_brought_back after update of struck_by on allergy
  for each row when (new.replaces_id is not null) execute function bring_back_allergy();
