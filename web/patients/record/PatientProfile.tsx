import { useQuery } from '@tanstack/react-query'
import { appointmentTypeNames } from '../../../contract/appointments.ts'
import { ageOn, genderNames, type Patient } from '../../../contract/patients.ts'
import { AdmittedBadge } from '../../admissions/public.ts'
import { patientAppointmentsQuery } from '../../appointments/public.ts'
import { AnchorLink } from '../../links.tsx'
import { useToday } from '../../session/hospital-clock.ts'
import { countOf, formatDay, formatTime, fullName } from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Allergies } from '../identity/PatientBanner.tsx'
import classes from './PatientDetail.module.css'
import { patientFacts } from './patient-facts.tsx'

/** What is known of a patient, and the medical history if there is one. */
export function PatientProfile({ patient }: { patient: Patient }) {
  const today = useToday()
  return (
    <div className={classes.profile}>
      <Section
        title="Profile"
        action={
          patient.deceasedAt ? <StatusBadge status="DECEASED" /> : <AdmittedBadge patientId={patient.id} />
        }
      >
        <Facts
          facts={[
            { label: 'Gender', value: genderNames[patient.gender] },
            { label: 'Age', value: countOf(Math.max(0, ageOn(today, patient.dateOfBirth)), 'year') },
            { label: 'Date of Birth', value: formatDay(patient.dateOfBirth) },
            ...patientFacts(patient).filter(({ value, ifRecorded }) => value || !ifRecorded),
            { label: 'Allergies', value: <Allergies allergies={patient.allergies} isLabelled /> },
            { label: 'Most Recent Appointment', value: <MostRecent patient={patient} /> },
          ]}
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

/** The last appointment that was to take place up to today, and was not cancelled. */
function MostRecent({ patient }: { patient: Patient }) {
  const today = useToday()
  const { data, isError } = useQuery(patientAppointmentsQuery(patient.id))
  if (!data) return isError ? 'Could not be loaded' : 'Loading…'
  const recent = data.items.find(({ date, status }) => date <= today && status !== 'CANCELLED')
  if (!recent) {
    if (data.nextCursor === null) return 'None yet'
    return (
      <AnchorLink to="/patients/$id" params={{ id: patient.id }} search={{ tab: 'appointments' }}>
        See the appointments
      </AnchorLink>
    )
  }
  return (
    <>
      {formatDay(recent.date)}, {formatTime(recent.time)}
      <span className={classes.recent}>
        {appointmentTypeNames[recent.type]} with <bdi>{fullName(recent.doctor)}</bdi>
      </span>
    </>
  )
}
