-- 0151 mended allergies while their triggers slept, because an entry can't be changed otherwise: what the patient shows of
-- them (banner, boards, prescribing checks) still held the hidden characters. It is read from the entries again.
update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
from (select id, allergens_of(id) as allergens from patient) listed
where listed.id = patient.id and patient.allergens is distinct from listed.allergens;
