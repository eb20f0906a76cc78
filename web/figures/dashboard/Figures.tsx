import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { type DashboardSummary, growthOf } from '../../../contract/figures/dashboard.ts'
import type { Me } from '../../../contract/people/staff.ts'
import { isBuiltIn, may, type Role } from '../../../contract/permissions.ts'
import { queueQuery } from '../../front-desk/appointments/queries.ts'
import { fromEarlierDays } from '../../front-desk/appointments/words.ts'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { useWallClock } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatNumber } from '../../ground/ui/format.ts'
import classes from './Dashboard.module.css'
import { expectedNote } from './expected.ts'
import { inpatientsQuery, summaryQuery } from './queries.ts'

type Card =
  | 'patients'
  | 'newPatients'
  | 'appointments'
  | 'expected'
  | 'inQueue'
  | 'inProgress'
  | 'ownQueue'
  | 'ownInpatients'
  | 'beds'
  | 'alerts'
  | 'items'
  | 'drafts'
  | 'sent'

/** The roles whose figures are the hospital's; a nurse's are those of a ward. */
type CardRole = Exclude<Role, 'nurse'>
/** The figures that each role needs first. */
const cardsOf: Record<CardRole, readonly Card[]> = {
  admin: ['patients', 'appointments', 'beds', 'alerts'],
  doctor: [
    'ownQueue',
    'ownInpatients',
    'inQueue',
    'inProgress',
    'appointments',
    'beds',
    'patients',
    'newPatients',
  ],
  receptionist: [
    'expected',
    'beds',
    'inQueue',
    'inProgress',
    'appointments',
    'patients',
    'newPatients',
    'alerts',
  ],
  pharmacist: ['alerts', 'sent', 'drafts', 'items'],
  inventory_manager: ['alerts', 'sent', 'drafts', 'items'],
}

/** The figures that a role of the hospital's own may see. */
function cardsFor(me: Me): Card[] {
  return [
    ...(me.isDoctor && may(me, 'appointment.view') ? (['ownQueue', 'ownInpatients'] as const) : []),
    ...(may(me, 'appointment.view') ? (['inQueue', 'inProgress', 'appointments'] as const) : []),
    ...(may(me, 'bed.view') ? (['beds'] as const) : []),
    ...(may(me, 'patient.view') ? (['patients', 'newPatients'] as const) : []),
    ...(may(me, 'inventory.view') ? (['alerts', 'items'] as const) : []),
    ...(may(me, 'inventory.change') ? (['drafts', 'sent'] as const) : []),
  ]
}

function waitingNote(waiting: number, earlier: number): string {
  if (waiting === 0) return 'No patients waiting'
  return earlier > 0 ? fromEarlierDays(earlier) : 'Waiting to be called'
}

function growthNote(growth: number | null): string {
  if (growth === null) return 'No patients before this month'
  return growth === 0 ? 'No change from last month' : `+${growth.toFixed(1)}% from last month`
}

/** The figures of the day; each links to the list that it counts. */
export function Figures() {
  return (
    <div className={`${classes.figures} ${classes.ofDay}`}>
      {may(useMe(), 'appointment.view') ? <PatientCards /> : <Shown />}
    </div>
  )
}

/** Beside the figures of the house, what is on today's board: when the next one comes, and whose they are. */
function PatientCards() {
  const me = useMe()
  const now = useWallClock()
  const queue = useQuery(queueQuery)
  const waiting = queue.data?.filter(({ status, doctorId }) => status === 'IN_QUEUE' && doctorId === me.id)
  const next = queue.data && expectedNote(queue.data, now)
  const inpatients = useQuery({ ...inpatientsQuery(me.id), enabled: me.isDoctor })
  return (
    <Shown
      next={next}
      own={{
        ownQueue: () => (
          <StatCardLink
            to="/opd-queue"
            search={{ status: 'IN_QUEUE', doctor: me.id }}
            label="My Queue"
            figure={waiting?.length}
            note={waiting && (waiting.length > 0 ? 'Waiting for you' : 'No patients waiting for you')}
            needsYou={Boolean(waiting?.length)}
            isMissing={queue.isLoadingError}
          />
        ),
        ownInpatients: () => (
          <StatCardLink
            to="/beds"
            search={{ doctor: me.id }}
            label="My Inpatients"
            figure={inpatients.data && formatNumber(inpatients.data.total)}
            note={inpatients.data && 'Admitted under your care'}
            isMissing={inpatients.isLoadingError}
          />
        ),
      }}
    />
  )
}

const none = {}

