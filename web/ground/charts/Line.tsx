import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear, scaleTime } from '@visx/scale'
import classes from './Chart.module.css'
import { Drawing, type DrawingProps, Grid } from './Drawing.tsx'
import type { LineSeries, UsualRange } from './data.ts'

interface LineProps extends DrawingProps {
  series: readonly LineSeries[]
  /** The usual ranges, drawn behind. */
  ranges: readonly UsualRange[]
  pointed: number | undefined
  onPointed: (at: number | undefined) => void
  /** The scale begins at zero, and not at the least value. */
  isFromZero: boolean
  /** A moment and a value as the axes say them. */
  momentWords: (at: number) => string
  valueWords: (value: number) => string
}

const margins = { top: 12, right: 12, bottom: 28, left: 44 }
/** Pixels of a character of the axes, and beside what they say. */
const [letter, beside] = [7, 14]
/** Pixels between moments that the axis names. */
const apart = 110
const size = 4.5
/** Values that the scale names. */
const lines = 5

/** The drawing of values over time. */
export function Line({
  label,
  height,
  series,
  ranges,
  pointed,
  onPointed,
  isFromZero,
  momentWords,
  valueWords,
}: LineProps) {
  const { ref, width } = useElementSize()
  const all = series.flatMap(({ points }) => points)
  const values = [...all.map(({ value }) => value), ...ranges.flatMap(({ low, high }) => [low, high])]
  const moments = all.map(({ at }) => at)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  // One moment alone stands in the middle.
  const alone = first === last ? 3_600_000 : 0
  const y = scaleLinear({
    domain: isFromZero ? [0, Math.max(...values, 1)] : [Math.min(...values), Math.max(...values)],
    range: [height - margins.bottom, margins.top],
    nice: lines,
  })
  const widest = Math.max(...y.ticks(lines).map((value) => valueWords(value).length))
  const edge = { ...margins, left: Math.max(margins.left, widest * letter + beside) }
  const x = scaleTime({
    domain: [first - alone, last + alone],
    range: [edge.left + 8, Math.max(edge.left + 8, width - edge.right)],
  })
  const ticks = Math.max(2, Math.min(6, Math.floor((width - edge.left) / apart)))
  const named =
    first === last
      ? [first]
      : Array.from({ length: ticks }, (_, index) =>
          Math.round(first + ((last - first) * index) / (ticks - 1)),
        )

  // Words that would stand side by side twice appear once.
  const words = new Map(
    named.map((at, index) => {
      const said = momentWords(at)
      return [at, index > 0 && momentWords(named[index - 1] ?? at) === said ? '' : said]
    }),
  )

  function nearest(offset: number): number | undefined {
    const at = x.invert(offset).getTime()
    return moments.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0]
  }

  return (
    <Drawing
      label={label}
      height={height}
      width={width}
      measure={ref}
      onPointed={(left) => onPointed(left === undefined ? undefined : nearest(left))}
    >
      {ranges.map((range) => {
        const [left, right] = [
          Math.max(edge.left, x(range.from ?? first - alone)),
          Math.min(width - edge.right, x(range.until ?? last + alone)),
        ]
        return (
          <g key={`${range.series} ${range.from}`}>
            <rect
              className={classes.band}
              x={left}
              width={Math.max(0, right - left)}
              y={y(range.high)}
              height={y(range.low) - y(range.high)}
            />
            {[range.low, range.high].map((limit) => (
              <line key={limit} className={classes.limit} x1={left} x2={right} y1={y(limit)} y2={y(limit)} />
            ))}
          </g>
        )
      })}
      <Grid scale={y} edge={edge} width={width} lines={lines} />
      {pointed !== undefined && (
        <line
          className={classes.pointer}
          x1={x(pointed)}
          x2={x(pointed)}
          y1={edge.top}
          y2={height - edge.bottom}
        />
      )}
      {series.map(({ key, look, points }) => (
        <g key={key}>
          <path className={classes.line} data-look={look} d={pathOf(points, look, x, y)} />
          {hasPoints(look) &&
            points.map(({ at, value, mark }) => (
              <path
                key={at}
                className={classes.point}
                data-marked={mark}
                transform={`translate(${x(at)},${y(value)})`}
                d={mark ? triangle(mark) : circle}
              />
            ))}
        </g>
      ))}
      <AxisBottom
        top={height - edge.bottom}
        scale={x}
        tickValues={named}
        tickFormat={(at) => words.get(Number(at)) ?? ''}
        hideTicks
        axisClassName={classes.axis ?? ''}
        tickLabelProps={(at) => ({
          className: classes.scale ?? '',
          dy: 4,
          textAnchor:
            first === last
              ? 'middle'
              : Number(at) === first
                ? 'start'
                : Number(at) === last
                  ? 'end'
                  : 'middle',
        })}
      />
      <AxisLeft
        left={edge.left}
        scale={y}
        numTicks={lines}
        hideTicks
        hideAxisLine
        tickFormat={(value) => valueWords(Number(value))}
        tickLabelProps={{ className: classes.scale ?? '', textAnchor: 'end', dx: -4, dy: 4 }}
      />
    </Drawing>
  )
}

const circle = `M${-size},0a${size},${size} 0 1,0 ${size * 2},0a${size},${size} 0 1,0 ${-size * 2},0Z`

/** Points up where it is high, and down where it is low: seen without colour too. */
function triangle(mark: 'low' | 'high'): string {
  const tip = mark === 'high' ? -1.4 * size : 1.4 * size
  return `M0,${tip}L${1.3 * size},${-tip * 0.7}L${-1.3 * size},${-tip * 0.7}Z`
}

function hasPoints(look: LineSeries['look']): boolean {
  return look === 'line' || look === 'dashed'
}

/** From point to point; as steps, each value holds until the next. */
function pathOf(
  points: LineSeries['points'],
  look: LineSeries['look'],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  const between = look === 'steps' ? ['H', 'V'] : ['L', ',']
  return points
    .map(({ at, value }, index) =>
      index === 0 ? `M${x(at)},${y(value)}` : `${between[0]}${x(at)}${between[1]}${y(value)}`,
    )
    .join('')
}
