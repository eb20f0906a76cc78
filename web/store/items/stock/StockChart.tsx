import type { ItemUnit } from '../../../../contract/store/items.ts'
import { ChartTable } from '../../../ground/charts/ChartFrame.tsx'
import type { LineSeries } from '../../../ground/charts/data.ts'
import { dayWords, noonOf } from '../../../ground/charts/days.ts'
import { LineChart } from '../../../ground/charts/LineChart.tsx'
import { formatDay } from '../../../ground/ui/format.ts'
import { amountOf, formatQuantity } from '../words.ts'

interface Point {
  day: string
  quantity: number
}

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
  const quantities = days.map(({ quantity }) => quantity)
  const [first, last] = [days[0], days.at(-1)]
  const stock = { key: 'stock', label: 'Stock at the end of the day', look: 'steps' } as const
  const level = {
    key: 'level',
    label: `Reorder level ${formatQuantity(reorderLevel)}`,
    look: 'level',
  } as const
  const series: LineSeries[] = [
    { ...stock, points: days.map(({ day, quantity }) => ({ at: noonOf(day), value: quantity })) },
    {
      ...level,
      points: [first, last].flatMap((one) => (one ? [{ at: noonOf(one.day), value: reorderLevel }] : [])),
    },
  ]
  const ends = [Math.min(...quantities), Math.max(...quantities), last?.quantity ?? 0]
  const [least, most, now] = ends.map((quantity) => amountOf(quantity, unit))
  return (
    <LineChart
      name={`Stock of ${name} over ${days.length} days`}
      about={`Between ${least} and ${most}, now ${now}. The reorder level is ${amountOf(reorderLevel, unit)}.`}
      series={series}
      isFromZero
      valueWords={formatQuantity}
      pointedWords={(at) => {
        const point = days.find(({ day }) => noonOf(day) === at)
        return point && `${formatDay(point.day)}: ${amountOf(point.quantity, unit)}`
      }}
      momentWords={dayWords}
      table={
        <ChartTable
          name={`Stock of ${name} by day`}
          head="Day"
          columns={[`In stock (${unit})`]}
          rows={days.toReversed().map(({ day, quantity }) => ({
            key: day,
            name: formatDay(day),
            cells: [formatQuantity(quantity)],
          }))}
        />
      }
    />
  )
}