function Shown({
  next,
  own = none,
}: {
  /** Undefined while it loads. */
  next?: string | undefined
  own?: Partial<Record<Card, () => ReactNode>>
}) {
  const me = useMe()
  const { data, isLoadingError: isMissing } = useQuery(summaryQuery(me))
  const figure = (name: keyof DashboardSummary) => {
    const value = data?.[name]
    return typeof value === 'number' ? formatNumber(value) : undefined
  }
  const note = (of: (known: Counted) => ReactNode) => data && of(data as Counted)
  // Computed only when shown, because data that a role may not see is missing.
  const cards: Record<Exclude<Card, 'ownQueue' | 'ownInpatients'>, () => ReactNode> = {
    patients: () => (
      <StatCardLink
        to="/patients"
        label="Total Patients"
        figure={figure('totalPatients')}
        note={note((known) => growthNote(growthOf(known)))}
        isMissing={isMissing}
      />
    ),
    newPatients: () => (
      <StatCardLink
        to="/patients"
        search={{ registeredSince: data?.newPatientsSince ?? undefined }}
        label="New Patients (30 days)"
        figure={figure('newPatients')}
        note={note(({ newPatientsSince }) => `Since ${formatDay(newPatientsSince)}`)}
        isMissing={isMissing}
      />
    ),
    appointments: () => (
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS,COMPLETED' }}
        label="Today's Appointments"
        figure={figure('appointmentsToday')}
        note={data && next}
        isMissing={isMissing}
      />
    ),
    expected: () => (
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'SCHEDULED' }}
        label="Expected Today"
        figure={figure('scheduled')}
        note={data && next}
        isMissing={isMissing}
      />
    ),
    inQueue: () => (
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'IN_QUEUE' }}
        label="In Queue"
        figure={figure('inQueue')}
        note={note(({ inQueue, inQueueFromEarlier }) => waitingNote(inQueue, inQueueFromEarlier))}
        needsYou={Boolean(data?.inQueue)}
        isMissing={isMissing}
      />
    ),
    inProgress: () => (
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'IN_PROGRESS' }}
        label="In Progress"
        figure={figure('inProgress')}
        note={note(({ inProgress }) =>
          inProgress > 0 ? 'With a doctor now' : 'No consultations in progress',
        )}
        isMissing={isMissing}
      />
    ),
    beds: () => (
      <StatCardLink
        to="/beds"
        search={{ status: 'AVAILABLE' }}
        label="Bed Availability"
        figure={note((known) => `${formatNumber(known.availableBeds)}/${formatNumber(bedsIn(known))}`)}
        note={note((known) =>
          bedsIn(known) > 0
            ? `${Math.round((known.availableBeds / bedsIn(known)) * 100)}% available`
            : 'No beds yet',
        )}
        isMissing={isMissing}
      />
    ),
    alerts: () => (
      <StatCardLink
        to="/inventory"
        search={{ lowStock: true }}
        label="Inventory Alerts"
        figure={figure('lowStockItems')}
        note={note(({ lowStockItems }) =>
          lowStockItems > 0 ? 'Items need reordering' : 'No items need reordering',
        )}
        needsYou={Boolean(data?.lowStockItems)}
        isMissing={isMissing}
      />
    ),
    items: () => (
      <StatCardLink
        to="/inventory"
        label="Total Items"
        figure={figure('totalItems')}
        note={data && 'In the inventory'}
        isMissing={isMissing}
      />
    ),
    drafts: () => (
      <StatCardLink
        to="/purchase-orders"
        search={{ status: 'DRAFT' }}
        label="Draft Orders"
        figure={figure('draftOrders')}
        note={data && 'Not sent yet'}
        isMissing={isMissing}
      />
    ),
    sent: () => (
      <StatCardLink
        to="/purchase-orders"
        search={{ status: 'SENT' }}
        label="Sent Orders"
        figure={figure('sentOrders')}
        note={data && 'Waiting for delivery'}
        isMissing={isMissing}
      />
    ),
  }
  const all = { ...cards, ...own }
  const shown = me.role && isBuiltIn(me.role) && me.role !== 'nurse' ? cardsOf[me.role] : cardsFor(me)
  return shown.map((card) => <Fragment key={card}>{all[card]?.()}</Fragment>)
}

/** The figures as present, which holds for those that the role may see. */
type Counted = { [Name in keyof DashboardSummary]: NonNullable<DashboardSummary[Name]> }

function bedsIn({ availableBeds, occupiedBeds, maintenanceBeds }: Counted): number {
  return availableBeds + occupiedBeds + maintenanceBeds
}
