import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../ui/format.ts'
import { late } from '../ui/lazy-component.tsx'
import { ChartFrame, ChartTable } from './ChartFrame.tsx'
import type { BarGroup, ChartKey } from './data.ts'

/** Pixels. */
const height = 240

const Bars = late(() => import('./Bars.tsx'), 'Bars', {
  StandIn: () => <Skeleton h={height} />,
  isPlaceholder: true,
})

const nothingMore = [] as const

const figureOnly = (value: number | null) => (value === null ? 'Not recorded' : formatNumber(value))

/** A bar for each group, of one series or of several on top of one another. */
export function BarChart({
  name,
  about,
  head,
  series,
  groups,
  namesAll = false,
  more = nothingMore,
  words = formatNumber,
  exactWords = words,
  cell = figureOnly,
}: {
  name: string
  /** A summary for screen readers; the table has each figure. */
  about: string
  /** The heading of the groups: 'Day' */
  head: string
  series: readonly ChartKey[]
  /** Undefined while they load. */
  groups: readonly BarGroup[] | undefined
  /** Each is named below its bar, slanting where there is no room; else every second, third or so. */
  namesAll?: boolean
  /** More columns of the table. */
  more?: readonly { label: string; cell: (group: BarGroup) => ReactNode }[]
  /** The words for a figure, short and in full. */
  words?: (value: number) => string
  exactWords?: (value: number) => string
  /** How the table says a figure: as a link to what it counts. */
  cell?: (value: number | null, group: BarGroup, series: ChartKey) => ReactNode
}) {
  const [pointed, setPointed] = useState<string>()
  const at = groups?.find(({ key }) => key === pointed)
  return (
    <ChartFrame
      legend={series}
      pointed={
        at && (
          <span>
            {at.name}: {wordsOf(at, series, exactWords)}
          </span>
        )
      }
      table={
        <ChartTable
          name={name}
          head={head}
          columns={[...series, ...more].map(({ label }) => label)}
          rows={(groups ?? []).map((group) => ({
            key: group.key,
            name: group.name,
            cells: [
              ...series.map((one) => cell(group.values[one.key] ?? null, group, one)),
              ...more.map((one) => one.cell(group)),
            ],
          }))}
        />
      }
    >
      {groups ? (
        <Bars
          label={`${name}. ${about}`}
          height={height}
          series={series}
          groups={groups}
          namesAll={namesAll}
          words={words}
          pointed={pointed}
          onPointed={setPointed}
        />
      ) : (
        <Skeleton h={height} />
      )}
    </ChartFrame>
  )
}

function wordsOf(
  { values }: BarGroup,
  series: readonly ChartKey[],
  exactWords: (value: number) => string,
): string {
  const said = series.flatMap(({ key, label }) => {
    const value = values[key] ?? null
    if (value === null) return []
    return [series.length === 1 ? exactWords(value) : `${label} ${exactWords(value)}`]
  })
  return said.join(', ')
}
