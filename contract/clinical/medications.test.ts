import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fold } from '../fold.ts'
import { unsafeName, unsafeWords, unsafeWriting, written } from './abbreviations.ts'
import {
  allergyMatches,
  givenAgainst,
  isSameMedicine,
  matchWords,
  medicineClasses,
  unanswered,
} from './allergy-classes.ts'
import {
  doseUnits,
  doseWords,
  MedicationChange,
  MedicationForm,
  optionalWrittenNumber,
  orderWords,
  writtenNumber,
} from './medications.ts'

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

// As people write a class: with a hyphen or a space or neither, one of it or several.
test.each([
  ['penicillins', 'penicillin; PenV; pen-g; pen vee; coamoxiclav; co-fluampicil; betalactam; beta-lactams'],
  ['cephalosporins', 'betalactam; cephalosporin; cefalosporins'],
  ['carbapenems', 'carbapenem; carbapenems; betalactam'],
  ['sulfonamides', 'cotrimoxazole; co-trimoxazole; sulfa; sulphonamide'],
  ['trimethoprim', 'cotrimoxazole; co-trimoxazole'],
  ['macrolides', 'macrolide; macrolides; zpak; z-pak'],
  ['quinolones', 'quinolone; fluoroquinolones; ciprofloxacin'],
  ['tetracyclines', 'tetracycline; tetracyclines'],
  ['aminoglycosides', 'aminoglycoside; aminoglycosides; gentamycin'],
  [
    'NSAIDs',
    'nsaid; nsaids; nonsteroidals; non-steroidal; antiinflammatory; anti-inflammatories; salicylates',
  ],
  ['NSAIDs', 'methylsalicylate; ketoprofen; aceclofenac; mefenamic; piroxicam; celecoxib'],
  ['opioids', 'opioid; opiates; morphine; diamorphine; dihydrocodeine; hydrocodone; cocodamol; co-codamol'],
  ['opioids', 'alfentanil; hydromorphone; buprenorphine; dextropropoxyphene'],
  ['ACE inhibitors', 'ace inhibitor; aceinhibitors; ace-inhibitors; enalaprilat; ramipril'],
  ['statins', 'statin; statins; simvastatin'],
  ['local anaesthetics', 'local anaesthetic; local anesthetics; lidocaine; mepivacaines'],
  ['heparins', 'heparin; heparins; heparinoids; enoxaparin'],
  ['benzodiazepines', 'benzodiazepine; benzodiazepines; lorazepam; midazolam'],
])('%s are known in %s', (name, written) => {
  const words = medicineClasses.find((one) => one.name === name)?.words
  expect(written.split('; ').filter((one) => !words?.test(fold(one)))).toEqual([])
})

test('shorter words are no class, and no part of another word is', () => {
  const said = 'cefa; ceph 3; cepha; pril; vapril; April; open vk5; sulfate; sulfonylurea; drug-caine'
  const found = said.split('; ').filter((one) => medicineClasses.some(({ words }) => words.test(fold(one))))
  expect(found).toEqual([])
})

test('an entry is one allergy, a report may name several, and brackets are not parted', () => {
  expect(against('Penicillin (rash, fever), Nuts', 'Amoxicillin')).toEqual([
    ['Penicillin (rash, fever)', 'penicillins'],
  ])
  expect(against('Penicillin; Ampicillin', 'Amoxicillin')).toEqual([
    ['Penicillin', 'penicillins'],
    ['Ampicillin', 'penicillins'],
  ])
  const entered = { ...reported('Amoxicillin, by mouth'), certainty: 'CONFIRMED' as const }
  expect(allergyMatches('Amoxicillin', { allergens: [entered] })).toEqual([
    { allergy: 'Amoxicillin, by mouth', group: null },
  ])
  const none = { ...reported('No allergy to penicillin'), isNoneKnown: true }
  expect(allergyMatches('Amoxicillin', { allergens: [none] })).toEqual([])
  expect(against('Paracetamol', 'Panadol 500 mg')).toEqual([['Paracetamol', null]])
})

