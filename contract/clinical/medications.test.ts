import { expect, test } from 'vitest'
import { unsafeName, unsafeWords, unsafeWriting, written } from './abbreviations.ts'
import { allergyMatches, isSameMedicine, matchWords, medicineClasses } from './allergy-classes.ts'
import { doseUnits, doseWords } from './medications.ts'

const reported = (substance: string) => ({
  substance,
  isNoneKnown: false,
  certainty: 'REPORTED' as const,
})
const against = (allergies: string, medicine: string) =>
  allergyMatches(medicine, { allergens: [reported(allergies)] }).map(({ allergy, group }) => [allergy, group])

test.each([
  ['Penicillin', 'Amoxicillin 500 mg', 'penicillins'],
  ['Penicillins', 'Co-amoxiclav 625 mg', 'penicillins'],
  ['Amoxicillin', 'Flucloxacillin 250 mg', 'penicillins'],
  ['cephalosporins', 'Ceftriaxone 1 g vial', 'cephalosporins'],
  ['Imipenem', 'Meropenem 1 g', 'carbapenems'],
  ['Aspirin and other NSAIDs (bronchospasm)', 'Ibuprofen 400 mg', 'NSAIDs'],
  ['anti-inflammatories', 'Diclofenac 50 mg', 'NSAIDs'],
  ['Acetylsalicylic acid', 'Naproxen 250 mg', 'NSAIDs'],
  ['Sulfonamides', 'Co-trimoxazole 960 mg', 'sulfonamides'],
  ['sulfa drugs', 'Sulfamethoxazole 400 mg', 'sulfonamides'],
  ['Sulphonamides', 'Sulfadiazine 500 mg', 'sulfonamides'],
  ['Trimethoprim', 'Co-trimoxazole 960 mg', 'trimethoprim'],
  ['Codeine (severe nausea)', 'Morphine 10 mg/ml ampoule', 'opioids'],
  ['Opiates', 'Fentanyl 0.1 mg ampoule', 'opioids'],
  ['Erythromycin', 'Azithromycin 250 mg', 'macrolides'],
  ['Quinolones', 'Ciprofloxacin 500 mg', 'quinolones'],
  ['Tetracycline', 'Doxycycline 100 mg', 'tetracyclines'],
  ['Tobramycin', 'Gentamicin 80 mg ampoule', 'aminoglycosides'],
  ['ACE inhibitors', 'Ramipril 2.5 mg', 'ACE inhibitors'],
  ['Simvastatin', 'Atorvastatin 20 mg', 'statins'],
  ['Local anaesthetic', 'Lidocaine 1 % injection', 'local anaesthetics'],
  ['Heparin', 'Enoxaparin 40 mg prefilled syringe', 'heparins'],
  ['Diazepam', 'Midazolam 5 mg ampoule', 'benzodiazepines'],
  ['Iodinated contrast medium (urticaria)', 'Iohexol 300', 'iodinated contrast media'],
  ['Penicillin', 'Amoxil 500 mg', 'penicillins'],
  ['Penicillin', 'Augmentin 625 mg', 'penicillins'],
  ['Penicillin', 'Unasyn 3 g vial', 'penicillins'],
  ['Penicillin', 'Pivmecillinam 400 mg', 'penicillins'],
  ['Penicillin', 'Selexid 200 mg', 'penicillins'],
  ['Pivmecillinam', 'Amoxicillin 500 mg', 'penicillins'],
  ['Penicillin', 'Co-fluampicil 500 mg', 'penicillins'],
  ['Penicillin', 'Magnapen 500 mg', 'penicillins'],
  ['Penicillin', 'Ampiclox', 'penicillins'],
  ['Penicillin', 'Pen V 250 mg', 'penicillins'],
  ['Codeine', 'Tylex', 'opioids'],
  ['Sulfonamides', 'Septra DS', 'sulfonamides'],
  ['penicilin', 'Amoxicillin 500 mg', 'penicillins'],
  ['Pencilins (rash)', 'Amoxicillin 500 mg', 'penicillins'],
  ['Augmentin', 'Flucloxacillin 250 mg', 'penicillins'],
  ['Penicillin', 'Amoxicilin 500 mg', 'penicillins'],
  ['Asprin', 'Nurofen 200 mg', 'NSAIDs'],
  ['Penicillin', 'Ceftriaxone 1 g vial', 'cephalosporins'],
  ['Keflex', 'Amoxil 500 mg', 'penicillins'],
  ['Penicilin', 'Meropenem 1 g', 'carbapenems'],
  ['Penicillin', 'mecillinam', 'penicillins'],
  ['Pen VK', 'Amoxil', 'penicillins'],
  ['Penicillin', 'Cephradine 500 mg', 'cephalosporins'],
  ['Azithromycin', 'Z-Pak', 'macrolides'],
  ['Codeine', 'Co-dydramol 10/500', 'opioids'],
  ['Codeine', 'Nurofen Plus', 'opioids'],
  ['Codeine', 'Butrans 5 patch', 'opioids'],
  ['Lidocaine', 'Articaine 4 %', 'local anaesthetics'],
  ['Aspirin', 'Aceclofenac 100 mg', 'NSAIDs'],
])('somebody with an allergy to %s is not given %s unasked', (allergy, medicine, group) => {
  expect(against(allergy, medicine)).toEqual([[allergy, group]])
})

