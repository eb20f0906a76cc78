import { memo, type ReactNode, useContext, useMemo } from 'react'
import { type Bed } from '../../../../contract/wards/beds.ts'
import { LastScore } from '../../../clinical/vitals/public.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { pageOfRows } from '../../../ground/records/list/rows.ts'
import { useClockStyle } from '../../../ground/sign-in/account.ts'
import { formatDay, formatTime, inZone, patientName } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies, RecordLink } from '../../../people/patients/public.ts'
import type { Abilities } from '../abilities.ts'
import { ExpectedDischarge } from '../stays/ExpectedDischarge.tsx'
import { bedLooks, departureOf, isOccupied, type OccupiedBed, wardReasonWords } from '../words.ts'
import { BedActions, BedHandlersContext } from './BedActions.tsx'
import { RunningTime } from './BedCard.tsx'
import classes from './Beds.module.css'
import { type BedsSearch, bedSortKeys } from './beds-search.ts'
import { sortBeds } from './shown-beds.ts'

const bedsPerPage = 20

/** The beds that match the filters, in a table with pages. */
export const BedTable = memo(function BedTable({
  beds,
  abilities,
  sort,
  direction,
  page,
  today,
  timeZone,
  empty,
  onSearch,
}: {
  beds: readonly Bed[] | undefined
  abilities: Abilities
  sort: BedsSearch['sort']
  direction: BedsSearch['direction']
  page: BedsSearch['page']
  today: string
  timeZone: string
  empty: ReactNode
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  useClockStyle()
  const columns = useMemo(() => columnsOf(today, timeZone, abilities), [today, timeZone, abilities])
  const sorted = useMemo(() => beds && sortBeds(beds, { sort, direction }), [beds, sort, direction])
  const list = useMemo(
    () => pageOfRows(sorted, { page, pageSize: bedsPerPage, show: onSearch }),
    [sorted, page, onSearch],
  )

  return (
    <RecordList
      label="Detailed Bed Information"
      heading="Detailed Bed Information"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      expectedRows={10}
      things="beds"
      isPart
      sort={{
        keys: bedSortKeys,
        key: sort ?? 'ward',
        direction: direction ?? 'asc',
        onSort: (by) => onSearch({ ...by, direction: by.direction === 'desc' ? 'desc' : undefined }),
      }}
      empty={empty}
      rowActions={(bed) => <RowActions bed={bed} abilities={abilities} />}
    />
  )
})

function RowActions({ bed, abilities }: { bed: Bed; abilities: Abilities }) {
  return (
    <div className={classes.rowActions} data-bed={bed.id} data-place="table" tabIndex={-1}>
      <BedActions bed={bed} abilities={abilities} />
    </div>
  )
}

function columnsOf(today: string, timeZone: string, abilities: Abilities): DataColumn<Bed>[] {
  return [
    {
      key: 'bedNumber',
      header: 'Bed Number',
      sortable: true,
      primary: true,
      cell: ({ bedNumber }) => <span className={classes.strong}>{bedNumber}</span>,
    },
    {
      key: 'ward',
      header: 'Ward',
      sortable: true,
      cell: ({ unitName }) => <span className={classes.nowrap}>{unitName}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      cell: ({ status }) => <StatusBadge look={bedLooks[status]} />,
    },
    {
      key: 'patient',
      header: 'Patient',
      sortable: true,
      cell: (bed) =>
        isOccupied(bed) ? (
          <span className={classes.cell}>
            <bdi className={classes.strong}>{patientName(bed.patient)}</bdi>
            <span className={classes.nowrap}>{bed.patient.mrn}</span>
            <Allergies of={bed.patient} isMark />
            <LastScore patient={bed.patient} />
            <RecordLink
              patient={bed.patient}
              className={classes.record}
              label={`View Patient ${patientName(bed.patient)}`}
            >
              View Patient
            </RecordLink>
          </span>
        ) : (
          <span className={classes.quiet}>Unoccupied</span>
        ),
    },
    {
      key: 'admissionDate',
      header: 'Admission Date',
      sortable: true,
      cell: ({ admissionDate }) =>
        admissionDate ? <DayAndTime moment={admissionDate} timeZone={timeZone} /> : <NotInUse />,
    },
    {
      key: 'expectedDischargeDate',
      header: 'Expected Discharge',
      sortable: true,
      cell: (bed) => {
        if (!isOccupied(bed)) return <NotInUse />
        const day = <ExpectedDay expected={bed.expectedDischargeDate} today={today} />
        return abilities.mayDo('expectedDischarge') ? <ChangeDay bed={bed}>{day}</ChangeDay> : day
      },
    },
    {
      key: 'notes',
      header: 'Notes',
      cell: ({ notes, sexRuleReason, maintenanceSince }) => (
        <span className={classes.cell}>
          {notes ? (
            <span className={classes.notes}>{notes}</span>
          ) : (
            !sexRuleReason && <span className={classes.quiet}>None</span>
          )}
          {sexRuleReason && <bdi>{wardReasonWords(sexRuleReason)}</bdi>}
          {maintenanceSince && (
            <span className={classes.quiet}>
              <RunningTime since={maintenanceSince} />
            </span>
          )}
        </span>
      ),
    },
  ]
}

function ExpectedDay({ expected, today }: { expected: string | null; today: string }) {
  if (!expected) return <span className={classes.quiet}>Not recorded</span>
  if (departureOf(expected, today).isOverdue) return <ExpectedDischarge expected={expected} today={today} />
  return <span className={classes.nowrap}>{expected === today ? 'Today' : formatDay(expected)}</span>
}

/** The expected discharge as a button that changes it. */
function ChangeDay({ bed, children }: { bed: OccupiedBed; children: ReactNode }) {
  const handlers = useContext(BedHandlersContext)
  return (
    <button
      type="button"
      className={classes.change}
      title="Change the expected discharge"
      onClick={() => handlers?.open('expectedDischarge', bed)}
    >
      {children}
      <span className="sr-only">, change for {patientName(bed.patient)}</span>
    </button>
  )
}

/** Each on a line of its own where both don't fit. */
function DayAndTime({ moment, timeZone }: { moment: string; timeZone: string }) {
  const { day, time } = inZone(moment, timeZone)
  return (
    <>
      <span className={classes.nowrap}>{formatDay(day)},</span>{' '}
      <span className={classes.nowrap}>{formatTime(time)}</span>
    </>
  )
}

/** The details that only an occupied bed has. */
function NotInUse() {
  return <span className={classes.quiet}>None</span>
}
