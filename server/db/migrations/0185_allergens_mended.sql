-- 0151 corrected allergies with their triggers disabled, because an entry can't be changed otherwise. So the copy on
-- the patient (banner, boards, prescribing checks) kept the hidden characters. This copies the entries again.
update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
from (select id, allergens_of(id) as allergens from patient) listed
where listed.id = patient.id and patient.allergens is distinct from listed.allergens;
