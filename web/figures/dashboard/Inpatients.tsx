import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Admission } from '../../../contract/wards/admissions.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { type Rows, rowsOf } from '../../ground/records/list/rows.ts'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { formatMoment, orNotRecorded, patientName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { admissionStatusLooks, placeWords } from '../../wards/beds-and-admissions/words.ts'
import { summaryQuery } from './queries.ts'

/** The number of placeholder rows while loading. */
const rows = 5

const who: DataColumn<Admission> = {
  key: 'patient',
  header: 'Patient',
  primary: true,
  width: '22%',
  cell: ({ patient }) => (
    <AnchorLink to="/patients/$id" params={{ id: patient.id }}>
      <bdi>{patientName(patient)}</bdi>
    </AnchorLink>
  ),
}
const why: DataColumn<Admission> = {
  key: 'diagnosis',
  header: 'Diagnosis',
  cell: ({ diagnosis }) => orNotRecorded(diagnosis),
}
const where: DataColumn<Admission> = {
  key: 'bed',
  header: 'Bed',
  width: '20%',
  cell: ({ bed }) => placeWords(bed),
}
const status: DataColumn<Admission> = {
  key: 'status',
  header: 'Status',
  width: '128px',
  cell: (admission) => <StatusBadge look={admissionStatusLooks[admission.status]} />,
}
const since: DataColumn<Admission> = {
  key: 'admissionDate',
  header: 'Admitted',
  width: '208px',
  cell: ({ admissionDate }) => <AdmittedAt moment={admissionDate} />,
}
const recentColumns = [who, why, where, status, since]

export function AdmittedAt({ moment }: { moment: string }) {
  const { timeZone } = useSite()
  return formatMoment(moment, timeZone)
}

/** The latest admissions, of all doctors. */
export function RecentAdmissions() {
  const summary = useQuery(summaryQuery(useMe()))
  return (
    <RecordList
      label="Recent Admissions"
      heading="Recent Admissions"
      toolbar={
        <AnchorLink to="/patients" size="xs">
          View all
        </AnchorLink>
      }
      columns={recentColumns}
      list={rowsOf(
        summary,
        'The recent admissions could not be loaded',
        summary.data?.recentAdmissions ?? undefined,
      )}
      rowKey={({ id }) => id}
      expectedRows={rows}
      empty={<EmptyState title="No admissions yet">Admissions appear here.</EmptyState>}
    />
  )
}

/** The doctor's own inpatients; `score` shows the last NEWS2 of each. */
export function OwnInpatients({
  list,
  score,
}: {
  list: Rows<Admission>
  score: DataColumn<Admission>['cell']
}) {
  const columns = useMemo(
    () => [who, { key: 'news2', header: 'NEWS2', width: '200px', cell: score }, why, where, since],
    [score],
  )
  return (
    <RecordList
      label="My Inpatients"
      heading="My Inpatients"
      toolbar={
        <AnchorLink to="/beds" search={{ doctor: useMe().id }} size="xs">
          View beds
        </AnchorLink>
      }
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      expectedRows={rows}
      empty={
        <EmptyState title="No inpatients">Patients who are admitted under your care appear here.</EmptyState>
      }
    />
  )
}
