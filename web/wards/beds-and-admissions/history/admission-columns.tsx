import { doctorName } from '../../../../contract/people/staff.ts'
import type { Admission } from '../../../../contract/wards/admissions.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import classes from '../stays/Admission.module.css'
import { admissionStatusLooks, placeWords } from '../words.ts'

/** The columns of a list of admissions, for a DataTable. */
export function admissionColumns(timeZone: string): DataColumn<Admission>[] {
  return [
    {
      key: 'admissionDate',
      header: 'Admission Date',
      primary: true,
      cell: ({ admissionDate }) => formatMoment(admissionDate, timeZone),
    },
    {
      key: 'dischargeDate',
      header: 'Discharge Date',
      cell: ({ dischargeDate }) =>
        dischargeDate ? (
          formatMoment(dischargeDate, timeZone)
        ) : (
          <span className={classes.quiet}>Current</span>
        ),
    },
    { key: 'bed', header: 'Bed and Ward', cell: ({ bed }) => placeWords(bed) },
    {
      key: 'diagnosis',
      header: 'Diagnosis',
      cell: ({ diagnosis }) =>
        diagnosis ? <bdi>{diagnosis}</bdi> : <span className={classes.quiet}>Not recorded</span>,
    },
    {
      key: 'doctor',
      header: 'Doctor',
      width: '104px',
      cell: ({ doctor }) =>
        doctor ? <bdi>{doctorName(doctor)}</bdi> : <span className={classes.quiet}>Not recorded</span>,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <StatusBadge look={admissionStatusLooks[status]} />,
    },
  ]
}
