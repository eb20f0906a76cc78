import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { VisitNote } from '../../../clinical/visit-notes/public.ts'
import { useAwaitsScores } from '../../../clinical/vitals/public.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { useSteady } from '../../../ground/records/steady.ts'
import { useMay, useMe } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { useArrows } from '../../../ground/ui/list/arrows.ts'
import { DensitySwitch } from '../../../ground/ui/list/DensitySwitch.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { usePhone, useThumb } from '../../../ground/ui/use-phone.ts'
import { type NextStep, useAbilities } from '../abilities.ts'
import type { OpenMenu } from '../board/AppointmentMenu.tsx'
import { Board } from '../board/Board.tsx'
import { nextToCall } from '../board/board.ts'
import { QueueHandlersContext } from '../board/CardActions.tsx'
import { useMoves } from '../board/moves.ts'
import { type AboutAppointment, useAboutAppointment } from '../booking/about-appointment.ts'
import { useOpenRecord } from '../consultation/open-record.ts'
import { dayQuery, queueQuery } from '../queries.ts'
import { AppointmentSlip } from '../slip/slip.ts'
import { AllAppointments } from './AllAppointments.tsx'
import { CallNext } from './CallNext.tsx'
import { useChanges } from './changes.ts'
import { DayNavigator } from './DayNavigator.tsx'
import { useKeptFocus } from './kept-focus.ts'
import classes from './OpdQueue.module.css'
import { QueueContext } from './QueueContext.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import type { QueueSearch } from './queue-search.ts'
import { filterAppointments } from './shown-appointments.ts'
import { useShownCard } from './shown-card.ts'

const route = getRouteApi('/signed-in/shell/opd-queue')

const AppointmentMenu = late(() => import('../board/AppointmentMenu.tsx'), 'AppointmentMenu', {
  isOpen: ({ open }) => open !== undefined,
  close: ({ onClose }) => onClose(),
})
const dialog = {
  isOpen: ({ about }: { about: AboutAppointment }) => about.opened,
  close: ({ about }: { about: AboutAppointment }) => about.close(),
}
const RescheduleDialog = late(() => import('../booking/RescheduleDialog.tsx'), 'RescheduleDialog', dialog)
const ColleagueDialog = late(() => import('../board/ColleagueDialog.tsx'), 'ColleagueDialog', dialog)
const CancelDialog = late(() => import('../booking/CancelDialog.tsx'), 'CancelDialog', dialog)

const QueueToken = late(() => import('./QueueToken.tsx'), 'QueueToken', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})

