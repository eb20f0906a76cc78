import { editPatient, type Patient, PatientForm } from '../../contract/patients.ts'
import type { Database } from '../db/connect.ts'
import { Refusal } from '../http/errors.ts'
import type { EditedKind } from '../records/record.ts'
import { isCurrentPatient, patientById } from './queries.ts'

export const patientRecord: EditedKind<Patient> = {
  called: 'this patient’s record',
  gone: 'This patient’s record doesn’t exist or has been removed.',
  read: patientById,
  changedBy: [editPatient],
  // `allergens` is the list that `allergies` says.
  audited: PatientForm.keyof().options,
}

/** What a patient has. Of somebody who is not on record an empty list would be no answer (`not_found`). */
export async function ofCurrentPatient<Had>(db: Database, id: string, reading: Promise<Had>): Promise<Had> {
  const [had, isCurrent] = await Promise.all([reading, isCurrentPatient(db, id)])
  if (!isCurrent) throw new Refusal('not_found', patientRecord.gone)
  return had
}
