import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { doctorName } from '../../../contract/people/staff.ts'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { formatDay, formatTime, formatWeekday, patientName } from '../../ground/ui/format.ts'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { useAbilities } from '../appointments/public.ts'
import classes from './Calendar.module.css'
import { CalendarGrid } from './CalendarGrid.tsx'
import { useGridFocus } from './grid-focus.ts'
import { asAgenda, type Clock, type Column } from './layout.ts'
import { type Moving, useMoving } from './moving.ts'

/** The narrow screens that show one column at a time. */
const narrow = '(max-width: 37.5em)'

/** The columns of a day or week with all that can be done in them; on a phone one of them at a time. */
export function CalendarBody({
  label,
  columns,
  all = columns,
  failure,
  now,
  isWeek = false,
  shown,
  onShow,
  empty,
}: {
  label: string
  /** Undefined while they load. */
  columns: readonly Column[] | undefined
  /** The columns that a phone steps through. */
  all?: readonly Column[] | undefined
  failure: { title: string; error: Error; onRetry: () => void; retrying: boolean } | undefined
  now: Clock
  isWeek?: boolean
  /** The key by which a phone's column is chosen: a doctor's id, or a day. */
  shown: string | undefined
  onShow: (key: string) => void
  /** Shown if there is no column. */
  empty: ReactNode
}) {
  const router = useRouter()
  const me = useMe()
  const mayBook = useMay()('appointment.book')
  const { canReschedule } = useAbilities()
  const moving = useMoving(canReschedule)
  const root = useRef<HTMLDivElement>(null)
  useGridFocus(root)
  const isAgenda = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false
  const keyOf = ({ date, doctorId }: Column) => (isWeek ? date : doctorId)
  const wished = shown ?? (isWeek ? now.day : me.id)
  const list = columns?.length ? (all ?? columns) : columns
  const index = Math.max(
    0,
    (list ?? []).findIndex((column) => keyOf(column) === wished),
  )
  const one = list?.[index]
  const drawn = useMemo(() => {
    if (isAgenda && columns) return one ? [asAgenda(one)] : []
    // Seven days with lanes of their own would not stand side by side.
    return isWeek ? columns?.map(asAgenda) : columns
  }, [isAgenda, isWeek, one, columns])

  return (
    <div ref={root} className={classes.body}>
      <div role="status" className="sr-only">
        {moving.said}
      </div>
      {failure ? (
        <Section>
          <ErrorState {...failure} />
        </Section>
      ) : !drawn ? (
        <Skeleton className={classes.loading} radius="md" role="status" aria-label="Loading the calendar" />
      ) : drawn.length === 0 ? (
        <Section>{empty}</Section>
      ) : (
        <>
          {isAgenda && list && list.length > 1 && one && (
            <ColumnSteps
              columns={list}
              index={index}
              thing={isWeek ? 'day' : 'doctor'}
              onIndex={(to) => list[to] && onShow(keyOf(list[to]))}
            />
          )}
          <CalendarGrid
            key={isAgenda ? one?.key : drawn[0]?.date}
            label={label}
            columns={drawn}
            now={now}
            isWeek={isWeek}
            mayBook={mayBook}
            canMove={canReschedule}
            moving={moving}
            onAddress={(address) => router.history.push(address)}
          />
        </>
      )}
      {moving.carried && <MovingBar moving={moving} />}
    </div>
  )
}

/** On a phone: the column before and after. */
function ColumnSteps({
  columns,
  index,
  thing,
  onIndex,
}: {
  columns: readonly Column[]
  index: number
  thing: 'doctor' | 'day'
  onIndex: (index: number) => void
}) {
  const words = (at: number) => {
    const column = columns[at]
    if (!column) return `No other ${thing}`
    return thing === 'day' ? formatWeekday(column.date) : doctorName(column.doctor)
  }
  return (
    <div className={classes.steps} role="group" aria-label={thing}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={`Previous ${thing}: ${words(index - 1)}`}
        disabled={index === 0}
        onClick={() => onIndex(index - 1)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <span className={classes.stepsWords}>
        {thing === 'day' ? 'Day' : 'Doctor'} {index + 1} of {columns.length}
      </span>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={`Next ${thing}: ${words(index + 1)}`}
        disabled={index === columns.length - 1}
        onClick={() => onIndex(index + 1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

/** Says what was picked up, and how it is put down. */
function MovingBar({ moving: { carried, busy, drop } }: { moving: Moving }) {
  if (!carried) return null
  const { patient, doctor, date, time } = carried
  return (
    <div className={classes.bar} role="status">
      <span className={classes.barWords}>
        {busy ? 'Moving ' : 'Move '}
        <strong>
          <bdi>{patientName(patient)}</bdi>
        </strong>
        , {formatDay(date)}, {formatTime(time)} with {doctorName(doctor)}.{' '}
        {busy ? '' : 'Choose a free time, also on another day.'}
      </span>
      <Button variant="default" size="sm" onClick={drop} disabled={busy}>
        Keep current time
      </Button>
    </div>
  )
}

/** Columns as they were, as far as they are alike: what did not change is not drawn again. */
export function useSteadyColumns(columns: readonly Column[] | undefined): readonly Column[] | undefined {
  const [kept, keep] = useState(columns)
  const next = replaceEqualDeep(kept, columns)
  if (next !== kept) keep(next)
  return next
}
