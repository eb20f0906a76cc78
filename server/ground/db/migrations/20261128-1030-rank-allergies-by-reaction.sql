-- An entry of unknown severity is listed among the severe if its reaction says so, and no longer only if its substance does.
-- Patients' lists are copies of their entries, so those that have such an entry are made anew. Functions may not be there yet:
-- a restored backup and a new database get them after the migrations.
with counted as (
  select entry.* from allergy entry
  where entry.struck_at is null and entry.replaced_at is null and (not entry.is_none_known or not exists (
    select from allergy other where other.patient_id = entry.patient_id and not other.is_none_known
      and other.struck_at is null and other.replaced_at is null))
), ranked as (
  select *, case
      when severity = 'SEVERE' then 0
      when severity = 'MODERATE' then 2
      when severity = 'MILD' then 3
      when concat_ws(' ', substance, reaction) ~* 'anaphyla|angio-?(neurotic )?o?edema|adrenaline|epinephrine|epi-?pen|auto-?injector|shock|collapse|breath|airway|swollen (throat|tongue)|intubat|severe|life.?threat' then 0
      else 1
    end as rank
  from counted
), listed as (
  select patient_id,
    jsonb_agg(jsonb_build_object('substance', substance, 'isNoneKnown', is_none_known, 'reaction', reaction,
      'severity', severity, 'certainty', certainty) order by rank, recorded_at, id) as allergens,
    string_agg(substance || coalesce(' (' || lower(severity::text) || ')', '') || coalesce(': ' || replace(reaction, ';', ','), ''),
      '; ' order by rank, recorded_at, id) as allergies
  from ranked group by patient_id
)
update patient set allergens = listed.allergens, allergies = listed.allergies
from listed where patient.id = listed.patient_id and patient.allergens is distinct from listed.allergens;
