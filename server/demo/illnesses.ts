import type { AllergyForm } from '../../contract/clinical/allergies.ts'
import type { Gender } from '../../contract/patients.ts'
import type { Random } from './random.ts'

interface Illness {
  text: string
  /** Ages at which somebody may have it, and how likely then. */
  from: number
  to: number
  likely: number
  only?: Gender
}

/** {year} is a year in which it can have begun. */
const illnesses: readonly Illness[] = [
  { text: 'Born preterm at 33 weeks; development on schedule.', from: 0, to: 5, likely: 0.08 },
  { text: 'Vaccinations complete for age.', from: 0, to: 15, likely: 0.5 },
  { text: 'Atopic eczema; emollients and hydrocortisone 1 % in flares.', from: 0, to: 25, likely: 0.12 },
  { text: 'Recurrent ear infections; grommets in {year}.', from: 2, to: 12, likely: 0.1 },
  { text: 'Asthma since childhood; salbutamol inhaler as needed.', from: 4, to: 60, likely: 0.11 },
  { text: 'Type 1 diabetes since {year}; insulin pump.', from: 6, to: 60, likely: 0.02 },
  {
    text: 'Epilepsy since {year}; seizure-free on levetiracetam 500 mg twice daily.',
    from: 8,
    to: 70,
    likely: 0.02,
  },
  { text: 'Appendectomy {year}.', from: 9, to: 85, likely: 0.08 },
  { text: 'Tonsillectomy {year}.', from: 5, to: 50, likely: 0.06 },
  { text: 'Fracture of the left forearm {year}, healed.', from: 6, to: 60, likely: 0.07 },
  { text: 'Migraine with aura; sumatriptan 50 mg as needed.', from: 15, to: 60, likely: 0.08 },
  {
    text: 'Generalised anxiety disorder since {year}; sertraline 50 mg daily.',
    from: 17,
    to: 75,
    likely: 0.06,
  },
  {
    text: 'Iron deficiency anaemia {year}; ferrous sulfate, resolved.',
    from: 14,
    to: 55,
    likely: 0.1,
    only: 'FEMALE',
  },
  { text: 'Two pregnancies; caesarean section {year}.', from: 25, to: 60, likely: 0.12, only: 'FEMALE' },
  {
    text: 'Polycystic ovary syndrome; metformin 500 mg twice daily.',
    from: 18,
    to: 45,
    likely: 0.07,
    only: 'FEMALE',
  },
  { text: 'Hypothyroidism since {year}; levothyroxine 75 µg daily.', from: 25, to: 95, likely: 0.08 },
  { text: 'Gastro-oesophageal reflux; omeprazole 20 mg daily.', from: 28, to: 95, likely: 0.12 },
  { text: 'Lumbar disc herniation L4/L5 {year}, treated conservatively.', from: 30, to: 75, likely: 0.08 },
  { text: 'Hypertension since {year}; amlodipine 5 mg daily.', from: 40, to: 97, likely: 0.3 },
  {
    text: 'Type 2 diabetes since {year}; metformin 1 g twice daily, HbA1c every 3 months.',
    from: 40,
    to: 97,
    likely: 0.17,
  },
  { text: 'Hyperlipidaemia; atorvastatin 20 mg at night.', from: 42, to: 97, likely: 0.2 },
  { text: 'Cholecystectomy (laparoscopic) {year}.', from: 35, to: 90, likely: 0.07 },
  { text: 'Osteoarthritis of both knees; paracetamol as needed.', from: 52, to: 97, likely: 0.2 },
  {
    text: 'Breast cancer left, lumpectomy and radiotherapy {year}; in remission.',
    from: 45,
    to: 90,
    likely: 0.05,
    only: 'FEMALE',
  },
  { text: 'Osteoporosis; alendronate 70 mg weekly.', from: 58, to: 97, likely: 0.16, only: 'FEMALE' },
  {
    text: 'Benign prostatic hyperplasia; tamsulosin 0.4 mg daily.',
    from: 55,
    to: 97,
    likely: 0.22,
    only: 'MALE',
  },
  {
    text: 'Myocardial infarction {year}, two stents; aspirin 75 mg, bisoprolol 2.5 mg.',
    from: 50,
    to: 95,
    likely: 0.07,
  },
  { text: 'Atrial fibrillation since {year}; apixaban 5 mg twice daily.', from: 60, to: 97, likely: 0.11 },
  { text: 'COPD (GOLD 2), ex-smoker, 30 pack-years; tiotropium daily.', from: 50, to: 95, likely: 0.1 },
  { text: 'Chronic kidney disease stage 3a.', from: 60, to: 97, likely: 0.09 },
  { text: 'Cataract surgery right eye {year}.', from: 65, to: 97, likely: 0.15 },
  { text: 'Total hip replacement right {year}.', from: 62, to: 97, likely: 0.08 },
  {
    text: 'Mild cognitive impairment; lives with daughter, who attends visits.',
    from: 74,
    to: 97,
    likely: 0.1,
  },
]

