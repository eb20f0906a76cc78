import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { ItemUnit } from '../../../contract/inventory-items.ts'
import { formatDay } from '../../ui/format.ts'
import { amountOf, formatQuantity } from '../words.ts'
import classes from './StockChart.module.css'

interface Point {
  day: string
  quantity: number
}

const height = 220
const edge = { top: 16, right: 12, bottom: 26, left: 56 }

/** Stock at the end of each day as steps, with the reorder level; the same as a table below. */
export function StockChart({
  days,
  reorderLevel,
  unit,
  name,
}: {
  days: readonly Point[]
  reorderLevel: number
  unit: ItemUnit
  name: string
}) {
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number>()
  const most = Math.max(reorderLevel, ...days.map(({ quantity }) => quantity), 1)
  const top = roundedUp(most)
  const inner = Math.max(0, width - edge.left - edge.right)
  const step = days.length > 0 ? inner / days.length : 0
  const x = (index: number) => edge.left + index * step
  const y = (quantity: number) => edge.top + (height - edge.top - edge.bottom) * (1 - quantity / top)
  const line = days
    .map(({ quantity }, index) => `${index === 0 ? 'M' : 'L'}${x(index)},${y(quantity)}H${x(index + 1)}`)
    .join('')
  const ground = days.length > 0 ? `${line}V${y(0)}H${x(0)}Z` : ''
  const labels = Math.max(2, Math.min(6, Math.floor(inner / 110)))
  const at = pointed === undefined ? undefined : days[pointed]
  const last = days.at(-1)
  const lowest = days.reduce((least, { quantity }) => Math.min(least, quantity), most)

  return (
    <figure className={classes.figure}>
      <div ref={ref} className={classes.plot}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`Stock of ${name} over ${days.length} days: between ${amountOf(lowest, unit)} and ${amountOf(Math.max(...days.map(({ quantity }) => quantity), 0), unit)}, now ${amountOf(last?.quantity ?? 0, unit)}. The reorder level is ${amountOf(reorderLevel, unit)}.`}
          onPointerMove={(event) => {
            const place = Math.floor((event.nativeEvent.offsetX - edge.left) / step)
            setPointed(place >= 0 && place < days.length ? place : undefined)
          }}
          onPointerLeave={() => setPointed(undefined)}
        >
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line
                className={classes.grid}
                x1={edge.left}
                x2={width - edge.right}
                y1={y(top * share)}
                y2={y(top * share)}
              />
              <text className={classes.scale} x={edge.left - 8} y={y(top * share) + 4} textAnchor="end">
                {formatQuantity(top * share)}
              </text>
            </g>
          ))}
          <path className={classes.ground} d={ground} />
          <line
            className={classes.level}
            x1={edge.left}
            x2={width - edge.right}
            y1={y(reorderLevel)}
            y2={y(reorderLevel)}
          />
          <path className={classes.line} d={line} />
          {at && pointed !== undefined && (
            <g>
              <line
                className={classes.pointer}
                x1={x(pointed + 0.5)}
                x2={x(pointed + 0.5)}
                y1={edge.top}
                y2={y(0)}
              />
              <circle className={classes.dot} cx={x(pointed + 0.5)} cy={y(at.quantity)} r={4} />
            </g>
          )}
          {Array.from({ length: labels }, (_, label) => {
            const index = Math.round(((days.length - 1) * label) / (labels - 1))
            const day = days[index]?.day
            return (
              day && (
                <text
                  key={day}
                  className={classes.scale}
                  x={label === 0 ? x(index) : label === labels - 1 ? x(index + 1) : x(index + 0.5)}
                  y={height - 6}
                  textAnchor={label === 0 ? 'start' : label === labels - 1 ? 'end' : 'middle'}
                >
                  {formatDay(day).replace(/ \d{4}$/, '')}
                </text>
              )
            )
          })}
        </svg>
      </div>
      <figcaption className={classes.caption}>
        {at ? (
          <span>
            {formatDay(at.day)}: <strong>{amountOf(at.quantity, unit)}</strong>
          </span>
        ) : (
          <>
            <span className={classes.key} data-of="stock">
              Stock at the end of the day
            </span>
            <span className={classes.key} data-of="level">
              Reorder level {formatQuantity(reorderLevel)}
            </span>
          </>
        )}
      </figcaption>
      <details className={classes.details}>
        <summary>Show as a table</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <section className={classes.scroll} tabIndex={0} aria-label={`Stock of ${name} by day`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">In stock ({unit})</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, quantity }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  <td>{formatQuantity(quantity)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

/** A scale's end that reads well: 1, 2, 4, 5 or 10 times a power of ten. */
function roundedUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return (([1, 2, 4, 5, 10].find((times) => times * power >= most) ?? 10) * power) as number
}
