import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { formatDay, formatTime } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { typeWords } from '../how-booked.ts'
import { appointmentLooks, endedBecause } from '../words.ts'

/** The columns of a patient's appointment history, for a DataTable. */
export const patientAppointmentColumns: readonly DataColumn<Appointment>[] = [
  {
    key: 'date',
    header: 'Date and time',
    cell: ({ date, time }) => `${formatDay(date)}, ${formatTime(time)}`,
    primary: true,
  },
  { key: 'type', header: 'Type', cell: typeWords },
  { key: 'doctor', header: 'Doctor', cell: ({ doctor }) => doctorName(doctor) },
  {
    key: 'status',
    header: 'Status',
    cell: (appointment) => {
      const reason = endedBecause(appointment)
      return (
        <>
          <StatusBadge look={appointmentLooks[appointment.status]} />
          {reason && <div>{reason}</div>}
        </>
      )
    },
  },
]