const allergens = [
  'Penicillin (rash)',
  'Penicillin (anaphylaxis, 2014)',
  'Sulfonamides',
  'Aspirin and other NSAIDs (bronchospasm)',
  'Latex',
  'Peanuts (anaphylaxis; carries an adrenaline pen)',
  'Shellfish',
  'Hen’s egg',
  'Bee and wasp stings',
  'Iodinated contrast medium (urticaria)',
  'Codeine (severe nausea)',
  'Amoxicillin (hives)',
  'Adhesive plasters (contact dermatitis)',
  'House dust mite, grass pollen',
] as const

/** What the record says of allergies: nothing, that there are none, or which. */
export function describeAllergies(random: Random): string | null {
  const state = random.next()
  if (state < 0.33) return null
  if (state < 0.74) return 'No known allergies'
  const first = random.pick(allergens)
  const second = random.chance(0.2) ? random.pick(allergens) : first
  return second === first ? first : `${first}; ${second}`
}

/** Other substances than those of the text, so that none is said twice; the most severe first. */
const recorded: readonly AllergyForm[] = [
  { substance: 'Flucloxacillin', reaction: 'Anaphylaxis', severity: 'SEVERE', certainty: 'CONFIRMED' },
  { substance: 'Iohexol', reaction: 'Collapse after a scan', severity: 'SEVERE', certainty: 'CONFIRMED' },
  { substance: 'Trimethoprim', reaction: 'Widespread rash', severity: 'MODERATE', certainty: 'CONFIRMED' },
  { substance: 'Ibuprofen', reaction: 'Wheeze', severity: 'MODERATE', certainty: 'CONFIRMED' },
  { substance: 'Erythromycin', reaction: 'Vomiting', severity: 'MILD', certainty: 'SUSPECTED' },
  { substance: 'Lisinopril', reaction: 'Swollen lips', severity: 'SEVERE', certainty: 'SUSPECTED' },
  { substance: 'Morphine', reaction: 'Itching', severity: 'MILD', certainty: 'SUSPECTED' },
  { substance: 'Chlorhexidine', reaction: 'Contact dermatitis', severity: 'MILD', certainty: 'CONFIRMED' },
]
const bySeverity = ['SEVERE', 'MODERATE', 'MILD']

/** What doctors recorded: of most nothing, of some one or two entries. */
export function recordedAllergies(random: Random): AllergyForm[] {
  if (!random.chance(0.12)) return []
  const [first, second] = [random.pick(recorded), random.pick(recorded)]
  const isOne = first === second || random.chance(0.8)
  return [first, ...(isOne ? [] : [second])].toSorted(
    (one, other) => bySeverity.indexOf(one.severity) - bySeverity.indexOf(other.severity),
  )
}

export function describeHistory(random: Random, age: number, gender: Gender, year: number): string | null {
  const found: string[] = []
  for (const illness of illnesses) {
    if (age < illness.from || age > illness.to || (illness.only && illness.only !== gender)) continue
    if (!random.chance(illness.likely) || found.length === 4) continue
    const yearsAgo = random.below(Math.max(1, Math.min(age - illness.from + 1, 22)))
    found.push(illness.text.replace('{year}', String(year - yearsAgo)))
  }
  return found.length > 0 ? found.join('\n') : null
}

const complaints = {
  GENERAL: {
    child: [
      'Fever since yesterday',
      'Earache',
      'Vaccination',
      'Cough at night',
      'Well-child check',
      'Rash on both arms',
    ],
    adult: [
      'Cough for two weeks',
      'Back pain',
      'Annual check-up',
      'Tiredness',
      'Sore throat and fever',
      'Headaches',
      'Stomach pain after meals',
      'Repeat prescription',
      'Travel vaccination',
      'Dizziness on standing',
    ],
  },
  FOLLOW_UP: {
    child: ['Ear check after antibiotics', 'Asthma review', 'Growth check', 'Stitches out'],
    adult: [
      'Blood pressure review',
      'HbA1c result',
      'Wound check',
      'Thyroid result',
      'After discharge',
      'Medication review',
      'Stitches out',
      'X-ray result',
      'Anticoagulation check',
    ],
  },
  SPECIALIST: {
    child: ['Referred: heart murmur', 'Referred: squint', 'Hearing test'],
    adult: [
      'Referred: cardiology',
      'Referred: knee, possible replacement',
      'Referred: skin lesion on back',
      'Referred: persistent anaemia',
      'Second opinion on surgery',
      'Referred: sleep apnoea',
    ],
  },
  EMERGENCY: {
    child: ['Fell from swing, wrist swollen', 'Difficulty breathing', 'Swallowed a coin'],
    adult: [
      'Chest pain since this morning',
      'Fall at home, hip pain',
      'Severe abdominal pain',
      'Cut on hand, needs stitches',
      'Allergic reaction',
      'Short of breath',
    ],
  },
} as const

