import { Button } from '@mantine/core'
import { IconCalendarX, IconPrinter } from '@tabler/icons-react'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { daysAfter } from '../../../contract/days.ts'
import type { DayOfSessions } from '../../../contract/front-desk/schedules.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { BackLink } from '../../ground/links/links.tsx'
import { useSteady } from '../../ground/records/steady.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useWallClock } from '../../ground/sign-in/hospital-clock.ts'
import { countOf, formatDay, formatDays } from '../../ground/ui/format.ts'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { doctorsQuery } from '../../people/staff/public.ts'
import { DayNavigator } from '../appointments/public.ts'
import { dayOfSessionsQuery } from '../schedules/public.ts'
import classes from './Calendar.module.css'
import { CalendarBody, useSteadyColumns } from './CalendarBody.tsx'
import { useDayKeys } from './day-keys.ts'
import { columnOf } from './layout.ts'
import { PrintedWeek } from './printed.ts'
import { closuresQuery, doctorWeekQuery, mondayOf } from './queries.ts'

const route = getRouteApi('/signed-in/shell/calendar/doctors/$id')

/** The days' sessions together, once all are there. */
function combined(results: UseQueryResult<DayOfSessions>[]) {
  const failed = results.find(({ error, data }) => error && !data)
  const days = results.flatMap(({ data }) => data ?? [])
  return { days: days.length === results.length ? days : undefined, failed }
}

/** A doctor's week, Monday to Sunday. */
export function DoctorWeek() {
  const { id } = route.useParams()
  const { date } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useWallClock()
  const { hasSchedules } = useSite()
  const day = date ?? now.day
  const monday = mondayOf(day)
  const sunday = daysAfter(monday, 6)
  const week = useMemo(() => [0, 1, 2, 3, 4, 5, 6].map((later) => daysAfter(monday, later)), [monday])
  const doctors = useQuery(doctorsQuery)
  const appointments = useSteady(useQuery(doctorWeekQuery(id, monday)))
  const sessions = useQueries({
    queries: hasSchedules ? week.map((one) => dayOfSessionsQuery(one, id)) : [],
    combine: combined,
  })
  const closures = useSteady(useQuery(closuresQuery(monday, sunday)))
  const [isPrinting, setIsPrinting] = useState(false)

  const listed = doctors.data?.find((one) => one.id === id)
  const booked = appointments.data?.[0]?.doctor
  const doctor = listed ?? booked
  const name = doctor && `${doctor.firstName} ${doctor.lastName}`.trim()
  const columns = useSteadyColumns(
    useMemo(() => {
      if (!appointments.data || !sessions.days || !closures.data || name === undefined) return undefined
      const { days } = sessions
      return week.map((one) => {
        const ofDay = days.find((other) => other.date === one)
        return columnOf({
          doctorId: id,
          doctor: name,
          date: one,
          sessions: ofDay?.sessions.filter(({ doctorId }) => doctorId === id) ?? [],
          keepsHours: ofDay?.keepHours.includes(id) ?? false,
          appointments: appointments.data.filter((appointment) => appointment.date === one),
          closures: closures.data,
          now,
        })
      })
      // The clock is another object at each minute only by its parts.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [id, name, week, appointments.data, sessions.days, closures.data, now.day, now.time]),
  )
  const failed =
    [doctors, appointments, closures].find(({ error, data }) => error && !data) ?? sessions.failed

  const showDay = (chosen: string) =>
    void navigate({
      search: { date: mondayOf(chosen) === mondayOf(now.day) && chosen === now.day ? undefined : chosen },
      resetScroll: false,
    })
  useDayKeys({ onToday: () => showDay(now.day), onStep: (step) => showDay(daysAfter(day, 7 * step)) })

  if (doctors.data && appointments.data && !doctor) {
    return (
      <Section>
        <EmptyState
          isPage
          title="No doctor at this address"
          icon={<IconCalendarX size={32} stroke={1.5} />}
          action={<BackLink to="/calendar">Calendar</BackLink>}
        >
          The account may have been deactivated, and has no bookings in this week.
        </EmptyState>
      </Section>
    )
  }
  const bookings = columns?.flatMap(({ cells, lane }) => [...cells, ...lane]) ?? []
  const count = bookings.reduce((sum, { entries }) => sum + entries.length, 0)
  const free = columns?.reduce((sum, column) => sum + column.free, 0) ?? 0
  return (
    <div className={classes.page}>
      <ListHeader
        title={name === undefined ? 'Doctor’s Week' : doctorName(name)}
        back={
          <BackLink to="/calendar" search={{ date }}>
            Calendar
          </BackLink>
        }
        context={
          <span className={classes.context}>
            {columns
              ? [
                  formatDays({ from: monday, to: sunday }),
                  countOf(count, 'booking'),
                  ...(hasSchedules ? [`${free} free`] : []),
                ].join(' · ')
              : ' '}
          </span>
        }
      >
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => setIsPrinting(true)}
          disabled={count === 0}
        >
          Print
        </Button>
      </ListHeader>
      <div className={classes.filters}>
        <DayNavigator
          day={day}
          today={now.day}
          onDay={showDay}
          step={7}
          isToday={monday === mondayOf(now.day)}
          shown={`Week of ${formatDay(monday)}`}
        />
      </div>
      <CalendarBody
        label={`${name === undefined ? 'A doctor' : doctorName(name)}, week of ${formatDay(monday)}`}
        columns={columns}
        failure={
          failed?.error
            ? {
                title: 'This week could not be loaded',
                error: failed.error,
                onRetry: () => void failed.refetch(),
                retrying: failed.isFetching,
              }
            : undefined
        }
        now={now}
        isWeek
        shown={day}
        onShow={showDay}
        empty={undefined}
      />
      {isPrinting && columns && (
        <PrintedWeek doctorId={id} monday={monday} onDone={() => setIsPrinting(false)} />
      )}
    </div>
  )
}
