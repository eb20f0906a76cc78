import { Button, Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ShiftWard } from '../../../contract/people/staff.ts'
import { type Bed } from '../../../contract/wards/beds.ts'
import { earlyWarningsQuery, LastScore, useAwaitsScores } from '../../clinical/vitals/public.ts'
import { AnchorLink, ButtonLink } from '../../ground/links/links.tsx'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { type Rows, rowsOf } from '../../ground/records/list/rows.ts'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import {
  countOf,
  formatDay,
  formatNumber,
  formatTime,
  orNotRecorded,
  patientName,
} from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import type { DataColumn, DataTableProps } from '../../ground/ui/list/DataTable.tsx'
import { LateChoice } from '../../ground/ui/list/LateChoice.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import type { BedsSearch } from '../../wards/beds-and-admissions/board/beds-search.ts'
import {
  type Place,
  useBedsOf,
  useOpenPlace,
  useRelease,
  useUnitOf,
  useWardChoice,
} from '../../wards/beds-and-admissions/public.ts'
import {
  departureOf,
  isLeaving,
  isOccupied,
  type OccupiedBed,
  placeWords,
} from '../../wards/beds-and-admissions/words.ts'
import { byNeed } from './by-need.ts'
import classes from './Dashboard.module.css'
import { FirstOf } from './FirstOf.tsx'
import { AdmittedAt } from './Inpatients.tsx'
import { useMyWard } from './my-ward.ts'

const ShiftWards = late(() => import('./ShiftWards.tsx'), 'ShiftWards', whileOpen)

/** How many rows fit a glance; the rest is on the board. */
const rows = 10
const shortRows = 5

/** The dashboard of a nurse: the beds of the ward that they work on, or of all, by need. */
export function OfTheWards() {
  const my = useMyWard()
  const place = useOpenPlace(my.place)
  const { ward } = place
  const query = useBedsOf(useUnitOf(place))
  const isAwaiting = useAwaitsScores()
  const beds = useMemo(() => query.data?.filter((bed) => !ward || bed.ward === ward), [query.data, ward])
  const choice = useWardChoice(place, my.choose)
  const inpatients = useMemo(() => beds?.filter(isOccupied), [beds])
  // The rows of a list are as high as what is in them: one list after the other would push those below away.
  if (query.isPending || isAwaiting)
    return <Skeleton h={480} radius="md" role="status" aria-label="Loading the ward" />
  const shown: Shown = { place, query, beds, inpatients }
  return (
    <div className={classes.sections}>
      <div className={classes.mine}>
        <LateChoice className={classes.ward} {...choice} />
        <ByShift shift={my.shift} />
      </div>
      <WardFigures {...shown} />
      <Inpatients {...shown} />
      <div className={classes.pair}>
        <Leaving {...shown} />
        <ToGetReady {...shown} />
      </div>
      <Arrivals {...shown} />
    </div>
  )
}

