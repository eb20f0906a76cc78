import { sql } from 'kysely'
import type { PatientIdentity } from '../../../contract/people/patients.ts'

/** A patient's identity as the contract has it, from a join called `patient`; null where that found none. */
export const patientIdentity = sql`
  case when patient.id is not null then jsonb_build_object('id', patient.id, 'mrn', patient.mrn,
    'firstName', patient.first_name, 'lastName', patient.last_name, 'dateOfBirth', patient.date_of_birth,
    'birthPrecision', patient.birth_precision,
    'gender', patient.gender, 'contactNumber', patient.contact_number, 'allergies', patient.allergies,
    'allergens', patient.allergens) end as patient`

/** The identity as columns, which cost less than JSON in long lists; `withIdentity` combines them. */
export const identityColumns = sql`
  patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
  patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
  patient.contact_number as "contactNumber", patient.allergies, patient.allergens`

type IdentityColumns = Omit<PatientIdentity, 'id'>

/** JSON leaves out what is undefined. Copying the row without those columns takes far longer. */
export function withIdentity<Row extends { patientId: string | null }>(row: Row & IdentityColumns) {
  const { patientId, mrn, firstName, lastName, dateOfBirth, birthPrecision, gender } = row
  const { contactNumber, allergies, allergens } = row
  const born = { dateOfBirth, birthPrecision }
  const identity = { mrn, firstName, lastName, ...born, gender, contactNumber, allergies, allergens }
  return {
    ...row,
    mrn: undefined,
    firstName: undefined,
    lastName: undefined,
    dateOfBirth: undefined,
    birthPrecision: undefined,
    gender: undefined,
    contactNumber: undefined,
    allergies: undefined,
    allergens: undefined,
    patient: patientId === null ? null : { id: patientId, ...identity },
  }
}

export { isOf, isOnRecord, mergedRecords, recordIds, recordsOf } from './merged-records.ts'
export { isSought } from './patient-search.ts'
export { labelledPatient, numberedPatient, ofCurrentPatient, patientRecord } from './record.ts'

export { readHeld } from './whole-identifiers.ts'

/** 'New' patients are those of this many days, today included. */
export const newPatientDays = 30