/** The outpatient queue of a day: a board, every appointment in a table, and what can be done with each. */
export function OpdQueue() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/opd-queue' })
  const me = useMe()
  const mayDo = useMay()
  const today = useToday()
  const day = search.date ?? today
  const isToday = day === today
  // A token is for the waiting room.
  const Printed = day > today ? AppointmentSlip : QueueToken
  const isPhone = usePhone()
  const hasThumb = useThumb()
  const query = useSteady(useQuery(isToday ? queueQuery : dayQuery(day)))
  // The first draw of a day is put together in pieces, between which the page answers; what changes later is drawn at once.
  const isAwaiting = useAwaitsScores()
  const isRead = useDeferredValue(query.data !== undefined && !isAwaiting)
  const appointments = isRead ? query.data : undefined
  const [ofClinic, setOfClinic] = useState<readonly string[]>()
  // Until the clinic's doctors are known, an incomplete list would look complete.
  const isKnown = !search.clinic || ofClinic !== undefined
  const shown = useMemo(
    () => (isKnown && appointments ? filterAppointments(appointments, search, ofClinic) : undefined),
    [appointments, search, ofClinic, isKnown],
  )
  // The board renders first; the table below it follows.
  const deferred = useDeferredValue(shown)
  const abilities = useAbilities()
  const { arrivals, words } = useChanges(appointments, day, me.id)
  const root = useRef<HTMLDivElement>(null)
  const focusAppointment = useKeptFocus(root)
  useArrows(root)
  const moves = useMoves()
  const openRecord = useOpenRecord()
  const treating = useAboutAppointment(appointments, focusAppointment)
  const [step, setStep] = useState<NextStep>()
  const [menu, setMenu] = useState<OpenMenu>()
  const rescheduling = useAboutAppointment(appointments, focusAppointment)
  const noting = useAboutAppointment(appointments, focusAppointment)
  const cancelling = useAboutAppointment(appointments, focusAppointment)

  const setSearch = useCallback(
    (change: Partial<QueueSearch>) =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const showDay = (chosen: string) =>
    void navigate({
      search: (before) => ({ ...before, date: chosen === today ? undefined : chosen, page: undefined }),
      resetScroll: false,
    })
  const showColumn = useCallback(
    (of: Appointment | undefined) => {
      // On a phone its column is shown first; a card that a filter hides, or that is not on this board, is not shown.
      if (of && isPhone && of.status !== 'CANCELLED' && search.column !== of.status)
        setSearch({ column: of.status })
      else setSearch({ card: undefined })
    },
    [setSearch, isPhone, search.column],
  )
  useShownCard(root, search.card, shown, showColumn)
  const clearFilters = useCallback(
    () => setSearch({ search: undefined, status: undefined, doctor: undefined, clinic: undefined }),
    [setSearch],
  )

  const { open: askFirst } = treating
  const { open: openNote } = noting
  const handlers = useMemo(
    () => ({
      async move(appointment: Appointment, step: NextStep, button: HTMLElement) {
        if (!abilities.asksFirst(appointment, step)) return moves.move(appointment, step)
        setStep(step)
        askFirst(appointment, button)
      },
      undo: moves.undo,
      missCall: moves.missCall,
      openMenu: (appointment: Appointment, button: HTMLElement) => setMenu({ appointment, button }),
      openNote,
    }),
    [moves, abilities, askFirst, openNote],
  )

  const next = isToday && mayDo('appointment.treat') ? nextToCall(appointments ?? [], me.id) : undefined
  const mayBook = mayDo('appointment.book')
  const callsNext = isToday && mayDo('appointment.treat')
  const newAppointment = mayBook && (
    <ButtonLink
      to="/opd-queue/new"
      search={search.date ? { date: search.date } : {}}
      variant={callsNext ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      New Appointment
    </ButtonLink>
  )
  const callNext = callsNext && (
    <CallNext
      next={next}
      today={today}
      loaded={appointments !== undefined}
      failed={query.isError}
      onCall={async (offered) => {
        const called = await moves.callNext(offered)
        if (called) openRecord(called)
      }}
    />
  )
  const main = callNext || newAppointment
  const inHead = (
    <>
      {(callNext || !hasThumb) && newAppointment}
      {!hasThumb && callNext}
    </>
  )

  return (
    <QueueHandlersContext.Provider value={handlers}>
      <div ref={root} className={classes.page} data-board>
        <ListHeader
          title="OPD Queue Management"
          context={
            <QueueContext day={day} today={today} appointments={appointments} isBehind={query.isError} />
          }
        >
          {inHead}
        </ListHeader>
        <div className={classes.filters}>
          <DayNavigator day={day} today={today} onDay={showDay} />
          <QueueFilters
            appointments={appointments}
            search={search}
            onDoctors={setOfClinic}
            onSearch={setSearch}
            onClear={clearFilters}
          />
          <DensitySwitch of="cards" className={classes.density} />
        </div>
        <div role="status" className="sr-only">
          {words}
        </div>
        {query.error && !appointments ? (
          <Section>
            <ErrorState
              title={`The appointments of ${formatDay(day)} could not be loaded`}
              error={query.error}
              onRetry={() => query.refetch()}
              retrying={query.isFetching}
            />
          </Section>
        ) : (
          <>
            <Board
              key={search.date ?? 'today'}
              day={day}
              appointments={appointments}
              shown={shown ?? []}
              abilities={abilities}
              arrivals={arrivals}
              nextId={next?.id}
              column={search.column && search.column !== 'CANCELLED' ? search.column : 'IN_QUEUE'}
              onColumn={(column) => setSearch({ column })}
              onClearFilters={clearFilters}
              isAhead={day > today}
              hints={hintsOf(day, today, appointments?.length === 0, mayDo)}
            />
            <AllAppointments
              appointments={deferred}
              isEmptyDay={appointments?.length === 0}
              day={day}
              today={today}
              abilities={abilities}
              search={search}
              onSearch={setSearch}
              onClearFilters={clearFilters}
            />
          </>
        )}
        {hasThumb && main && (
          <div className={classes.thumb} data-thumb>
            {main}
          </div>
        )}
        <AppointmentMenu
          open={menu}
          abilities={abilities}
          onClose={() => setMenu((now) => (now === menu ? undefined : now))}
          onReschedule={rescheduling.open}
          onCancel={cancelling.open}
          onMissCall={moves.missCall}
          onPrint={({ id }) => setSearch({ token: id })}
          onAdmit={({ patientId }) =>
            void navigate({ to: '/patients/$id', params: { id: patientId }, search: { act: 'admit' } })
          }
        />
        {step && <ColleagueDialog about={treating} step={step} onStep={moves.take} />}
        {search.token && (
          <Printed key={search.token} id={search.token} onDone={() => setSearch({ token: undefined })} />
        )}
        <VisitNote
          appointment={noting.appointment}
          opened={noting.opened}
          onClose={noting.close}
          onExited={noting.onExited}
        />
        <RescheduleDialog about={rescheduling} />
        <CancelDialog about={cancelling} onCancel={moves.cancel} />
      </div>
    </QueueHandlersContext.Provider>
  )
}

/** Guidance for an empty column: the step that brings a patient there. */
function hintsOf(day: string, today: string, isEmptyDay: boolean, mayDo: ReturnType<typeof useMay>) {
  const first = isEmptyDay && day >= today && mayDo('appointment.book') && (
    <>
      <p>Booked patients appear here until they check in.</p>
      <ButtonLink to="/opd-queue/new" search={day === today ? {} : { date: day }} variant="default">
        Book the first appointment
      </ButtonLink>
    </>
  )
  if (day !== today) return { SCHEDULED: first }
  return {
    IN_QUEUE: mayDo('appointment.queue') && <p>Use Add to Queue when a patient arrives.</p>,
    IN_PROGRESS: mayDo('appointment.treat') && (
      <p>Call next takes emergencies first, then the longest wait.</p>
    ),
    SCHEDULED: first,
  }
}