test('a substance is matched by its own name, in whatever form, and in any part of the text', () => {
  expect(against('Metoclopramide', 'metoclopramide 10 mg ampoule')).toEqual([['Metoclopramide', null]])
  expect(against('Latex; Paracétamol (rash)\nNuts', 'Paracetamol 1 g')).toEqual([
    ['Paracétamol (rash)', null],
  ])
  const allergens = [{ ...reported('Penicillin'), certainty: 'CONFIRMED' as const }, reported('penicillin')]
  expect(allergyMatches('Ampicillin', { allergens })).toEqual([
    { allergy: 'Penicillin', group: 'penicillins' },
  ])
})

test.each([
  ['None known', 'Amoxicillin 500 mg'],
  ['No known allergies', 'Ibuprofen 400 mg'],
  ['Penicillin', 'Ibuprofen 400 mg'],
  ['Penicillin', 'Penicillamine 250 mg'],
  ['Sulfonamides', 'Magnesium sulfate 50 % ampoule'],
  ['Sulfonamides', 'Morphine sulfate 10 mg'],
  ['Rash in April 2019', 'Ramipril 2.5 mg'],
  ['Peanuts (anaphylaxis; carries an adrenaline pen)', 'Insulin glargine pen'],
  ['House dust mite, grass pollen', 'Lactulose oral solution'],
  ['Latex', 'Sodium chloride 0.9 % infusion'],
  ['Adhesive plasters (contact dermatitis)', 'Ceftriaxone 1 g vial'],
  ['Quinine', 'Quinidine 200 mg'],
  ['Hydralazine', 'Hydroxyzine 25 mg'],
  ['Penicillin', 'Aztreonam 1 g'],
  ['Penicillin', 'Insulin glargine pen, 4 units'],
  ['Codeine', 'Naloxone 400 micrograms'],
  ['Lidocaine', 'Procainamide 250 mg'],
  ['Heparin', 'Fondaparinux 2.5 mg'],
])('an allergy to %s says nothing about %s', (allergy, medicine) => {
  expect(against(allergy, medicine)).toEqual([])
})

test('a question says as what a name is read, and that it asks about another class', () => {
  const asked = (allergies: string, medicine: string) =>
    matchWords(medicine, allergyMatches(medicine, { allergens: [reported(allergies)] }))
  expect(asked('Penicillin', 'Amoxil 500 mg')).toBe(
    'Recorded allergy: Penicillin. Amoxil 500 mg is read as amoxicillin. Amoxil 500 mg is one of the penicillins.',
  )
  expect(asked('Penicillin', 'Ceftriaxone')).toBe(
    'Recorded allergy: Penicillin. Ceftriaxone is one of the cephalosporins. An allergy to penicillins can go with one to cephalosporins.',
  )
})

