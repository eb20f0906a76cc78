import { sql } from 'kysely'

/** A patient's identity as the contract has it, from a join called `patient`; null where that found none. */
export const patientIdentity = sql`
  case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
    'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
    'gender', patient.gender, 'contactNumber', patient.contact_number) end as patient`

export { patientRecord, requireCurrentPatient } from './record.ts'
