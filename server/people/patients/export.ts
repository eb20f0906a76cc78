import { allergyWords } from '../../../contract/clinical/allergy-words.ts'
import { isAgeUnsure, knownBirth } from '../../../contract/people/birth/birth.ts'
import { ageOn, genderNames, type Patient } from '../../../contract/people/patients.ts'
import type { CsvColumns } from '../../ground/records/csv.ts'
import type { ExportedPatient } from './whole-identifiers.ts'

/** A file is passed on, so what restricted records keep back is in none of them. */
export function exportColumns(today: string): CsvColumns<ExportedPatient> {
  return {
    MRN: (patient) => patient.mrn,
    'First Name': (patient) => patient.firstName,
    'Last Name': (patient) => patient.lastName,
    'Date of Birth': knownBirth,
    Age: (patient) => ageFigure(patient, today),
    Gender: (patient) => genderNames[patient.gender],
    Contact: (patient) => patient.contactNumber,
    Email: (patient) => patient.email,
    Address: (patient) => patient.address,
    'Blood Group': (patient) => patient.bloodGroup,
    Allergies: allergyWords,
    Identifiers: (patient) => patient.identifiers,
    'Medical History': ({ medicalHistory, restrictedSince }) =>
      restrictedSince !== null ? null : medicalHistory,
  }
}

function ageFigure(patient: Patient, today: string): number | string {
  const age = ageOn(today, patient.dateOfBirth)
  return isAgeUnsure(patient, today) ? `about ${age}` : age
}
