import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PatientIdentity } from '../../../contract/patients.ts'
import { AboutBox } from '../../ui/AboutBox.tsx'
import { patientQuery } from '../queries.ts'
import { Allergies } from './PatientBanner.tsx'
import { PatientIdentityLine } from './PatientIdentityLine.tsx'
import classes from './PatientSummary.module.css'

/** Whom a dialog is about: who it is, what they can't tolerate, and how things stand with them. */
export function PatientSummary({ patient, now }: { patient: PatientIdentity; now?: ReactNode }) {
  const record = useQuery(patientQuery(patient.id))
  return (
    <AboutBox className={classes.summary}>
      <PatientIdentityLine patient={patient} />
      {!record.isPending && <Allergies allergies={record.data?.allergies} />}
      {now && <p className={classes.now}>{now}</p>}
    </AboutBox>
  )
}
