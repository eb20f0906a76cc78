import { knownBirth } from '../../../contract/people/birth/birth.ts'
import { editPatient, type Patient, PatientForm } from '../../../contract/people/patients.ts'
import { readLabelCode } from '../../../contract/search/labels.ts'
import type { Database } from '../../ground/db/connect.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { HospitalReader } from '../../ground/http/hospital.ts'
import type { EditedKind } from '../../ground/records/record.ts'
import { currentRecord, patientById, patientLabelled, patientNumbered } from './queries.ts'

export const patientRecord: EditedKind<Patient> = {
  called: 'this patient’s record',
  gone: 'This patient’s record doesn’t exist or has been removed.',
  read: patientById,
  changedBy: [editPatient],
  // `allergens` is the list that `allergies` says.
  audited: PatientForm.omit({ birthPrecision: true }).keyof().options,
  // A day that nobody knows isn't on record.
  written: (patient) => ({ ...patient, dateOfBirth: knownBirth(patient) }),
}

/** A part of a patient's record, read of all records that were merged into it. @throws Refusal `not_found` if there is no such patient, rather than an empty list */
export async function ofCurrentPatient<Had>(
  db: Database,
  id: string,
  read: (ids: readonly string[]) => Promise<Had>,
): Promise<Had> {
  // Few patients have merged records, so the reading doesn't wait to learn of them.
  const [had, current] = await Promise.all([read([id]), currentRecord(db, id)])
  if (!current) throw new Refusal('not_found', patientRecord.gone)
  return current.merged.length > 0 ? read([id, ...current.merged]) : had
}

/**
 * The current patient with the scanned label, and the MRN on it if that record was merged. If the label is of no patient here, the error says why, and `instead`
 * says what to do.
 */
export async function labelledPatient(
  db: Database,
  hospital: HospitalReader,
  code: string,
  instead: string,
): Promise<Patient & { formerly: string | null }> {
  const label = readLabelCode(code)
  if (!label) throw invalidField('code', 'Scan the label again')
  const { labelMark } = await hospital.read()
  if (label.mark !== labelMark)
    throw new Refusal('label_of_other_hospital', `This label is another hospital’s. ${instead}`)
  const found = await patientLabelled(db, label.patientId)
  if (!found) throw new Refusal('label_unknown', `No patient here has this label. ${instead}`)
  const { isCurrent, mergedInto, ...patient } = found
  const survivor = mergedInto && (await patientById(db, mergedInto))
  if (survivor) return { ...survivor, formerly: patient.mrn }
  if (!isCurrent) {
    const sentence = `The record that this label belongs to has been removed. ${instead}`
    throw new Refusal('label_of_removed_patient', sentence)
  }
  return { ...patient, formerly: null }
}

/** The current patient with this MRN, which must be a whole one, or whose merged record had it. */
export async function numberedPatient(db: Database, mrn: string): Promise<Patient> {
  const found = await patientNumbered(db, mrn)
  if (!found) throw new Refusal('not_found', `No patient has ${mrn}. Check the number.`)
  const { isCurrent, mergedInto, ...patient } = found
  const survivor = mergedInto && (await patientById(db, mergedInto))
  if (survivor) return survivor
  if (!isCurrent) throw new Refusal('not_found', `The record of ${mrn} has been removed.`)
  return patient
}
