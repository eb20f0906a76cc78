import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { timeOf } from '../../../contract/clock.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { minutesOf } from '../../../contract/spoken.ts'
import { formatTime } from '../../ground/ui/format.ts'
import classes from './CalendarGrid.module.css'
import { ColumnHead } from './ColumnHead.tsx'
import { freeKey, GridCell } from './GridCell.tsx'
import { focusStop, stopsIn } from './grid-focus.ts'
import { type Cell, type Clock, type Column, linesOf, nextStop, rowOf } from './layout.ts'
import type { FreeTime, Moving } from './moving.ts'

const arrows = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

export interface GridProps {
  label: string
  columns: readonly Column[]
  now: Clock
  isWeek?: boolean
  mayBook: boolean
  canMove: (appointment: Appointment) => boolean
  moving: Moving
  onAddress: (address: string) => void
}

/**
 * Columns of doctors, or of a doctor's days, over lines of time: each time at which something begins has a row, as high as
 * what is in it. One Tab stop; the arrow keys move within.
 */
export function CalendarGrid({
  label,
  columns,
  now,
  isWeek = false,
  mayBook,
  canMove,
  moving,
  onAddress,
}: GridProps) {
  const lines = useMemo(() => linesOf(columns), [columns])
  const [chosen, setChosen] = useState<string>()
  const keys = useMemo(() => new Set(keysOf(columns)), [columns])
  const stop = chosen !== undefined && keys.has(chosen) ? chosen : `head ${columns[0]?.key}`
  const placed = useMemo(() => placesOf(columns, lines), [columns, lines])
  const scroller = useRef<HTMLDivElement>(null)
  const nowLine = useRef<HTMLDivElement>(null)
  const isToday = columns.some(({ date }) => date === now.day)
  const here = isToday ? rowOf(lines, minutesOf(now.time)) : undefined
  useLayoutEffect(() => {
    // The morning is over: the day opens at the present time.
    const line = nowLine.current
    if (line && scroller.current) scroller.current.scrollTop = line.offsetTop - 220
  }, [])

  function find(id: string): Appointment | undefined {
    const cells = columns.flatMap((column) => [...column.cells, ...column.lane])
    return cells.flatMap(({ entries }) => entries).find(({ appointment }) => appointment.id === id)
      ?.appointment
  }
  function choose(target: Element): boolean {
    const free = target.closest<HTMLElement>('[data-free]')
    if (free && moving.carried) {
      const { doctor = '', date = '', time = '' } = free.dataset
      const to: FreeTime = { doctorId: doctor, date, time, isToken: free.dataset.free === 'tokens' }
      void moving.putDown(to)
      return true
    }
    const link = target.closest('a[href]')
    const address = link?.getAttribute('href')
    if (!link || !address) return false
    if (moving.carried && link.hasAttribute('data-appointment'))
      moving.say('That time is taken. Choose a free time.')
    else onAddress(address)
    return true
  }
  function press(event: React.KeyboardEvent<HTMLDivElement>) {
    const target = event.target as HTMLElement
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey || !target.dataset.key) return
    const id = target.dataset.appointment
    if (arrows.has(key)) {
      event.preventDefault()
      const stops = stopsIn(event.currentTarget)
      const current = stops.find((one) => one.key === target.dataset.key)
      const next = current && nextStop(stops, current, key)
      if (next) focusStop(event.currentTarget, next)
    } else if (key.toLowerCase() === 'm' && id) {
      event.preventDefault()
      const appointment = find(id)
      if (appointment) moving.pickUp(appointment)
    }
  }
  function click(event: React.MouseEvent<HTMLDivElement>) {
    const target = event.target as HTMLElement
    const mover = target.closest<HTMLElement>('[data-move]')
    const appointment = mover?.dataset.move && find(mover.dataset.move)
    if (appointment) return moving.pickUp(appointment)
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return undefined
    if (choose(target)) event.preventDefault()
    return undefined
  }

  return (
    <div ref={scroller} className={classes.scroll} data-week={isWeek || undefined}>
      {/* The links inside are what is pressed and focused. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        role="grid"
        aria-label={label}
        aria-colcount={placed.columnCount}
        aria-rowcount={lines.length}
        className={classes.grid}
        style={{
          minWidth: placed.width,
          gridTemplateColumns: placed.template,
          gridTemplateRows: placed.heights,
        }}
        data-moving={moving.carried ? true : undefined}
        onKeyDown={press}
        onClick={click}
        onFocus={({ target }) => target.dataset.key !== undefined && setChosen(target.dataset.key)}
      >
        <div role="row" aria-rowindex={1} className={classes.row}>
          <div role="columnheader" aria-colindex={1} className={classes.corner}>
            <span className="sr-only">Time</span>
          </div>
          {columns.map((column, index) => (
            <ColumnHead
              key={column.key}
              column={column}
              place={placed.columns[index] ?? 2}
              isStop={stop === `head ${column.key}`}
              isToday={isWeek && column.date === now.day}
              isWeek={isWeek}
            />
          ))}
        </div>
        {columns.map((column, index) => (
          <Ground key={column.key} column={column} at={placed.columns[index] ?? 2} lines={lines} />
        ))}
        {placed.rows.map(({ line, cells }, row) => (
          <div key={line} role="row" aria-rowindex={row + 2} className={classes.row}>
            <div
              role="rowheader"
              aria-colindex={1}
              className={classes.time}
              style={{ gridRow: row + 2 }}
              data-gap={cells.length === 0 || undefined}
            >
              <span>{formatTime(cells[0]?.cell.time ?? timeOf(line))}</span>
            </div>
            {cells.map(({ cell, column, place }) => {
              const holdsStop =
                freeKey(column, cell) === stop ||
                cell.entries.some(({ appointment }) => appointment.id === stop)
              const carried = moving.carried?.id
              return (
                <GridCell
                  key={`${place.column}`}
                  cell={cell}
                  column={column}
                  place={place}
                  stop={holdsStop ? stop : undefined}
                  carriedId={
                    cell.entries.some(({ appointment }) => appointment.id === carried) ? carried : undefined
                  }
                  isMoving={carried !== undefined}
                  mayBook={mayBook}
                  canMove={canMove}
                  isWeek={isWeek}
                />
              )
            })}
          </div>
        ))}
        {here && (
          <div
            ref={nowLine}
            className={classes.now}
            style={{ gridRow: here.row + 2, top: `${Math.round(here.part * 100)}%` }}
            aria-hidden="true"
          >
            <span>{formatTime(now.time)}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** The column's own ground, and where the doctor is away; the head of the column says it in words. */
function Ground({ column, at, lines }: { column: Column; at: number; lines: readonly number[] }) {
  const span = column.lane.length > 0 ? 2 : 1
  const rowAt = (minute: number) => lines.filter((line) => line < minute).length + 2
  const last = lines.length + 1
  return (
    <>
      <div
        className={classes.ground}
        style={{ gridColumn: `${at} / span ${span}`, gridRow: `2 / ${last}` }}
        aria-hidden="true"
      />
      {column.absences.map(({ id, from, until, reason }) => {
        const [first, end] = [Math.min(rowAt(from), last), Math.min(rowAt(until), last)]
        return (
          first < end && (
            <div
              key={id}
              className={classes.away}
              style={{ gridColumn: `${at} / span ${span}`, gridRow: `${first} / ${end}` }}
              aria-hidden="true"
            >
              <span>{reason}</span>
            </div>
          )
        )
      })}
    </>
  )
}

function* keysOf(columns: readonly Column[]) {
  for (const column of columns) {
    yield `head ${column.key}`
    for (const cell of [...column.cells, ...column.lane]) {
      for (const { appointment } of cell.entries) yield appointment.id
      if (cell.free > 0 || cell.entries.length === 0) yield freeKey(column, cell)
    }
  }
}

/** The lines of the grid that each column begins at, and by row what begins there. */
function placesOf(columns: readonly Column[], lines: readonly number[]) {
  const starts: number[] = []
  let template = 'var(--times)'
  let width = 'var(--times)'
  let line = 2
  const all: { cell: Cell; column: Column; place: { column: number; from: number; until: number } }[] = []
  const rowAt = (minute: number) => lines.indexOf(minute) + 2
  for (const column of columns) {
    starts.push(line)
    const lists = column.lane.length > 0 ? [column.cells, column.lane] : [column.cells]
    for (const [index, cells] of lists.entries()) {
      for (const cell of cells) {
        const place = { column: line, from: rowAt(cell.at), until: rowAt(cell.until) }
        all.push({ cell, column, place })
      }
      template += index === 0 ? ' minmax(var(--column), 1fr)' : ' minmax(var(--lane), 0.75fr)'
      width += index === 0 ? ' + var(--column)' : ' + var(--lane)'
      line += 1
    }
  }
  const byRow = Map.groupBy(all, ({ place }) => place.from)
  const rows = lines.slice(0, -1).map((start, row) => ({ line: start, cells: byRow.get(row + 2) ?? [] }))
  // A row in which nothing begins is only as high as longer cells need.
  const heights = rows.map(({ cells }) => `minmax(${cells.length > 0 ? 'var(--row)' : '12px'}, auto)`)
  return {
    columns: starts,
    template,
    width: `calc(${width})`,
    heights: ['auto', ...heights].join(' '),
    rows,
    columnCount: line - 1,
  }
}
