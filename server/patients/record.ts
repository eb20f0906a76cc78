import type { Patient } from '../../contract/patients.ts'
import type { Database } from '../db/connect.ts'
import { Refusal } from '../http/errors.ts'
import type { RecordKind } from '../records/record.ts'
import { isCurrentPatient, patientById } from './queries.ts'

export const patientRecord: RecordKind<Patient> = {
  called: 'this patient’s record',
  gone: 'This patient’s record doesn’t exist or has been removed.',
  read: patientById,
}

/** An empty list would say that somebody who is not here has nothing of it. */
export async function requireCurrentPatient(db: Database, id: string): Promise<void> {
  if (!(await isCurrentPatient(db, id))) throw new Refusal('not_found', patientRecord.gone)
}
