import type { Patient } from '../../../../contract/people/patients.ts'
import type { Fact } from '../../../ground/ui/page/Facts.tsx'
import { PhoneLink } from './PhoneLink.tsx'
import classes from './patient-facts.module.css'

interface PatientFact extends Fact {
  /** On the screen it stands only where it is recorded; on paper it says that it is not. */
  ifRecorded?: boolean
}

/** The facts of a record beside identity, allergies and history, on the screen and on paper. */
export function patientFacts(patient: Patient): PatientFact[] {
  return [
    {
      label: 'Contact Number',
      value: patient.contactNumber && <PhoneLink number={patient.contactNumber} />,
    },
    {
      label: 'E-mail',
      value: patient.email && (
        <a href={`mailto:${patient.email}`} className={classes.contact}>
          {patient.email}
        </a>
      ),
      ifRecorded: true,
    },
    { label: 'Address', value: patient.address && <bdi>{patient.address}</bdi> },
    { label: 'Blood Type', value: patient.bloodGroup },
  ]
}
