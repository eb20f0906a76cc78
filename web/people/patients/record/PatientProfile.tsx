import type { ReactNode } from 'react'
import { ageWords, birthWords } from '../../../../contract/people/birth/birth.ts'
import { genderNames, type Patient } from '../../../../contract/people/patients.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies } from '../identity/Allergies.tsx'
import { deceasedLook } from '../words.ts'
import classes from './PatientProfile.module.css'
import { patientFacts } from './patient-facts.tsx'

/** A patient's details, and the medical history if there is one. */
export function PatientProfile({
  patient,
  admitted,
  mostRecentAppointment,
}: {
  patient: Patient
  /** Says that the patient lies in one of our beds, if so. */
  admitted: ReactNode
  /** False for users who may not see appointments. */
  mostRecentAppointment: ReactNode
}) {
  const today = useToday()
  return (
    <div className={classes.profile}>
      <Section title="Profile" action={patient.deceasedAt ? <StatusBadge look={deceasedLook} /> : admitted}>
        <Facts
          facts={[
            { label: 'Gender', value: genderNames[patient.gender] },
            { label: 'Age', value: ageWords(patient, today) },
            { label: 'Date of Birth', value: birthWords(patient) },
            // oxlint-disable-next-line typescript/no-misused-promises -- A React node can be a promise; these values never are.
            ...patientFacts(patient).filter(({ value, ifRecorded }) => value || !ifRecorded),
            { label: 'Allergies', value: <Allergies of={patient} isLabelled /> },
            { label: 'Most Recent Appointment', value: mostRecentAppointment },
          ].filter(({ value }) => value !== false)}
        />
      </Section>
      {patient.medicalHistory && (
        <Section title="Medical History">
          <p className={classes.history} dir="auto">
            {patient.medicalHistory}
          </p>
        </Section>
      )}
    </div>
  )
}