/** The shift whose ward is shown, and the way to those of other shifts; nothing in a hospital without shifts. */
function ByShift({ shift }: { shift: ShiftWard | undefined }) {
  const { hasShifts } = useSite()
  const [isOpen, setIsOpen] = useState(false)
  if (!hasShifts) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Wards by Shift
      </Button>
      {shift && (
        <span className={classes.quiet}>
          <bdi>{shift.name}</bdi>, until {formatTime(shift.endsAt)}
        </span>
      )}
      {isOpen && <ShiftWards onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface Shown {
  place: Place
  query: UseQueryResult<Bed[]>
  /** The beds of the ward, and those with a patient; undefined if they could not be loaded. */
  beds: readonly Bed[] | undefined
  inpatients: readonly OccupiedBed[] | undefined
}

function WardFigures({ place, query, beds, inpatients }: Shown) {
  const today = useToday()
  const isMissing = query.isLoadingError
  const bedsThat = (status: Bed['status']) => beds?.filter((bed) => bed.status === status).length
  const figureOf = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count))
  const leaving = inpatients?.filter((bed) => isLeaving(bed, today))
  const overdue = leaving?.filter(
    ({ expectedDischargeDate }) => (expectedDischargeDate ?? today) < today,
  ).length
  const closed = bedsThat('MAINTENANCE')
  return (
    <div className={classes.figures}>
      <StatCardLink
        to="/beds"
        search={{ ...place, status: 'OCCUPIED' }}
        label="Inpatients"
        figure={figureOf(inpatients?.length)}
        note={beds && (beds.length ? `In ${countOf(beds.length, 'bed')}` : 'No beds yet')}
        isMissing={isMissing}
      />
      <StatCardLink
        to="/beds"
        search={{ ...place, leaving: true }}
        label="Leaving Today"
        figure={figureOf(leaving?.length)}
        note={leaving && (overdue ? `${formatNumber(overdue)} overdue` : 'By expected discharge')}
        needsYou={Boolean(overdue)}
        isMissing={isMissing}
      />
      <StatCardLink
        to="/beds"
        search={{ ...place, status: 'MAINTENANCE' }}
        label="Under Maintenance"
        figure={figureOf(closed)}
        note={beds && (closed ? 'To get ready' : 'None to get ready')}
        needsYou={Boolean(closed)}
        isMissing={isMissing}
      />
      <StatCardLink
        to="/beds"
        search={{ ...place, status: 'AVAILABLE' }}
        label="Available Beds"
        figure={figureOf(bedsThat('AVAILABLE'))}
        note="Ready for a patient"
        isMissing={isMissing}
      />
    </div>
  )
}

const who: DataColumn<OccupiedBed> = {
  key: 'patient',
  header: 'Patient',
  primary: true,
  cell: (bed) => (
    <>
      <AnchorLink to="/patients/$id" params={{ id: bed.patient.id }}>
        <bdi>{patientName(bed.patient)}</bdi>
      </AnchorLink>
      <div className={classes.quiet}>{placeWords(bed)}</div>
    </>
  ),
}
const score: DataColumn<OccupiedBed> = {
  key: 'news2',
  header: 'NEWS2',
  width: '304px',
  cell: ({ patient }) => <LastScore patient={patient} />,
}
const leaves: DataColumn<OccupiedBed> = {
  key: 'leaves',
  header: 'Expected discharge',
  width: '192px',
  cell: ({ expectedDischargeDate }) => <LeavesOn day={expectedDischargeDate} />,
}
const admitted: DataColumn<OccupiedBed> = {
  key: 'admissionDate',
  header: 'Admitted',
  width: '208px',
  cell: ({ admissionDate }) => <AdmittedAt moment={admissionDate} />,
}
const inpatientColumns = [who, score, leaves]
const leavingColumns = [who, leaves]
const arrivalColumns = [who, score, admitted]
const toGetReadyColumns: DataColumn<Bed>[] = [
  { key: 'bed', header: 'Bed', primary: true, width: '38%', cell: placeWords },
  { key: 'notes', header: 'Reason', cell: ({ notes }) => orNotRecorded(notes) },
]

function LeavesOn({ day }: { day: string | null }) {
  const today = useToday()
  if (!day) return 'Not recorded'
  if (day < today) return departureOf(day, today).words
  return day === today ? 'Today' : formatDay(day)
}

/** The first rows of a list of beds, and the way to all of them on the board. */
function BedList<Row extends Bed>({
  title,
  rows,
  most,
  search,
  ...list
}: Pick<DataTableProps<Row>, 'columns' | 'rowActions' | 'empty'> & {
  title: string
  rows: Rows<Row>
  most: number
  search: Pick<BedsSearch, 'ward' | 'unit' | 'status' | 'leaving'>
}) {
  return (
    <RecordList
      label={title}
      heading={title}
      toolbar={
        <>
          <FirstOf rows={most} total={rows.rows?.length} />
          <AnchorLink to="/beds" search={search} size="xs">
            View beds
          </AnchorLink>
        </>
      }
      list={{ ...rows, rows: rows.rows?.slice(0, most) }}
      rowKey={({ id }) => id}
      expectedRows={most}
      {...list}
    />
  )
}

