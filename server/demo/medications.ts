import type pg from 'pg'
import type { Allergen } from '../../contract/clinical/allergies.ts'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import type { DoseUnit, MedicationFrequency, MedicationRoute } from '../../contract/clinical/medications.ts'
import { textOf } from './appointments.ts'
import { dayLength, minute } from './calendar.ts'
import { copyRows, type Row } from './load.ts'
import { kinds, type Population } from './patients.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'

export const medicationTables = ['medication', 'medication_stop', 'problem']

/** So far back, and no further: a demo is opened today. */
const daysBack = 40
/** Outpatients; a large hospital has more than anybody looks at. */
const mostOutpatients = 800

type Medicine = readonly [
  name: string,
  dose: number,
  unit: DoseUnit,
  route: MedicationRoute,
  frequency: MedicationFrequency,
  reason: string | null,
]

const inpatients: readonly Medicine[] = [
  ['Enoxaparin 40 mg prefilled syringe', 40, 'MG', 'SUBCUTANEOUS', 'DAILY', 'Prevention of thrombosis'],
  ['Paracetamol 500 mg', 1, 'G', 'ORAL', 'EVERY_6_HOURS', 'Pain'],
  ['Pantoprazole 40 mg', 40, 'MG', 'ORAL', 'IN_THE_MORNING', null],
  ['Ceftriaxone 1 g vial', 1, 'G', 'INTRAVENOUS', 'DAILY', 'Infection'],
  ['Furosemide 40 mg', 40, 'MG', 'ORAL', 'IN_THE_MORNING', 'Oedema'],
  ['Morphine 10 mg/ml ampoule', 5, 'MG', 'SUBCUTANEOUS', 'AS_NEEDED', 'Severe pain'],
  ['Ondansetron 4 mg', 4, 'MG', 'INTRAVENOUS', 'EVERY_8_HOURS', 'Nausea'],
  ['Ibuprofen 400 mg', 400, 'MG', 'ORAL', 'THREE_TIMES_DAILY', 'Pain'],
]
const outpatients: readonly Medicine[] = [
  ['Metformin 500 mg', 500, 'MG', 'ORAL', 'TWICE_DAILY', 'Type 2 diabetes'],
  ['Amlodipine 5 mg', 5, 'MG', 'ORAL', 'DAILY', 'Hypertension'],
  ['Atorvastatin 20 mg', 20, 'MG', 'ORAL', 'AT_NIGHT', 'High cholesterol'],
  ['Acetylsalicylic acid 100 mg', 100, 'MG', 'ORAL', 'DAILY', 'Prevention of stroke'],
  ['Levothyroxine 50 µg', 50, 'MICROGRAM', 'ORAL', 'IN_THE_MORNING', 'Hypothyroidism'],
  ['Bisoprolol 2.5 mg', 2.5, 'MG', 'ORAL', 'DAILY', 'Atrial fibrillation'],
  ['Salbutamol inhaler 100 µg', 2, 'PUFF', 'INHALED', 'AS_NEEDED', 'Asthma'],
  ['Amoxicillin 500 mg', 500, 'MG', 'ORAL', 'EVERY_8_HOURS', 'Chest infection'],
]

/** What outpatients are treated for, as ICD-10 codes it. */
const codes: Readonly<Record<string, string>> = {
  'Type 2 diabetes': 'E11.9',
  Hypertension: 'I10',
  'High cholesterol': 'E78.0',
  Hypothyroidism: 'E03.9',
  'Atrial fibrillation': 'I48.9',
  Asthma: 'J45.9',
  'Chest infection': 'J22',
}

interface Treated {
  patientId: string
  doctorId: string
  admissionId: string | null
  /** Milliseconds. */
  from: number
  /** When the stay ended; null for who is still here, and for outpatients. */
  left: number | null
  startsOn: string
  allergies: string | null
  allergens: Allergen[]
}

/** What inpatients of the last weeks and some outpatients were prescribed, and what for. After wards and appointments. */
export async function fillMedications(client: pg.Client, hospital: Population): Promise<void> {
  const since = textOf(hospital.now - daysBack * dayLength)
  const { rows } = await client.query<Treated>(
    `with treated as (
       select distinct on (patient_id) * from (
         select patient_id, doctor_id, id as admission_id, admitted_at as moment, discharged_at as left from admission
         where admitted_at > $1 and doctor_id is not null
         union all
         (select patient_id, doctor_id, null, completed_at, null from appointment
          where status = 'COMPLETED' and completed_at > $1 order by completed_at desc, id limit $2)
       ) as all_of_them
       order by patient_id, admission_id nulls last, moment
     )
     select patient_id as "patientId", treated.doctor_id as "doctorId", admission_id as "admissionId",
       extract(epoch from moment)::float8 * 1000 as from, extract(epoch from treated.left)::float8 * 1000 as left,
       (moment at time zone (select time_zone from hospital))::date::text as "startsOn", allergies, allergens
     from treated join patient on patient.id = patient_id where deceased_at is null order by patient_id`,
    [since, mostOutpatients],
  )
  const stops: Row[] = []
  const problems: Row[] = []
  const columns = `id patient_id recorded_at recorded_by admission_id starts_on name dose unit route frequency reason`
  await copyRows(client, 'medication', columns.split(' '), prescribed())
  await copyRows(client, 'medication_stop', ['id', 'patient_id', 'stopped_at', 'stopped_by', 'reason'], stops)
  await copyRows(
    client,
    'problem',
    ['id', 'patient_id', 'recorded_at', 'recorded_by', 'diagnosis', 'icd10'],
    problems,
  )

  function* prescribed(): Generator<Row> {
    let place = 0
    for (const [index, one] of rows.entries()) {
      const random = randomFrom(hospital.seed, kinds.medication, index)
      const at = Math.floor(
        Math.min(one.from + random.between(2, 50) * minute, one.left ?? hospital.now, hospital.now),
      )
      for (const [name, ...order] of chosenFor(one, random)) {
        const id = uuidAt(hospital.seed, kinds.medication, place++)
        const by = one.doctorId
        yield [id, one.patientId, textOf(at), by, one.admissionId, one.startsOn, name, ...order]
        const [reason] = order.slice(-1)
        const code = codes[String(reason)]
        if (code && !one.admissionId)
          problems.push([
            uuidAt(hospital.seed, kinds.problem, place),
            one.patientId,
            textOf(at),
            by,
            String(reason),
            code,
          ])
        if (one.left) stops.push([id, one.patientId, textOf(Math.ceil(one.left)), by, 'Discharged'])
      }
    }
  }
}

/** One to four, none of which the patient can't tolerate. */
function chosenFor(one: Treated, random: Random): Medicine[] {
  const chosen = new Set<Medicine>()
  const wanted = one.admissionId ? random.between(2, 4) : random.below(4)
  for (let count = 0; count < wanted; count++)
    chosen.add(random.pick(one.admissionId ? inpatients : outpatients))
  return [...chosen].filter(([name]) => allergyMatches(name, one).length === 0)
}
