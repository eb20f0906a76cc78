import type { Gender } from '../../../contract/patients.ts'
import type { Ward } from '../../../contract/wards.ts'

/** What the wards of the demo hospital are like: their beds, who comes to them, why, and for how long. */

/** Hours. */
const day = 24

export interface WardCustom {
  beds: readonly string[]
  /** How many patients come straight to this ward in a day. */
  arrivals: number
  /** Least and most hours in a bed of this ward. */
  stays: readonly [number, number]
  /** Where those go who stay in the hospital, how likely, and why. */
  next?: readonly { ward: Ward; likely: number; reason: string }[]
  takes(patient: { age: number; gender: Gender }): boolean
  /** Nobody is admitted twice in a quarter for this. */
  once?: boolean
  diagnoses: readonly string[]
  summaries: readonly string[]
}

function numbered(prefix: string, first: number, count: number): string[] {
  return Array.from({ length: count }, (_, place) => `${prefix}-${first + place}`)
}

export const wardCustoms: Record<Ward, WardCustom> = {
  GENERAL: {
    beds: numbered('A', 101, 10),
    arrivals: 1.25,
    stays: [2 * day, 9 * day],
    takes: ({ age }) => age >= 16,
    diagnoses: [
      'Community-acquired pneumonia, right lower lobe',
      'Acute pyelonephritis',
      'Cellulitis of the left leg',
      'Acute cholecystitis, laparoscopic surgery planned',
      'Decompensated heart failure (NYHA III)',
      'Acute exacerbation of COPD',
      'Fracture of the neck of the femur, day 1 after hip replacement',
      'Acute pancreatitis, mild',
      'Poorly controlled type 2 diabetes, insulin adjustment',
      'Diverticulitis, conservative treatment',
    ],
    summaries: [
      'Recovered well on antibiotics; to finish the course at home. Review in the outpatient clinic in 7 days.',
      'Mobile and free of pain. Wound clean and dry; stitches out in 10 days.',
      'Stable on adjusted medication. Weight daily; return if more than 2 kg are gained in 3 days.',
      'Tolerates a normal diet, blood results back to normal. No further appointments needed.',
    ],
  },
  ICU: {
    beds: numbered('ICU', 1, 5),
    arrivals: 0.45,
    stays: [1.5 * day, 7 * day],
    next: [{ ward: 'GENERAL', likely: 0.72, reason: 'Stable for 24 hours, no longer needs intensive care' }],
    takes: ({ age }) => age >= 35,
    diagnoses: [
      'Septic shock, urinary source',
      'ST-elevation myocardial infarction, after stenting',
      'Severe pneumonia with respiratory failure',
      'Diabetic ketoacidosis',
      'Upper gastrointestinal bleeding',
      'Polytrauma after a road traffic accident',
      'Ischaemic stroke, after thrombolysis',
    ],
    summaries: [
      'Weaned from ventilation on day 3, stable since. Transferred for further treatment.',
      'Condition stable; further care by the family doctor and the cardiology clinic.',
    ],
  },
  EMERGENCY: {
    beds: numbered('ER', 1, 4),
    arrivals: 1.9,
    stays: [7, 34],
    next: [
      { ward: 'GENERAL', likely: 0.2, reason: 'Needs further treatment on the ward' },
      { ward: 'ICU', likely: 0.14, reason: 'Deteriorated, needs intensive care' },
    ],
    takes: ({ age }) => age >= 16,
    diagnoses: [
      'Chest pain, acute coronary syndrome being ruled out',
      'Concussion, observation for 24 hours',
      'Acute asthma attack',
      'Renal colic, left side',
      'Syncope of unknown cause',
      'Allergic reaction after a bee sting',
      'Suspected appendicitis',
      'Hypertensive crisis',
    ],
    summaries: [
      'Observation without findings. Return at once if the symptoms come back.',
      'Free of pain; two troponin tests negative. Cardiology clinic within a week.',
      'Improved with treatment. Inhaler technique shown and written down.',
    ],
  },
  PEDIATRIC: {
    beds: numbered('P', 201, 4),
    arrivals: 0.95,
    stays: [1.2 * day, 5 * day],
    takes: ({ age }) => age < 16,
    diagnoses: [
      'Bronchiolitis, needs oxygen',
      'Gastroenteritis with dehydration',
      'Febrile seizure, observation',
      'Acute asthma attack',
      'Supracondylar fracture of the right humerus, day 1 after fixation',
      'Newly diagnosed type 1 diabetes',
    ],
    summaries: [
      'Drinks and eats well, free of fever for 24 hours. Parents know the warning signs.',
      'Plaster checked, fingers warm and moving. Fracture clinic in 7 days.',
    ],
  },
  MATERNITY: {
    beds: numbered('M', 301, 4),
    arrivals: 0.72,
    stays: [1.5 * day, 5.5 * day],
    takes: ({ age, gender }) => gender === 'FEMALE' && age >= 18 && age <= 43,
    once: true,
    diagnoses: [
      'Spontaneous delivery at 39 weeks, mother and child well',
      'Caesarean section at 38 weeks',
      'Threatened preterm labour at 31 weeks',
      'Pre-eclampsia at 35 weeks, observation',
      'Induction of labour at 41 weeks',
    ],
    summaries: [
      'Mother and child well, breastfeeding established. Midwife visits from tomorrow.',
      'Wound clean and dry. Midwife visits arranged; check-up in 6 weeks.',
    ],
  },
  PSYCHIATRIC: {
    beds: numbered('Y', 401, 3),
    arrivals: 0.2,
    stays: [8 * day, 26 * day],
    takes: ({ age }) => age >= 18 && age <= 75,
    once: true,
    diagnoses: [
      'Severe depressive episode',
      'Acute psychotic episode, first admission',
      'Bipolar disorder, manic episode',
      'Alcohol withdrawal',
    ],
    summaries: ['Mood stable on medication, safety plan agreed. Day clinic from Monday.'],
  },
}

/** What stands at some beds. */
export const bedNotes: Readonly<Record<string, string>> = {
  'A-101': 'By the window',
  'A-104': 'Near the nurses’ station',
  'A-110': 'Single room, suitable for isolation',
  'ICU-1': 'Ventilator',
  'ICU-2': 'Ventilator, dialysis connection',
  'ER-4': 'Resuscitation bay',
  'P-204': 'Folding bed for a parent',
  'M-301': 'Family room',
}

export const admissionNotes: readonly string[] = [
  'Needs an interpreter; daughter is reachable by phone.',
  'Risk of falling: call bell within reach.',
  'Diabetic diet.',
  'Blood results pending.',
  'Prefers to be spoken to on the right side.',
  'Physiotherapy daily.',
  'No visitors after 6 PM, at the patient’s wish.',
]

export const acuityNotes = {
  STABLE: ['Observations within limits overnight.', 'No new complaints.'],
  IMPROVING: ['Walked to the bathroom without help.', 'Temperature down, appetite back.', 'Less pain today.'],
  SERIOUS: ['Oxygen raised to 4 l/min.', 'Confused at times, close observation.'],
  CRITICAL: ['Ventilated, on two vasopressors.'],
} as const
