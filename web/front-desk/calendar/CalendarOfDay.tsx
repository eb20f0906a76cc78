import { Button } from '@mantine/core'
import { IconBeach, IconClockHour9, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { daysAfter } from '../../../contract/days.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useSteady } from '../../ground/records/steady.ts'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useWallClock } from '../../ground/sign-in/hospital-clock.ts'
import { countOf, formatDay, formatWeekday } from '../../ground/ui/format.ts'
import { ClearFilters } from '../../ground/ui/list/ClearFilters.tsx'
import { LateChoice } from '../../ground/ui/list/LateChoice.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { LateClinicChoice, useClinics } from '../../people/clinics/public.ts'
import { DayNavigator, dayQuery } from '../appointments/public.ts'
import { dayOfSessionsQuery } from '../schedules/public.ts'
import classes from './Calendar.module.css'
import { CalendarBody, useSteadyColumns } from './CalendarBody.tsx'
import type { CalendarSearch } from './calendar-search.ts'
import { useDayKeys } from './day-keys.ts'
import { EmptyDay, NoHours } from './EmptyDay.tsx'
import { columnsOfDay } from './layout.ts'
import { PrintedCalendar } from './printed.ts'
import { closuresQuery } from './queries.ts'

const route = getRouteApi('/signed-in/shell/calendar')
const everybody = 'all'
const none = { sessions: [], keepHours: [] }

/** A day of all doctors, side by side. */
export function CalendarOfDay() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useWallClock()
  const day = search.date ?? now.day
  const mayDo = useMay()
  const { hasSchedules, hasClinics } = useSite()
  const clinics = useClinics()
  const appointments = useSteady(useQuery(dayQuery(day)))
  const sessions = useSteady(useQuery({ ...dayOfSessionsQuery(day), enabled: hasSchedules }))
  const closures = useSteady(useQuery(closuresQuery(day)))
  const [isPrinting, setIsPrinting] = useState(false)

  const ofDay = hasSchedules ? sessions.data : none
  const all = useSteadyColumns(
    useMemo(
      () =>
        appointments.data && ofDay && closures.data
          ? columnsOfDay({
              date: day,
              sessions: ofDay.sessions,
              keepHours: ofDay.keepHours,
              appointments: appointments.data,
              closures: closures.data,
              now,
            })
          : undefined,
      // The clock is another object at each minute only by its parts.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [day, ofDay, appointments.data, closures.data, now.day, now.time],
    ),
  )
  const ofClinic = useMemo(() => {
    const clinic = clinics.find(({ id }) => id === search.clinic)
    const inSession = ofDay?.sessions.filter(({ clinicId }) => clinicId === search.clinic) ?? []
    return new Set([
      ...(clinic?.doctors.map(({ id }) => id) ?? []),
      ...inSession.map(({ doctorId }) => doctorId),
    ])
  }, [clinics, ofDay, search.clinic])
  const columns = useMemo(
    () =>
      all?.filter(
        ({ doctorId }) =>
          (!search.doctor || search.doctor === doctorId) && (!search.clinic || ofClinic.has(doctorId)),
      ),
    [all, search.doctor, search.clinic, ofClinic],
  )
  const inClinic = useMemo(
    () => all?.filter(({ doctorId }) => !search.clinic || ofClinic.has(doctorId)),
    [all, search.clinic, ofClinic],
  )
  const failed = [appointments, sessions, closures].find(({ error, data }) => error && !data)

  const show = (change: Partial<CalendarSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const showDay = (chosen: string) =>
    void navigate({
      search: (before) => ({ ...before, date: chosen === now.day ? undefined : chosen }),
      resetScroll: false,
    })
  const clearFilters = () => show({ doctor: undefined, clinic: undefined })
  useDayKeys({ onToday: () => showDay(now.day), onStep: (step) => showDay(daysAfter(day, step)) })

  const choices = [
    { value: everybody, label: 'All doctors' },
    ...(search.doctor && !all?.some(({ doctorId }) => doctorId === search.doctor)
      ? [{ value: search.doctor, label: 'One doctor' }]
      : []),
    ...(all ?? []).map(({ doctorId, doctor }) => ({ value: doctorId, label: doctorName(doctor) })),
  ]
  const isFiltered = Boolean(search.doctor ?? search.clinic)
  const free = columns?.reduce((sum, column) => sum + column.free, 0) ?? 0
  const holiday = closures.data?.find(({ cause, clinicId }) => cause === 'HOLIDAY' && clinicId === null)

  return (
    <div className={classes.page}>
      <ListHeader
        title="Calendar"
        context={
          <span className={classes.context}>
            {columns
              ? [countOf(columns.length, 'doctor'), ...(hasSchedules ? [`${free} free`] : [])].join(' · ')
              : ' '}
          </span>
        }
      >
        <ButtonLink
          to="/schedules"
          variant="default"
          leftSection={<IconClockHour9 size={16} aria-hidden="true" />}
        >
          Hours
        </ButtonLink>
        <ButtonLink to="/absences" variant="default" leftSection={<IconBeach size={16} aria-hidden="true" />}>
          Absences
        </ButtonLink>
        {hasSchedules && (
          <ButtonLink to="/wait-list" variant="default">
            Wait List
          </ButtonLink>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => setIsPrinting(true)}
          disabled={!columns?.length}
        >
          Print
        </Button>
        {mayDo('appointment.book') && (
          <ButtonLink
            to="/opd-queue/new"
            search={search.date ? { date: search.date } : {}}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            New Appointment
          </ButtonLink>
        )}
      </ListHeader>
      <div className={classes.filters}>
        <DayNavigator day={day} today={now.day} onDay={showDay} />
        <LateChoice
          label="Filter by doctor"
          className={classes.doctor}
          choices={choices}
          value={search.doctor ?? everybody}
          onChange={(value) => show({ doctor: value === everybody ? undefined : value })}
        />
        {(hasClinics || search.clinic) && (
          <LateClinicChoice
            chosen={search.clinic}
            onChange={(clinic) => show({ clinic, doctor: undefined })}
            className={classes.clinic}
          />
        )}
        {isFiltered && <ClearFilters variant="subtle" px="sm" onClear={clearFilters} />}
      </div>
      {!hasSchedules && all && all.length > 0 && <NoHours />}
      <CalendarBody
        label={`Appointments of ${formatWeekday(day)}`}
        columns={columns}
        failure={
          failed?.error
            ? {
                title: `The calendar of ${formatDay(day)} could not be loaded`,
                error: failed.error,
                onRetry: () => void failed.refetch(),
                retrying: failed.isFetching,
              }
            : undefined
        }
        now={now}
        shown={search.doctor}
        onShow={(doctor) => show({ doctor })}
        empty={
          <EmptyDay
            day={day}
            hasSchedules={hasSchedules}
            holiday={holiday?.reason}
            isFiltered={isFiltered && (all?.length ?? 0) > 0}
            onClear={clearFilters}
          />
        }
        all={inClinic}
      />
      {isPrinting && columns && (
        <PrintedCalendar
          date={day}
          doctorIds={columns.map(({ doctorId }) => doctorId)}
          onDone={() => setIsPrinting(false)}
        />
      )}
    </div>
  )
}
