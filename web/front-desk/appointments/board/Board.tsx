import { Skeleton, Tabs, Title } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { countOf } from '../../../ground/ui/format.ts'
import { ClearFilters } from '../../../ground/ui/list/ClearFilters.tsx'
import { useDensity } from '../../../ground/ui/list/density.ts'
import { statusColors } from '../../../ground/ui/StatusBadge.tsx'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import type { Abilities } from '../abilities.ts'
import { appointmentLooks } from '../words.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import classes from './Board.module.css'
import { arrange, type BoardColumn, boardColumns, type ColumnStatus } from './board.ts'
import { leavesAt, undoableUntil, useDeadlines } from './undo.ts'

interface BoardProps {
  day: string
  /** The whole day; undefined while it loads. */
  appointments: readonly Appointment[] | undefined
  /** The appointments that match the filters. */
  shown: readonly Appointment[]
  abilities: Abilities
  arrivals: ReadonlySet<string>
  nextId: string | undefined
  /** The column that a phone shows. */
  column: ColumnStatus
  onColumn: (column: ColumnStatus) => void
  onClearFilters: () => void
  /** The day is still to come: only SCHEDULED can have cards, and the other columns, while empty, are one line. */
  isAhead: boolean
  /** Guidance below the message of an empty column. */
  hints: Partial<Record<ColumnStatus, ReactNode>>
}

/** The day as four columns of cards; on a phone, as four tabs. */
export function Board(props: BoardProps) {
  const { appointments, shown, column, onColumn } = props
  const me = useMe()
  const callerId = me.isDoctor ? me.id : undefined
  const isPhone = usePhone()
  const [density] = useDensity()
  const undoable = new Map(
    shown.flatMap((appointment) => {
      const until = undoableUntil(appointment, me.id)
      return until === undefined ? [] : [[appointment.id, until] as const]
    }),
  )
  const leaving = new Map(
    shown.flatMap((appointment) => {
      const until = leavesAt(appointment)
      return until === undefined ? [] : [[appointment.id, until] as const]
    }),
  )
  useDeadlines([...undoable.values(), ...leaving.values()])
  const cancelledShown = shown.filter(
    ({ id, status }) => status === 'CANCELLED' && (undoable.has(id) || leaving.has(id)),
  )
  const cancelledIds = cancelledShown.map(({ id }) => id).join()
  const columns = useMemo(
    () => arrange(shown, ({ id }) => cancelledIds.includes(id), callerId, appointments),
    [shown, cancelledIds, callerId, appointments],
  )
  const totals = useMemo(() => {
    const all = arrange(appointments ?? [], () => false)
    return (status: ColumnStatus) => all[status].length
  }, [appointments])

  const lists = boardColumns.map((one) => {
    const cards = columns[one.status]
    const count = cards.filter(({ status }) => status !== 'CANCELLED').length
    return { one, cards, count, total: totals(one.status) }
  })
  const isFolded =
    !isPhone &&
    props.isAhead &&
    lists.every(({ one, cards, total }) => one.status === 'SCHEDULED' || cards.length + total === 0)
  const content = ({ one, cards, total }: (typeof lists)[number]) => (
    <Cards
      key={one.status}
      one={one}
      cards={cards}
      total={total}
      undoable={undoable}
      board={props}
      isGrid={isFolded}
    />
  )

  if (isPhone) {
    return (
      <Tabs
        value={column}
        onChange={(value) => onColumn(boardColumns.find(({ status }) => status === value)?.status ?? column)}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab }}
        data-density={density}
      >
        <Tabs.List aria-label="Columns" grow>
          {lists.map(({ one, count }) => (
            <Tabs.Tab key={one.status} value={one.status}>
              <span className={classes.tabCount}>{appointments ? count : '–'}</span>
              <span className={classes.tabName}>{one.heading}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map((list) => (
          <Tabs.Panel key={list.one.status} value={list.one.status} className={classes.panel}>
            {content(list)}
          </Tabs.Panel>
        ))}
      </Tabs>
    )
  }
  return (
    <div className={classes.board} data-density={density} data-folded={isFolded || undefined}>
      {lists
        .filter(({ one }) => !isFolded || one.status === 'SCHEDULED')
        .map((list) => (
          <Column
            key={list.one.status}
            column={list.one}
            count={list.count}
            total={list.total}
            loaded={Boolean(appointments)}
          >
            {content(list)}
          </Column>
        ))}
      {isFolded && (
        <p className={classes.ahead}>No patients in queue, in progress or completed before this day.</p>
      )}
    </div>
  )
}

function Column({
  column,
  count,
  total,
  loaded,
  children,
}: {
  column: BoardColumn
  count: number
  total: number
  loaded: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      className={classes.column}
      aria-labelledby={id}
      style={{ '--column-tone': statusColors(appointmentLooks[column.status]).text } as React.CSSProperties}
    >
      <header className={classes.head}>
        <Title order={2} size="h3" id={id} tabIndex={-1}>
          {column.heading}
        </Title>
        <span className={classes.count}>
          {loaded ? (
            count === total ? (
              <>
                <span className="sr-only">{countOf(count, 'appointment')}</span>
                <span aria-hidden="true">{count}</span>
              </>
            ) : (
              `${count} of ${total}`
            )
          ) : (
            <Skeleton h={12} w={16} />
          )}
        </span>
      </header>
      {children}
    </section>
  )
}

function Cards({
  one,
  cards,
  total,
  undoable,
  board,
  isGrid,
}: {
  one: BoardColumn
  cards: readonly Appointment[]
  total: number
  undoable: ReadonlyMap<string, number>
  board: BoardProps
  /** Whether the column fills the board, with its cards side by side. */
  isGrid: boolean
}) {
  if (!board.appointments) {
    return (
      <div className={classes.cards} aria-busy="true">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className={classes.skeleton} h={100} />
        ))}
      </div>
    )
  }
  if (cards.length === 0) {
    const isHidden = total > 0
    return (
      <div className={classes.empty}>
        {isHidden ? (
          <>
            <p>The filters hide {countOf(total, 'appointment')}.</p>
            <ClearFilters variant="subtle" size="compact-sm" onClear={board.onClearFilters} />
          </>
        ) : (
          <>
            <p>{one.empty}</p>
            {board.hints[one.status]}
          </>
        )}
      </div>
    )
  }
  return (
    <ul className={classes.cards} data-place="board" data-grid={isGrid || undefined}>
      {cards.map((appointment) => (
        <AppointmentCard
          key={appointment.id}
          appointment={appointment}
          day={board.day}
          abilities={board.abilities}
          undoUntil={undoable.get(appointment.id)}
          arrives={board.arrivals.has(appointment.id)}
          isNext={board.nextId === appointment.id}
          isOwn={board.abilities.isOwn(appointment)}
        />
      ))}
    </ul>
  )
}
