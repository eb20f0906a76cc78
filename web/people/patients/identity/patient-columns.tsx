import { birthWords } from '../../../../contract/people/birth/birth.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import classes from './patient-columns.module.css'
import { RecordLink } from './RecordLink.tsx'

/** The patient of a row in a list of many patients, for a DataTable. */
export const patientColumns: readonly DataColumn<{ patient: PatientIdentity }>[] = [
  {
    key: 'patient',
    header: 'Patient',
    primary: true,
    // As wide as long names are: no other column takes a letter of them.
    width: '160px',
    cell: ({ patient }) => <RecordLink patient={patient} className={classes.patient} />,
  },
  { key: 'mrn', header: 'MRN', cell: ({ patient }) => <span className={classes.whole}>{patient.mrn}</span> },
  {
    key: 'dateOfBirth',
    header: 'Date of Birth',
    cell: ({ patient }) => <span className={classes.whole}>{birthWords(patient)}</span>,
  },
]
