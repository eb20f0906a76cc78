import { SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import { lengthOf, type Period } from '../../../contract/figures/analytics.ts'
import { type analyzeStore, exportStoreFigures } from '../../../contract/figures/store.ts'
import { BarChart } from '../../ground/charts/BarChart.tsx'
import type { BarGroup } from '../../ground/charts/data.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { categoryNames, shortAmount, useMoney } from '../../store/items/words.ts'
import classes from './Analytics.module.css'
import { type Moved, movementsOf } from './lists.ts'
import { MostUsed } from './MostUsed.tsx'
import { storeFiguresQuery } from './queries.ts'
import { StockWorth } from './StockWorth.tsx'
import { namesOf, spansOf } from './spans.ts'
import { comparedAmounts, earlierWords } from './words.ts'

type Figures = ReplyOf<typeof analyzeStore>
type Category = Figures['categories'][number]

const used = [{ key: 'used', label: 'Used', look: 'solid' }] as const
/** The columns that a chart's table adds to the usage. */
const others = [
  ['received', 'Received'],
  ['expired', 'Expired'],
  ['damaged', 'Damaged'],
  ['adjusted', 'Adjusted'],
] as const satisfies readonly (readonly [Moved, string])[]

/** The store's value in a period, and the stock received, used and lost in it. */
export function Store({ period }: { period: Period }) {
  const query = useQuery(storeFiguresQuery(period))
  const { data } = query
  const money = useMoney()
  // A thousand and more are read from a step away: their cents are in the list.
  const roundMoney = (amount: number) =>
    Math.abs(amount) < 1000 ? money(amount) : money(Math.round(amount)).replace(/\.00$/, '')
  const when = `in ${earlierWords(lengthOf(period))}`
  const isMissing = query.isLoadingError
  const moved = (of: Moved, label: string) => (
    <StatCardLink
      to="/inventory/movements"
      search={{ ...period, ...movementsOf[of] }}
      label={label}
      figure={data && roundMoney(data.total[of])}
      note={data && comparedAmounts(data.total[of], data.before[of], when)}
      isMissing={isMissing}
    />
  )

  return (
    <section className={classes.part}>
      <div>
        <Title order={2}>Store</Title>
        <Text c="dimmed" size="sm">
          Stock is valued at the purchase cost of each batch.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="md">
        <StatCardLink
          to="/inventory/movements"
          search={{ to: period.to }}
          label="Total Value"
          figure={data && roundMoney(data.total.worth)}
          note={data && comparedAmounts(data.total.worth, data.before.worth, 'at the start of this period')}
          isMissing={isMissing}
        />
        {moved('received', 'Received')}
        {moved('used', 'Used')}
        {moved('expired', 'Expired')}
        {moved('damaged', 'Damaged')}
        <StatCardLink
          to="/inventory/movements"
          search={{ ...period, ...movementsOf.adjusted }}
          label="Adjusted"
          figure={data && roundMoney(data.total.adjusted)}
          note={data && `${money(data.before.adjusted)} ${when}`}
          isMissing={isMissing}
        />
      </SimpleGrid>
      {query.isLoadingError ? (
        <Section title="Stock Value by Day">
          <ErrorState
            title="The figures of the store could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        </Section>
      ) : (
        <>
          <StockWorth period={period} days={data?.days} />
          <Use period={period} data={data} />
          <Categories period={period} categories={data?.categories} />
          <MostUsed period={period} items={data?.mostUsed} />
        </>
      )}
    </section>
  )
}

function Use({ period, data }: { period: Period; data: Figures | undefined }) {
  const money = useMoney()
  const spans = data && spansOf(data.days)
  const isByDay = lengthOf(period) === spans?.length
  const byKey = new Map(spans?.map((span) => [span.from, span]))
  const sum = (key: string, of: Moved) =>
    (byKey.get(key)?.days ?? []).reduce((cents, day) => cents + Math.round(day[of] * 100), 0) / 100
  const linked = ({ key }: BarGroup, of: Moved) => (
    <AnchorLink to="/inventory/movements" search={{ from: key, to: byKey.get(key)?.to, ...movementsOf[of] }}>
      {money(sum(key, of))}
    </AnchorLink>
  )
  return (
    <Section
      title={isByDay || !spans ? 'Use by Day' : 'Use by Week'}
      action={
        <ExportButton
          endpoint={exportStoreFigures}
          query={{ ...period, by: 'day' }}
          total={data?.days.length}
        />
      }
    >
      <BarChart
        name="Use of stock"
        about={data ? `Stock worth ${money(data.total.used)} was used.` : ''}
        head={isByDay ? 'Day' : 'Days'}
        series={used}
        groups={spans?.map((span) => ({
          key: span.from,
          ...namesOf(span),
          values: { used: sum(span.from, 'used') },
        }))}
        words={shortAmount}
        exactWords={money}
        cell={(_, group) => linked(group, 'used')}
        more={others.map(([of, label]) => ({ label, cell: (group: BarGroup) => linked(group, of) }))}
      />
    </Section>
  )
}

function Categories({ period, categories }: { period: Period; categories: readonly Category[] | undefined }) {
  const money = useMoney()
  const byKey = new Map<string, Category>(categories?.map((row) => [row.category, row]))
  const of = (key: string, tell: (row: Category) => React.ReactNode) => {
    const row = byKey.get(key)
    return row && tell(row)
  }
  const linked = (row: Category, moved: Moved) => (
    <AnchorLink
      to="/inventory/movements"
      search={{ ...period, ...movementsOf[moved], category: row.category }}
    >
      {money(row[moved])}
    </AnchorLink>
  )
  return (
    <Section
      title="Use by Category"
      action={
        <ExportButton
          endpoint={exportStoreFigures}
          query={{ ...period, by: 'category' }}
          total={categories?.length}
        />
      }
    >
      <BarChart
        name="Use of stock by category"
        about="What was used of each category, in the hospital’s currency."
        head="Category"
        series={used}
        groups={categories?.map((row) => ({
          key: row.category,
          label: categoryNames[row.category],
          name: categoryNames[row.category],
          values: { used: row.used },
        }))}
        namesAll
        words={shortAmount}
        exactWords={money}
        cell={(_, { key }) => of(key, (row) => linked(row, 'used'))}
        more={[
          {
            label: `Used in ${earlierWords(lengthOf(period))}`,
            cell: ({ key }) => of(key, ({ usedBefore }) => money(usedBefore)),
          },
          ...others.map(([moved, label]) => ({
            label,
            cell: ({ key }: BarGroup) => of(key, (row) => linked(row, moved)),
          })),
          {
            label: 'Stock value',
            cell: ({ key }: BarGroup) =>
              of(key, ({ category, worth }) => (
                <AnchorLink to="/inventory/movements" search={{ to: period.to, category }}>
                  {money(worth)}
                </AnchorLink>
              )),
          },
        ]}
      />
    </Section>
  )
}
