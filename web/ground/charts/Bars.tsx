import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { PatternLines } from '@visx/pattern'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useId } from 'react'
import classes from './Chart.module.css'
import { Drawing, type DrawingProps, Grid } from './Drawing.tsx'
import type { BarGroup, ChartKey } from './data.ts'

interface BarsProps extends DrawingProps {
  series: readonly ChartKey[]
  groups: readonly BarGroup[]
  namesAll: boolean
  /** How the axis and the numbers above the bars say a value. */
  words: (value: number) => string
  pointed: string | undefined
  onPointed: (key: string | undefined) => void
  /** Pixels, where it is known: on paper nothing is measured. */
  fixedWidth?: number
}

const edge = { top: 20, right: 4, bottom: 28, left: 40 }
/** Pixels that a number above a bar takes, and that lie between labels of the axis at the left at least. */
const numberWidth = 26
const lineHeight = 16
/** Degrees, and how much room they take below. */
const slant = { angle: -38, bottom: 60 }

/** The drawing of a bar chart. */
export function Bars({
  label,
  height,
  series,
  groups,
  namesAll,
  words,
  pointed,
  onPointed,
  fixedWidth,
}: BarsProps) {
  const { ref, width: measured } = useElementSize()
  const width = fixedWidth ?? measured
  const hatch = useId()
  const totals = groups.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0))
  const x = scaleBand({
    domain: groups.map(({ key }) => key),
    range: [edge.left, Math.max(edge.left, width - edge.right)],
    paddingInner: groups.length > 14 ? 0.2 : 0.35,
    paddingOuter: 0.15,
  })
  const bar = x.bandwidth()
  // Every label where there is room, else every second, third or so, counted from the last.
  const widest = Math.max(...widthsOf(groups.map((group) => group.label)), 1)
  // The last one ends where its bar does if there is too little room on its right.
  const last = groups.at(-1)
  const isTight = last !== undefined && widest / 2 > width - (x(last.key) ?? 0) - bar / 2
  const apart = (isTight ? 1.5 * widest - bar / 2 : widest) + 4
  const crowded = Math.max(1, Math.ceil(apart / Math.max(1, x.step())))
  const isSlanting = namesAll && crowded > 1
  const every = namesAll ? 1 : crowded
  const bottom = isSlanting ? slant.bottom : edge.bottom
  const y = scaleLinear({
    domain: [0, Math.max(4, ...totals)],
    range: [height - bottom, edge.top],
    nice: 4,
  })
  const valuesAt = (lines: number) => y.ticks(lines).filter(Number.isInteger)
  const lines = [4, 3, 2].find((count) => {
    const [first = 0, second = Number.POSITIVE_INFINITY] = valuesAt(count)
    return y(first) - y(second) >= lineHeight
  })
  const labelled = groups.filter((_, index) => (groups.length - 1 - index) % every === 0)
  const labels = new Map(groups.map((group) => [group.key, group.label]))

  const isKnown = ({ values }: BarGroup) => series.some(({ key }) => typeof values[key] === 'number')

  function groupAt(offset: number): string | undefined {
    return groups.find(({ key }) => {
      const start = x(key) ?? 0
      const gap = (x.step() - bar) / 2
      return offset >= start - gap && offset < start + bar + gap
    })?.key
  }

  return (
    <Drawing
      label={label}
      height={height}
      width={width}
      measure={ref}
      onPointed={(left) => onPointed(left === undefined ? undefined : groupAt(left))}
    >
      <PatternLines
        id={hatch}
        width={6}
        height={6}
        orientation={['diagonal']}
        className={classes.hatch ?? ''}
      />
      <Grid scale={y} edge={edge} width={width} lines={lines ?? 1} />
      {groups.map((group, index) => {
        let below = 0
        const left = x(group.key) ?? 0
        const total = totals[index] ?? 0
        return (
          <g key={group.key} data-pointed={group.key === pointed || undefined} className={classes.bar}>
            {series.map(({ key, look }) => {
              const value = group.values[key] ?? 0
              const [from, to] = [y(below), y(below + value)]
              below += value
              return (
                value > 0 && (
                  <rect
                    key={key}
                    data-look={look}
                    x={left}
                    y={to}
                    width={bar}
                    height={from - to}
                    {...(look === 'hatched' && { fill: `url(#${hatch})` })}
                  />
                )
              )
            })}
            {bar >= numberWidth && isKnown(group) && (
              <text className={classes.number} x={left + bar / 2} y={y(total) - 6} textAnchor="middle">
                {words(total)}
              </text>
            )}
          </g>
        )
      })}
      <AxisBottom
        top={height - bottom}
        scale={x}
        tickValues={labelled.map(({ key }) => key)}
        tickFormat={(key) => labels.get(key) ?? ''}
        hideTicks
        axisClassName={classes.axis ?? ''}
        tickLabelProps={(key) =>
          isSlanting
            ? { className: classes.scale ?? '', textAnchor: 'end', angle: slant.angle }
            : {
                className: classes.scale ?? '',
                dy: 4,
                ...(isTight && key === last?.key
                  ? { textAnchor: 'end', dx: bar / 2 }
                  : { textAnchor: 'middle' }),
              }
        }
      />
      <AxisLeft
        left={edge.left}
        scale={y}
        tickValues={valuesAt(lines ?? 1)}
        tickFormat={(value) => words(Number(value))}
        hideTicks
        hideAxisLine
        tickLabelProps={{ className: classes.scale ?? '', textAnchor: 'end', dx: -4, dy: 4 }}
      />
    </Drawing>
  )
}

const context = document.createElement('canvas').getContext('2d')

/** Pixels that labels take in the letters of the axes. */
function widthsOf(labels: readonly string[]): number[] {
  const { fontSize } = getComputedStyle(document.documentElement)
  const { fontFamily } = getComputedStyle(document.body)
  if (context) context.font = `${Number.parseFloat(fontSize) * 0.75}px ${fontFamily}`
  return labels.map((label) => context?.measureText(label).width ?? 0)
}
