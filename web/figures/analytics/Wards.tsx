import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  type analyzeStays,
  exportStayFigures,
  lengthOf,
  occupancyOf,
  type Period,
  type StayFigures,
} from '../../../contract/figures/analytics.ts'
import { readmittedWithin } from '../../../contract/wards/admissions.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import { BarChart } from '../../ground/charts/BarChart.tsx'
import { AnchorLink } from '../../ground/links/links.tsx'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatNumber } from '../../ground/ui/format.ts'
import { type DataColumn, DataTable } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './Analytics.module.css'
import { boardOf } from './lists.ts'
import { stayFiguresQuery } from './queries.ts'
import { namesOf, spansOf } from './spans.ts'
import {
  comparedCounts,
  comparedShares,
  comparedTimes,
  earlierWords,
  lasting,
  occupancyWords,
  unit,
} from './words.ts'

type WardRow = z.infer<typeof analyzeStays.reply>['wards'][number]

const occupancy = [{ key: 'occupancy', label: 'Occupancy (%)', look: 'solid' }] as const
/** How full the wards were in a period, and who came and went. */
export function Wards({ period }: { period: Period }) {
  const query = useQuery(stayFiguresQuery(period))
  const { data } = query
  const today = useToday()
  const earlier = earlierWords(lengthOf(period))
  const columns = useMemo(() => wardColumns(period, today), [period, today])
  const spans = data && spansOf(data.days)
  const isByDay = lengthOf(period) === spans?.length
  const isMissing = query.isLoadingError
  const discharges = { ...period, of: 'discharges' } as const
  const counted = (
    of: 'admissions' | 'discharges' | 'readmissions',
    label: string,
    search: Period & { of?: 'discharges'; readmissions?: true },
  ) => (
    <StatCardLink
      to="/admissions"
      search={search}
      label={label}
      figure={data && formatNumber(data.total[of])}
      note={data && comparedCounts(data.total[of], data.before[of], earlier)}
      isMissing={isMissing}
    />
  )

  return (
    <section className={classes.part}>
      <Title order={2}>Wards</Title>
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
        <StatCardLink
          to="/beds"
          search={boardOf(period.to, today)}
          label="Occupancy"
          figure={data && occupancyWords(data.total)}
          note={data && comparedShares(occupancyOf(data.total), occupancyOf(data.before), earlier)}
          isMissing={isMissing}
        />
        {counted('admissions', 'Admissions', period)}
        {counted('discharges', 'Discharges', discharges)}
        <StatCardLink
          to="/admissions"
          search={discharges}
          label="Median Stay"
          figure={data && lasting(data.total.stay, unit.hour)}
          note={
            data && comparedTimes({ total: data.total.stay, before: data.before.stay }, earlier, unit.hour)
          }
          isMissing={isMissing}
        />
        {counted('readmissions', `Readmitted in ${readmittedWithin} Days`, { ...period, readmissions: true })}
      </SimpleGrid>
      {query.isLoadingError ? (
        <Section title="Occupancy by Day">
          <ErrorState
            title="The figures of the wards could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        </Section>
      ) : (
        <>
          <Section
            title={isByDay || !spans ? 'Occupancy by Day' : 'Occupancy by Week'}
            action={
              <ExportButton
                endpoint={exportStayFigures}
                query={{ ...period, by: 'day' }}
                total={data?.days.length}
              />
            }
          >
            <BarChart
              name="Occupancy"
              about={data ? `${occupancyWords(data.total)} of all bed hours were occupied.` : ''}
              head={isByDay ? 'Day' : 'Days'}
              series={occupancy}
              groups={spans?.map((span) => ({
                key: span.from,
                ...namesOf(span),
                values: { occupancy: occupancyOf(summed(span.days)) },
              }))}
              cell={(value, { key }) =>
                value === null ? (
                  'No beds'
                ) : (
                  <AnchorLink to="/beds" search={boardOf(key, today)}>
                    {value}
                  </AnchorLink>
                )
              }
            />
          </Section>
          <Section
            title="By Ward"
            flush
            action={
              <ExportButton
                endpoint={exportStayFigures}
                query={{ ...period, by: 'ward' }}
                total={data?.wards.length}
              />
            }
          >
            <DataTable
              label="Figures of each ward"
              rows={data?.wards}
              columns={columns}
              rowKey={({ ward }) => ward}
              expectedRows={6}
              empty={<EmptyState title="No wards" />}
            />
          </Section>
        </>
      )}
    </section>
  )
}

function summed(days: readonly Pick<StayFigures, 'occupiedHours' | 'bedHours'>[]) {
  const sum = (of: 'occupiedHours' | 'bedHours') => days.reduce((total, day) => total + day[of], 0)
  return { occupiedHours: sum('occupiedHours'), bedHours: sum('bedHours') }
}

function wardColumns(period: Period, today: string): DataColumn<WardRow>[] {
  return [
    { key: 'ward', header: 'Ward', primary: true, cell: ({ ward }) => wardNames[ward] },
    {
      key: 'occupancy',
      header: 'Occupancy',
      align: 'end',
      cell: (row) => (
        <AnchorLink to="/beds" search={{ ...boardOf(period.to, today), ward: row.ward }}>
          {occupancyWords(row)}
        </AnchorLink>
      ),
    },
    {
      key: 'admissions',
      header: 'Admissions',
      align: 'end',
      cell: ({ ward, admissions }) => (
        <AnchorLink to="/admissions" search={{ ...period, ward }}>
          {formatNumber(admissions)}
        </AnchorLink>
      ),
    },
    {
      key: 'discharges',
      header: 'Discharges',
      align: 'end',
      cell: ({ ward, discharges }) => (
        <AnchorLink to="/admissions" search={{ ...period, of: 'discharges', ward }}>
          {formatNumber(discharges)}
        </AnchorLink>
      ),
    },
    { key: 'stay', header: 'Median stay', align: 'end', cell: ({ stay }) => lasting(stay, unit.hour) },
    {
      key: 'longStay',
      header: '90th percentile stay',
      align: 'end',
      cell: ({ stay }) => lasting(stay, unit.hour, 'ninetieth'),
    },
    {
      key: 'readmissions',
      header: `Readmitted in ${readmittedWithin} days`,
      align: 'end',
      cell: ({ ward, readmissions }) => (
        <AnchorLink to="/admissions" search={{ ...period, ward, readmissions: true }}>
          {formatNumber(readmissions)}
        </AnchorLink>
      ),
    },
  ]
}
