import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { late } from '../ui/lazy-component.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import type { ChartKey, LineSeries, UsualRange } from './data.ts'

/** Pixels. */
const height = 260

const Line = late(() => import('./Line.tsx'), 'Line', {
  StandIn: () => <Skeleton h={height} />,
  isPlaceholder: true,
})

const none: readonly UsualRange[] = []

/** Values over time, of one series or several, before what is usual. */
export function LineChart({
  name,
  about,
  series,
  ranges = none,
  rangeWords,
  isFromZero = false,
  isLoading = false,
  pointedWords,
  momentWords,
  valueWords = String,
  table,
}: {
  name: string
  /** A summary for screen readers. */
  about: string
  series: readonly LineSeries[]
  ranges?: readonly UsualRange[]
  /** 'Usual range 51–90 /min'; without, none is drawn. */
  rangeWords?: string | undefined
  isFromZero?: boolean
  /** The points are on their way: it is as high meanwhile. */
  isLoading?: boolean
  /** The values at a moment, in words. */
  pointedWords: (at: number) => ReactNode
  momentWords: (at: number) => string
  valueWords?: (value: number) => string
  /** The figures, where no other table of the page has them. */
  table?: ReactNode
}) {
  const [pointed, setPointed] = useState<number>()
  const legend: ChartKey[] = [
    ...series,
    ...(rangeWords ? [{ key: 'usual', label: rangeWords, look: 'band' } as const] : []),
  ]
  return (
    <ChartFrame
      legend={legend}
      pointed={pointed !== undefined && <span>{pointedWords(pointed)}</span>}
      table={table}
    >
      {isLoading ? (
        <Skeleton h={height} />
      ) : (
        <Line
          label={`${name}. ${about}`}
          height={height}
          series={series}
          ranges={ranges}
          pointed={pointed}
          onPointed={setPointed}
          isFromZero={isFromZero}
          momentWords={momentWords}
          valueWords={valueWords}
        />
      )}
    </ChartFrame>
  )
}
