import { ageWords, type Birth, birthWords } from '../../../../contract/people/birth/birth.ts'
import { type FoundBy, genderNames, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { patientName } from '../../../ground/ui/format.ts'
import classes from './PatientIdentity.module.css'

/** 'RAO, Asha'. Isolated, so that a name written from right to left leaves the words around it in place. */
export function PatientName({ patient }: { patient: { firstName: string; lastName: string } }) {
  return <bdi className={classes.clipped}>{patientName(patient)}</bdi>
}

/** '3 Feb 1984 (42 years)', or '1984 (about 42 years)', in two lines where it has to be. */
export function DateOfBirth({ of }: { of: Birth }) {
  const today = useToday()
  return (
    <>
      <span className={classes.whole}>{birthWords(of)}</span>{' '}
      <span className={classes.whole}>({ageWords(of, today)})</span>
    </>
  )
}

/** The store doesn't get gender and contact number. */
export type ShownIdentity = Pick<PatientIdentity, 'mrn' | 'firstName' | 'lastName' | keyof Birth> &
  Partial<Pick<PatientIdentity, 'gender' | 'contactNumber'>> & {
    deceasedAt?: string | null
    restrictedSince?: string | null
  }

/**
 * A patient's identity in one or two lines: name, date of birth with age, gender and MRN, wherever a mix-up would matter
 * (pickers, dialogs, lists of possible duplicates).
 */
export function PatientIdentityLine({
  patient,
  withContact = false,
  found,
}: {
  patient: ShownIdentity
  /** Whether to show the contact number too, to tell people apart. */
  withContact?: boolean | undefined
  /** How a search found them: said where the name does not show it. */
  found?: FoundBy | undefined
}) {
  return (
    <span className={classes.line}>
      <strong className={classes.name}>
        <PatientName patient={patient} />
      </strong>
      <span className={classes.facts}>
        <span className={classes.whole}>{patient.mrn}</span>
        <span>
          born <DateOfBirth of={patient} />
        </span>
        {patient.gender && <span>{genderNames[patient.gender]}</span>}
        {patient.restrictedSince && <span>Restricted</span>}
        {patient.deceasedAt && <span>Deceased</span>}
        {withContact && <span dir="ltr">{patient.contactNumber || 'Phone not recorded'}</span>}
        {found?.because && <span className={classes.because}>{found.because}</span>}
      </span>
    </span>
  )
}
