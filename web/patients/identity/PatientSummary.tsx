import type { ReactNode } from 'react'
import type { KnownAllergies } from '../../../contract/clinical/allergy-words.ts'
import { AboutBox } from '../../ui/AboutBox.tsx'
import { Allergies } from './Allergies.tsx'
import { PatientIdentityLine, type ShownIdentity } from './PatientIdentityLine.tsx'
import classes from './PatientSummary.module.css'

/** Whom a dialog is about: who it is, what they can't tolerate, and how things stand with them. */
export function PatientSummary({
  patient,
  withContact,
  now,
}: {
  patient: ShownIdentity & KnownAllergies
  /** The contact number too, where people are told apart by it. */
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