test('a reason answers the allergies that it was given against, and no other', () => {
  const matches = allergyMatches('Amoxicillin', { allergens: [reported('Penicillin; Ampicillin')] })
  expect(givenAgainst(matches)).toBe('Penicillin; Ampicillin')
  expect(unanswered(matches, null)).toEqual(matches)
  expect(unanswered(matches, 'ampicillin')).toEqual(matches.slice(0, 1))
  expect(unanswered(matches, 'Ampicillin; Penicillin')).toEqual([])
  // A part of a name is no answer.
  expect(unanswered(matches, 'Penicillin V; Ampicillin')).toEqual(matches.slice(0, 1))
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

test('a substance that is named itself needs no more words', () => {
  const matches = allergyMatches('Metoclopramide', { allergens: [reported('Metoclopramide')] })
  expect(matchWords(' Metoclopramide ', matches)).toBe('Recorded allergy: Metoclopramide.')
  const others = allergyMatches('Amoxil', { allergens: [reported('Penicillin')] })
  expect(matchWords(' Amoxil ', others)).toBe(
    'Recorded allergy: Penicillin. Amoxil is read as amoxicillin. Amoxil is one of the penicillins.',
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
  expect([isSameMedicine(' B12', 'b12'), isSameMedicine('B12', 'B12 '), isSameMedicine('B12', 'D3')]).toEqual(
    [true, true, false],
  )
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

test('an order is said in one line', () => {
  const order = { dose: 500, unit: 'MG', route: 'ORAL', frequency: 'THREE_TIMES_DAILY' } as const
  expect(orderWords(order)).toBe('500 mg, oral, three times daily')
  expect(doseUnits.map((unit) => doseWords(1, unit))).toEqual([
    '1 mg',
    '1 g',
    '1 microgram',
    '1 unit',
    '1 international unit',
    '1 ml',
    '1 mmol',
    '1 tablet',
    '1 capsule',
    '1 drop',
    '1 puff',
    '1 patch',
    '1 suppository',
    '1 application',
  ])
})

test.each([
  ['0', 'Must be more than zero'],
  ['5 mg', 'Enter the number alone, and choose its unit'],
  ['1.5mg', 'Enter the number alone, and choose its unit'],
  ['about 5 mg', 'Enter a number, with 4 decimals at most'],
  ['12345678', 'Enter a number, with 4 decimals at most'],
  ['0.12345', 'Enter a number, with 4 decimals at most'],
  ['5x5', 'Enter the number alone, and choose its unit'],
  ['-5', 'Enter a number, with 4 decimals at most'],
  ['5-', 'Enter a number, with 4 decimals at most'],
  ['2.50', 'Write “2.5” instead of “2.50”'],
  ['5,000', 'Write 5000 without a comma'],
])('“%s” is refused as a dose: %s', (typed, said) => {
  const messages = (schema: z.ZodType) => schema.safeParse(typed).error?.issues.map(({ message }) => message)
  expect(messages(writtenNumber('Dose is required'))).toEqual([said])
  expect(messages(optionalWrittenNumber)).toEqual([said])
})

test.each(['', undefined])('%j is no dose', (typed) => {
  const said = writtenNumber('Dose is required').safeParse(typed).error?.issues
  expect(said?.map(({ message }) => message)).toEqual(['Dose is required'])
})

test('an optional number is left out, or read as it was typed', () => {
  const read = ['', '  ', null, undefined, ' 0.5 ', '12'].map((typed) => optionalWrittenNumber.parse(typed))
  expect(read).toEqual([null, null, null, null, 0.5, 12])
  expect(optionalWrittenNumber.safeParse(5).error?.issues[0]?.message).toBe('Enter a number')
})

test('a dose has seven digits and four decimals at most', () => {
  expect(['1234567.1234', '5', '0.1234', ' 0.5 '].map((typed) => writtenNumber('').parse(typed))).toEqual([
    1234567.1234, 5, 0.1234, 0.5,
  ])
})

test('a medication does not end before it starts, nor is it written unsafely', () => {
  const order = {
    name: 'Heparin',
    dose: '5000',
    unit: 'UNIT',
    route: 'SUBCUTANEOUS',
    frequency: 'DAILY',
    startsOn: '2026-11-23',
    changeReason: 'Weight',
  }
  const { changeReason: _, ...form } = order
  for (const [schema, typed] of [
    [MedicationForm, form],
    [MedicationChange, order],
  ] as const) {
    const saidOf = (more: object) =>
      schema
        .safeParse({ ...typed, ...more })
        .error?.issues.map(({ path, message }) => [path.join('.'), message])
    expect(saidOf({ endsOn: '2026-11-22' })).toEqual([['endsOn', 'The end can’t be before the start']])
    expect(saidOf({ endsOn: '2026-11-23' })).toBeUndefined()
    expect(saidOf({ endsOn: '' })).toBeUndefined()
    expect(saidOf({ name: 'MgSO4' })).toEqual([['name', 'Write “magnesium sulfate” instead of “MgSO4”']])
    expect(saidOf({ instructions: '10U at night' })).toEqual([
      ['instructions', 'Write “units” instead of “U”'],
    ])
    expect(schema.parse(typed).evenIfUnlikely).toEqual([])
  }
})
