import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { readmittedWithin } from '../../../contract/admissions.ts'
import {
  type analyzeStays,
  exportStayFigures,
  lengthOf,
  occupancyOf,
  type Period,
  type StayFigures,
} from '../../../contract/figures/analytics.ts'
import { noon } from '../../../contract/figures/dashboard.ts'
import { wardNames } from '../../../contract/wards.ts'
import { BarChart } from '../../charts/BarChart.tsx'
import { AnchorLink, StatCardLink } from '../../links/links.tsx'
import { ExportButton } from '../../records/list/ExportButton.tsx'
import { useToday } from '../../session/hospital-clock.ts'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { type DataColumn, DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import classes from './Analytics.module.css'
import { stayFiguresQuery } from './queries.ts'
import { namesOf, spansOf } from './spans.ts'
import { comparedCounts, comparedShares, comparedTimes, earlierWords } from './words.ts'

type WardRow = z.infer<typeof analyzeStays.reply>['wards'][number]

const occupancy = [{ key: 'occupancy', label: 'Occupancy (%)', look: 'solid' }] as const
const hour = 3_600_000

const lasting = ({ stay }: StayFigures, of: 'median' | 'ninetieth' = 'median') =>
  stay ? formatDuration(stay[of] * hour) : '–'
const longOf = ({ stay }: StayFigures) => (stay ? stay.median * hour : undefined)
const full = (figures: Pick<StayFigures, 'occupiedHours' | 'bedHours'>) => {
  const share = occupancyOf(figures)
  return share === null ? '–' : `${share}%`
}

/** How full the wards were in a period, and who came and went. */
export function Wards({ period }: { period: Period }) {
  const query = useQuery(stayFiguresQuery(period))
  const { data } = query
  const today = useToday()
  const earlier = earlierWords(lengthOf(period))
  const columns = useMemo(() => wardColumns(period), [period])
  const spans = data && spansOf(data.days)
  const isByDay = lengthOf(period) === spans?.length
  const isMissing = query.isLoadingError
  const discharges = { ...period, of: 'discharges' } as const

  return (
    <section className={classes.part}>
      <Title order={2}>Wards</Title>
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
        <StatCardLink
          to="/beds"
          search={period.to < today ? { at: `${period.to}T${noon}` } : {}}
          label="Occupancy"
          figure={data && full(data.total)}
          note={data && comparedShares(occupancyOf(data.total), occupancyOf(data.before), earlier)}
          isMissing={isMissing}
        />
        <StatCardLink
          to="/admissions"
          search={period}
          label="Admissions"
          figure={data && formatNumber(data.total.admissions)}
          note={data && comparedCounts(data.total.admissions, data.before.admissions, earlier)}
          isMissing={isMissing}
        />
        <StatCardLink
          to="/admissions"
          search={discharges}
          label="Discharges"
          figure={data && formatNumber(data.total.discharges)}
          note={data && comparedCounts(data.total.discharges, data.before.discharges, earlier)}
          isMissing={isMissing}
        />
        <StatCardLink
          to="/admissions"
          search={discharges}
          label="Median Stay"
          figure={data && lasting(data.total)}
          note={data && comparedTimes(longOf(data.total), longOf(data.before), earlier)}
          isMissing={isMissing}
        />
        <StatCardLink
          to="/admissions"
          search={{ ...period, readmissions: true }}
          label={`Readmitted in ${readmittedWithin} Days`}
          figure={data && formatNumber(data.total.readmissions)}
          note={data && comparedCounts(data.total.readmissions, data.before.readmissions, earlier)}
          isMissing={isMissing}
        />
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
              about={data ? `${full(data.total)} of all bed hours were occupied.` : ''}
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
                  <AnchorLink to="/beds" search={key < today ? { at: `${key}T${noon}` } : {}}>
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

function wardColumns(period: Period): DataColumn<WardRow>[] {
  return [
    { key: 'ward', header: 'Ward', primary: true, cell: ({ ward }) => wardNames[ward] },
    {
      key: 'occupancy',
      header: 'Occupancy',
      align: 'end',
      cell: (row) => (
        <AnchorLink to="/beds" search={{ ward: row.ward }}>
          {full(row)}
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
    { key: 'stay', header: 'Median stay', align: 'end', cell: (row) => lasting(row) },
    {
      key: 'longStay',
      header: '90th percentile stay',
      align: 'end',
      cell: (row) => lasting(row, 'ninetieth'),
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
