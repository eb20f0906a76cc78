import type { ReactNode } from 'react'
import type { KnownAllergies } from '../../../../contract/clinical/allergy-words.ts'
import { AboutBox } from '../../../ground/ui/AboutBox.tsx'
import { Allergies } from './Allergies.tsx'
import { PatientIdentityLine, type ShownIdentity } from './PatientIdentityLine.tsx'
import classes from './PatientSummary.module.css'

/** The patient that a dialog is about: identity, allergies, and the present state. */
export function PatientSummary({
  patient,
  withContact,
  now,
}: {
  patient: ShownIdentity & KnownAllergies
  /** Whether to show the contact number too, to tell people apart. */
  withContact?: boolean
  now?: ReactNode
}) {
  return (
    <AboutBox className={classes.summary}>
      <PatientIdentityLine patient={patient} withContact={withContact} />
      <Allergies of={patient} />
      {now && <p className={classes.now}>{now}</p>}
    </AboutBox>
  )
}