test('every class finds its own name, so that people may write it', () => {
  for (const { name, words } of medicineClasses) expect(words.test(name.toLowerCase()), name).toBe(true)
})

test('one medicine is known in two ways of writing it, and two are not taken for one', () => {
  expect(isSameMedicine('Amoxicillin 500 mg', 'amoxicillin')).toBe(true)
  expect(isSameMedicine('Morphine sulfate 10 mg', 'Magnesium sulfate 10 mg')).toBe(false)
  expect(isSameMedicine('Sodium chloride', 'sodium chloride')).toBe(true)
  expect(isSameMedicine('Amoxil 500 mg', 'amoxicilin')).toBe(true)
  expect(isSameMedicine('Nifedipine 30 mg', 'Nimodipine 30 mg')).toBe(false)
})

test.each([
  ['10U at night', 'U', '10 units at night'],
  ['4 u', 'u', '4 units'],
  ['100 IU', 'IU', '100 international units'],
  ['1 tablet Q.D.', 'Q.D.', '1 tablet daily'],
  ['qd', 'qd', 'daily'],
  ['one QOD', 'QOD', 'one every other day'],
  ['q.o.d.', 'q.o.d.', 'every other day'],
  ['give 1.0 ml', '1.0', 'give 1 ml'],
  ['2.50 ml', '2.50', '2.5 ml'],
  ['give .5 ml', '.5', 'give 0.5 ml'],
  ['with MgSO4', 'MgSO4', 'with magnesium sulfate'],
  ['MSO4 before', 'MSO4', 'morphine sulfate before'],
  ['1.5 ml in the morning, .5 ml at night', '.5', '1.5 ml in the morning, 0.5 ml at night'],
  ['1.05 ml first, then 1.0 ml', '1.0', '1.05 ml first, then 1 ml'],
  ['Under the skin, 10 U at night', 'U', 'Under the skin, 10 units at night'],
  ['QDAY, then QD', 'QD', 'QDAY, then daily'],
])('“%s” is refused for “%s”, and “%s” is offered', (text, found, better) => {
  const unsafe = unsafeWriting(text)
  expect(unsafe?.found).toBe(found)
  expect(unsafe && written(text, unsafe, unsafe.safe[0] ?? '')).toBe(better)
})

test('MS can be two medicines: both are offered', () => {
  const unsafe = unsafeName('MS 10 mg')
  expect(unsafe && unsafeWords(unsafe)).toBe(
    'Write “morphine sulfate” or “magnesium sulfate” instead of “MS”',
  )
})

test.each([
  ['Take with a full glass of water. Don’t lie down for 30 minutes.'],
  ['10 units before breakfast, 1.05 ml, 0.5 ml, 100 ml'],
  ['Up to 4 times a day, e.g. at 8:00'],
  ['Quick relief; unless asleep'],
])('nothing is wrong with “%s”', (text) => expect(unsafeWriting(text)).toBeUndefined())

test('the unit that a maker prints is part of a medicine’s name', () => {
  expect(unsafeName('Insulin glargine 100 IU/ml pen')).toBeUndefined()
})

test('a dose is said in full words', () => {
  expect(doseWords(1, 'TABLET')).toBe('1 tablet')
  expect(doseWords(1, 'PATCH')).toBe('1 patch')
  expect(doseWords(1, 'SUPPOSITORY')).toBe('1 suppository')
  expect(doseWords(1, 'INTERNATIONAL_UNIT')).toBe('1 international unit')
  expect(doseWords(0.5, 'TABLET')).toBe('0.5 tablets')
  for (const unit of doseUnits) expect(doseWords(2, unit)).toMatch(/^2 [a-z ]+$/)
})
