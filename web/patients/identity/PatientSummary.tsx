import type { ReactNode } from 'react'
import type { PatientIdentity } from '../../../contract/patients.ts'
import { AboutBox } from '../../ui/AboutBox.tsx'
import { Allergies } from './Allergies.tsx'
import { PatientIdentityLine } from './PatientIdentityLine.tsx'
import classes from './PatientSummary.module.css'

/** Whom a dialog is about: who it is, what they can't tolerate, and how things stand with them. */
export function PatientSummary({
  patient,
  withContact,
  now,
}: {
  patient: PatientIdentity & { deceasedAt?: string | null }
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
