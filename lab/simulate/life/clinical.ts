import { recordAllergy } from '../../../contract/clinical/allergies.ts'
import {
  type MedicationForm,
  prescribeMedication,
  stopMedication,
} from '../../../contract/clinical/medications.ts'
import { recordProblem } from '../../../contract/clinical/problems.ts'
import { recordVitals, strikeVitals } from '../../../contract/clinical/vitals.ts'
import { dayText } from '../../../server/demo/calendar.ts'
import { entriesOf } from '../../../server/demo/patients.ts'
import type { Person } from '../people/person.ts'
import type { Patient } from '../people/population.ts'
import { count, type Life } from './life.ts'

type Order = Pick<MedicationForm, 'name' | 'unit' | 'route' | 'frequency' | 'reason'> & { dose: string }

const medicine = (
  name: string,
  dose: string,
  unit: Order['unit'],
  route: Order['route'],
  frequency: Order['frequency'],
  reason: string,
): Order => ({ name, dose, unit, route, frequency, reason })

export const onWards = [
  medicine(
    'Enoxaparin 40 mg prefilled syringe',
    '40',
    'MG',
    'SUBCUTANEOUS',
    'DAILY',
    'Prevention of thrombosis',
  ),
  medicine('Paracetamol 500 mg', '1', 'G', 'ORAL', 'EVERY_6_HOURS', 'Pain'),
  medicine('Pantoprazole 40 mg', '40', 'MG', 'ORAL', 'IN_THE_MORNING', 'Reflux'),
  medicine('Ceftriaxone 1 g vial', '1', 'G', 'INTRAVENOUS', 'DAILY', 'Infection'),
  medicine('Furosemide 40 mg', '40', 'MG', 'ORAL', 'IN_THE_MORNING', 'Oedema'),
  medicine('Ondansetron 4 mg', '4', 'MG', 'INTRAVENOUS', 'EVERY_8_HOURS', 'Nausea'),
]
export const atTheClinic = [
  medicine('Metformin 500 mg', '500', 'MG', 'ORAL', 'TWICE_DAILY', 'Type 2 diabetes'),
  medicine('Amlodipine 5 mg', '5', 'MG', 'ORAL', 'DAILY', 'Hypertension'),
  medicine('Atorvastatin 20 mg', '20', 'MG', 'ORAL', 'AT_NIGHT', 'High cholesterol'),
  medicine('Bisoprolol 2.5 mg', '2.5', 'MG', 'ORAL', 'DAILY', 'Atrial fibrillation'),
  medicine('Amoxicillin 500 mg', '500', 'MG', 'ORAL', 'EVERY_8_HOURS', 'Chest infection'),
  medicine('Ibuprofen 400 mg', '400', 'MG', 'ORAL', 'THREE_TIMES_DAILY', 'Pain'),
]
const problems = [
  ['Type 2 diabetes', 'E11.9'],
  ['Hypertension', 'I10'],
  ['Community-acquired pneumonia', 'J18.9'],
  ['Asthma', 'J45.9'],
  ['Acute pyelonephritis', 'N10'],
  ['Low back pain', 'M54.5'],
] as const

/**
 * Prescribes a medicine that ends by itself or is stopped some days later. The doctor heeds allergy warnings, and
 * confirms a medicine that the patient already takes.
 */
export async function prescribe(
  { clock, random, agenda }: Life,
  doctor: Person,
  patient: Patient,
  orders: readonly Order[],
): Promise<void> {
  const order = random.pick(orders)
  const isStopped = random.chance(0.25)
  const days = random.pick([5, 7, 10, 28])
  const told = await doctor.call(
    prescribeMedication,
    {
      params: { id: patient.id },
      body: {
        ...order,
        instructions: null,
        startsOn: dayText(clock.day),
        endsOn: isStopped ? null : dayText(clock.day + days),
        allergyReason: null,
        evenIfUnlikely: ['name'],
      },
    },
    { mayHear: ['allergy_match', 'dose_unlikely', 'patient_deceased'] },
  )
  if (!told.isDone || !isStopped) return
  agenda.at(clock.wall.momentAt(clock.day + random.between(1, days), random.between(9 * 60, 17 * 60)), () =>
    doctor.call(
      stopMedication,
      { params: { id: told.body.id }, body: { reason: 'Course completed' } },
      { mayHear: ['patient_deceased'] },
    ),
  )
}

export async function noteProblem({ random }: Life, doctor: Person, patient: Patient): Promise<void> {
  const [diagnosis, icd10] = random.pick(problems)
  await doctor.call(
    recordProblem,
    { params: { id: patient.id }, body: { diagnosis, icd10, onsetOn: null } },
    { mayHear: ['patient_deceased'] },
  )
}

export async function askForAllergies({ random }: Life, doctor: Person, patient: Patient): Promise<void> {
  for (const allergy of entriesOf(random)) {
    await doctor.call(
      recordAllergy,
      { params: { id: patient.id }, body: allergy },
      { mayHear: ['allergy_recorded', 'patient_deceased'] },
    )
  }
}

/**
 * Records a full set of vital signs; `illness` is from 0 (well) to 1. A few are of the wrong patient, and struck
 * through.
 */
export async function takeVitals(
  life: Life,
  doctor: Person,
  patient: Patient,
  illness: number,
): Promise<void> {
  const { random } = life
  const isAdult = patient.age >= 16
  const around = (well: number, ill: number, scatter: number) =>
    Math.round(well + (ill - well) * illness + (random.next() - 0.5) * scatter)
  const told = await doctor.call(
    recordVitals,
    {
      params: { id: patient.id },
      body: {
        temperature: around(368, 389, 6) / 10,
        pulse: isAdult ? around(74, 122, 18) : around(108, 150, 20),
        respiratoryRate: isAdult ? around(15, 26, 4) : around(24, 38, 6),
        systolic: isAdult ? around(124, 96, 22) : around(98, 84, 12),
        diastolic: isAdult ? around(76, 60, 10) : around(58, 50, 8),
        oxygenSaturation: Math.min(100, around(97, 91, 3)),
        pain: Math.min(10, Math.max(0, around(1, 6, 3))),
        consciousness: illness > 0.9 ? 'CONFUSION' : 'ALERT',
        oxygen: illness > 0.6 ? 'OXYGEN' : 'AIR',
      },
    },
    { mayHear: ['patient_deceased'] },
  )
  if (!told.isDone || !random.chance(0.002)) return
  count(life, 'sets struck through')
  await doctor.call(strikeVitals, { params: { id: told.body.id }, body: { reason: 'Wrong patient' } })
}