/** What the desk noted when booking, as often as desks do. */
export function describeVisit(random: Random, type: keyof typeof complaints, age: number): string | null {
  if (type !== 'EMERGENCY' && random.chance(0.35)) return null
  return random.pick<string>(complaints[type][age < 14 ? 'child' : 'adult'])
}

/** What the doctor wrote of what the desk had noted (`describeVisit`); of what isn't here they wrote nothing. */
export const visitNotes: Readonly<
  Record<string, readonly [findings: string, assessment: string, plan: string]>
> = {
  'Stomach pain after meals': [
    'Epigastric tenderness, no guarding. No weight loss, no blood in the stool.',
    'Dyspepsia.',
    'Smaller meals, no ibuprofen. Omeprazole 20 mg daily for 4 weeks, then review.',
  ],
  'Repeat prescription': [
    'Feels well. Takes the medicines as prescribed, no side effects.',
    'Stable on present treatment.',
    'Prescription repeated for 3 months.',
  ],
  'Travel vaccination': [
    'No fever, no earlier reaction to a vaccine.',
    'Fit for vaccination.',
    'Hepatitis A and typhoid given, left upper arm. Second hepatitis A dose in 6 to 12 months.',
  ],
  'Dizziness on standing': [
    'Systolic pressure falls by 24 mmHg on standing. Heart sounds normal, no focal signs.',
    'Orthostatic hypotension.',
    'More fluids, stand up slowly. Tablets for blood pressure to be looked at again in 2 weeks.',
  ],
  'Ear check after antibiotics': [
    'Eardrum pale and mobile, no discharge. Hearing tested by whisper: normal.',
    'Otitis media, healed.',
    'No further treatment. Come back if the pain returns.',
  ],
  'Asthma review': [
    'Chest clear. Uses the reliever twice a week; inhaler technique good.',
    'Asthma, well controlled.',
    'Go on as before. Review in 6 months.',
  ],
  'Stitches out': [
    'Wound closed and dry, no redness.',
    'Good healing.',
    'Stitches removed. Keep dry for 24 hours.',
  ],
  'Blood pressure review': [
    'Three readings at rest, mean 136/82 mmHg. Home readings alike.',
    'Hypertension, controlled.',
    'Treatment unchanged. Kidney function and potassium in 3 months.',
  ],
  'HbA1c result': [
    'HbA1c 56 mmol/mol, before 61. Feet: pulses and sensation present.',
    'Type 2 diabetes, improving.',
    'Metformin unchanged. Eye screening is due. HbA1c in 3 months.',
  ],
  'Wound check': [
    'Edges together, slight swelling, no discharge.',
    'Healing as expected.',
    'Dressing changed. Check again in 5 days.',
  ],
  'Thyroid result': [
    'TSH 2.1 mIU/l. No tremor, pulse regular.',
    'Hypothyroidism, well replaced.',
    'Levothyroxine unchanged. TSH in 12 months.',
  ],
  'After discharge': [
    'Walks without help, eats and sleeps well. Chest clear, legs not swollen.',
    'Recovering as expected.',
    'Discharge medicines explained once more. Review in 4 weeks.',
  ],
  'Medication review': [
    'All packets seen. Two were taken at the wrong time of day.',
    'No interaction of concern.',
    'Times of day corrected in writing. Review in 6 months.',
  ],
  'X-ray result': [
    'X-ray: no fracture, mild wear of the joint. Full movement, some pain at the end of it.',
    'Mild osteoarthritis.',
    'Exercises shown. Paracetamol when needed.',
  ],
  'Referred: cardiology': [
    'Soft systolic murmur at the apex. ECG: sinus rhythm, no ischaemia.',
    'Murmur, probably mitral regurgitation.',
    'Echocardiogram requested. No change of treatment until then.',
  ],
  'Referred: skin lesion on back': [
    'Brown lesion of 7 mm, irregular border, two colours.',
    'Atypical naevus.',
    'Excision with 2 mm margin booked; histology to follow.',
  ],
  'Hearing test': [
    'Ear canals free, eardrums normal. Audiogram: within the normal range on both sides.',
    'Normal hearing.',
    'No further test needed.',
  ],
  'Chest pain since this morning': [
    'Pain on pressing the left third rib, none on effort. ECG normal, troponin negative twice.',
    'Chest wall pain.',
    'Paracetamol. Come back at once if there is pain on effort or breathlessness.',
  ],
  'Fall at home, hip pain': [
    'Bears weight with pain. Leg neither short nor rotated. X-ray: no fracture.',
    'Contusion of the hip.',
    'Pain relief, walking aid for a week. Assessment of falls arranged.',
  ],
  'Cut on hand, needs stitches': [
    'Cut of 3 cm on the palm; tendons and sensation intact.',
    'Simple laceration.',
    'Cleaned, 4 stitches. Tetanus protection is up to date. Stitches out in 10 days.',
  ],
  'Fell from swing, wrist swollen': [
    'Swollen and tender over the distal radius, pulse and sensation present. X-ray: buckle fracture.',
    'Buckle fracture of the distal radius.',
    'Splint for 3 weeks. Parents know when to come back.',
  ],
}
