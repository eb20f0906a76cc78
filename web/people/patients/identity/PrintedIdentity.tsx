import { genderNames, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { DateOfBirth, PatientName } from './PatientIdentityLine.tsx'

/** The patient of a print, for the head of its sheets. */
export function PrintedIdentity({ patient }: { patient: PatientIdentity }) {
  return (
    <>
      <strong>
        <PatientName patient={patient} />
      </strong>
      <div>
        {patient.mrn}, {genderNames[patient.gender]}
      </div>
      <div>
        Born <DateOfBirth of={patient} />
      </div>
    </>
  )
}