/** The ward's inpatients, by need. */
function Inpatients({ place, query, inpatients }: Shown) {
  const scores = useQuery(earlyWarningsQuery)
  const today = useToday()
  const mayObserve = useMay()('clinical.observe')
  const inOrder = useMemo(
    () => inpatients?.toSorted(byNeed(scores.data ?? [], today)),
    [inpatients, scores.data, today],
  )
  // Without scores there is no order by need.
  const source = scores.isLoadingError ? scores : query
  return (
    <BedList
      title="Inpatients"
      rows={rowsOf(source, 'The inpatients could not be loaded', inOrder)}
      most={rows}
      search={{ ...place, status: 'OCCUPIED' }}
      columns={inpatientColumns}
      rowActions={
        mayObserve
          ? ({ id, patient }) => (
              <ButtonLink
                to="/beds"
                search={{ ...place, act: 'vitals', bed: id }}
                variant="default"
                size="xs"
                aria-label={`Record Vital Signs of ${patientName(patient)}`}
              >
                Record Vital Signs
              </ButtonLink>
            )
          : undefined
      }
      empty={<EmptyState title="No inpatients">Patients who are admitted appear here.</EmptyState>}
    />
  )
}

/** Expected discharges of today and earlier days, the longest overdue first. */
function Leaving({ place, query, inpatients }: Shown) {
  const today = useToday()
  const leaving = useMemo(
    () =>
      inpatients
        ?.filter((one) => isLeaving(one, today))
        .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other))),
    [inpatients, today],
  )
  return (
    <BedList
      title="Leaving Today"
      rows={rowsOf(query, 'The discharges could not be loaded', leaving)}
      most={shortRows}
      search={{ ...place, leaving: true }}
      columns={leavingColumns}
      empty={
        <EmptyState title="No discharges expected today">
          Patients with an expected discharge of today or earlier appear here.
        </EmptyState>
      }
    />
  )
}

function dayOf({ expectedDischargeDate }: Bed): string {
  return expectedDischargeDate ?? ''
}

/** The beds that wait to be cleaned or mended, the longest first. */
function ToGetReady({ place, query, beds }: Shown) {
  const release = useRelease()
  const mayMaintain = useMay()('bed.maintain')
  const closed = useMemo(
    () =>
      beds
        ?.filter(({ status }) => status === 'MAINTENANCE')
        .toSorted((one, other) => sinceOf(one).localeCompare(sinceOf(other))),
    [beds],
  )
  return (
    <BedList
      title="Under Maintenance"
      rows={rowsOf(query, 'The beds could not be loaded', closed)}
      most={shortRows}
      search={{ ...place, status: 'MAINTENANCE' }}
      columns={toGetReadyColumns}
      rowActions={
        mayMaintain
          ? (one) => (
              <Button
                variant="default"
                size="xs"
                aria-label={`Mark Available: bed ${one.bedNumber}`}
                onClick={() => void release(one)}
              >
                Mark Available
              </Button>
            )
          : undefined
      }
      empty={
        <EmptyState title="No beds under maintenance">Beds to be cleaned or repaired appear here.</EmptyState>
      }
    />
  )
}

function sinceOf({ maintenanceSince }: Bed): string {
  return maintenanceSince ?? ''
}

/** The latest admissions among those who are in the ward now. */
function Arrivals({ place: { ward }, query, inpatients }: Shown) {
  const latest = useMemo(
    () =>
      inpatients
        ?.toSorted((one, other) => other.admissionDate.localeCompare(one.admissionDate))
        .slice(0, shortRows),
    [inpatients],
  )
  return (
    <RecordList
      label="Recent Admissions"
      heading="Recent Admissions"
      toolbar={
        <AnchorLink to="/admissions" search={{ ward }} size="xs">
          View all
        </AnchorLink>
      }
      columns={arrivalColumns}
      list={rowsOf(query, 'The recent admissions could not be loaded', latest)}
      rowKey={({ id }) => id}
      expectedRows={shortRows}
      empty={<EmptyState title="No admissions yet">Admissions appear here.</EmptyState>}
    />
  )
}
