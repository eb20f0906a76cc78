import { lengthOf, type Period } from '../../../contract/figures/analytics.ts'
import { exportStoreFigures, type StoreFigures } from '../../../contract/figures/store.ts'
import { ChartTable } from '../../ground/charts/ChartFrame.tsx'
import { dayWords, noonOf } from '../../ground/charts/days.ts'
import { LineChart } from '../../ground/charts/LineChart.tsx'
import { AnchorLink } from '../../ground/links/links.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { formatDay } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { shortAmount, useMoney } from '../../store/items/words.ts'

/** The value of the stock at the end of each day. */
export function StockWorth({
  period,
  days,
}: {
  period: Period
  days: readonly (StoreFigures & { day: string })[] | undefined
}) {
  const money = useMoney()
  const all = days?.map(({ worth }) => worth) ?? []
  return (
    <Section
      title="Stock Value by Day"
      action={
        <ExportButton endpoint={exportStoreFigures} query={{ ...period, by: 'day' }} total={days?.length} />
      }
    >
      <LineChart
        name={`Stock value over ${lengthOf(period)} days`}
        about={`Between ${money(Math.min(...all))} and ${money(Math.max(...all))}.`}
        series={[
          {
            key: 'worth',
            label: 'Stock value at the end of the day',
            look: 'steps',
            points: (days ?? []).map(({ day, worth }) => ({ at: noonOf(day), value: worth })),
          },
        ]}
        isFromZero
        isLoading={!days}
        valueWords={shortAmount}
        pointedWords={(at) => {
          const point = days?.find(({ day }) => noonOf(day) === at)
          return point && `${formatDay(point.day)}: ${money(point.worth)}`
        }}
        momentWords={dayWords}
        table={
          <ChartTable
            name="Stock value by day"
            head="Day"
            columns={['Stock value']}
            rows={(days ?? []).toReversed().map(({ day, worth }) => ({
              key: day,
              name: formatDay(day),
              cells: [
                <AnchorLink key="worth" to="/inventory/movements" search={{ to: day }}>
                  {money(worth)}
                </AnchorLink>,
              ],
            }))}
          />
        }
      />
    </Section>
  )
}
