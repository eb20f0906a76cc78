import { useQuery } from '@tanstack/react-query'
import { StatCardLink } from '../../../ground/links/StatCardLink.tsx'
import { formatDay, formatNumber } from '../../../ground/ui/format.ts'
import { ListFigures } from '../../../ground/ui/page/ListFigures.tsx'
import { patientSummaryQuery } from '../queries.ts'
import classes from './PatientList.module.css'

/** The figures above the list; each leads to the list that it counts. */
export function PatientFigures() {
  const { data, isLoadingError } = useQuery(patientSummaryQuery)

  return (
    <ListFigures className={classes.figures}>
      <StatCardLink
        to="/patients"
        label="Total Patients"
        figure={data && formatNumber(data.totalPatients)}
        note="All current records"
        isMissing={isLoadingError}
      />
      <StatCardLink
        to="/patients"
        search={{ registeredSince: data?.newPatientsSince }}
        label="New Patients (30 days)"
        figure={data && formatNumber(data.newPatients)}
        note={data && `Registered since ${formatDay(data.newPatientsSince)}`}
        isMissing={isLoadingError}
      />
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'SCHEDULED,IN_QUEUE' }}
        label="Pending Appointments"
        figure={data && formatNumber(data.pendingAppointments)}
        note="In queue, or scheduled for today"
        isMissing={isLoadingError}
      />
    </ListFigures>
  )
}
