import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  type analyzeVisits,
  exportVisitFigures,
  lengthOf,
  type Period,
} from '../../../contract/figures/analytics.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { BarChart } from '../../ground/charts/BarChart.tsx'
import type { BarGroup } from '../../ground/charts/data.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { formatNumber, hourWords } from '../../ground/ui/format.ts'
import { type DataColumn, DataTable } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './Analytics.module.css'
import { appointmentsOf, type Outcome } from './lists.ts'
import { visitFiguresQuery } from './queries.ts'
import { namesOf, spansOf } from './spans.ts'
import { comparedCounts, comparedTimes, earlierWords, lasting, unit } from './words.ts'

type Figures = z.infer<typeof analyzeVisits.reply>
type DoctorRow = Figures['doctors'][number]

const outcomes = [
  { key: 'seen', label: 'Seen', look: 'solid' },
  { key: 'cancelled', label: 'Cancelled', look: 'hatched' },
  { key: 'notAttended', label: 'Not attended', look: 'outlined' },
  { key: 'admitted', label: 'Admitted from queue', look: 'dotted' },
] as const
const median = [{ key: 'waiting', label: 'Median wait (min)', look: 'solid' }] as const

/** The outcomes of a period's appointments, and how long patients waited. */
export function Visits({ period }: { period: Period }) {
  const query = useQuery(visitFiguresQuery(period))
  const { data } = query
  const earlier = earlierWords(lengthOf(period))
  const counted = (of: Outcome, label: string) => (
    <StatCardLink
      to="/appointments"
      search={{ ...period, ...appointmentsOf[of] }}
      label={label}
      figure={data && formatNumber(data.total[of])}
      note={data && comparedCounts(data.total[of], data.before[of], earlier)}
      isMissing={query.isLoadingError}
    />
  )
  const timed = (of: 'waiting' | 'consultation', part: 'median' | 'ninetieth', label: string) => (
    <StatCardLink
      to="/appointments"
      search={{ ...period, ...appointmentsOf[of] }}
      label={label}
      figure={data && lasting(data.total[of], unit.minute, part)}
      note={
        data && comparedTimes({ total: data.total[of], before: data.before[of] }, earlier, unit.minute, part)
      }
      isMissing={query.isLoadingError}
    />
  )

  return (
    <section className={classes.part}>
      <Title order={2}>Appointments</Title>
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
        {counted('booked', 'Booked')}
        {counted('seen', 'Seen')}
        {counted('cancelled', 'Cancelled')}
        {counted('notAttended', 'Not Attended')}
        {counted('admitted', 'Admitted From Queue')}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {timed('waiting', 'median', 'Median Wait')}
        {timed('waiting', 'ninetieth', '90th Percentile Wait')}
        {timed('consultation', 'median', 'Median Consultation')}
        {timed('consultation', 'ninetieth', '90th Percentile Consultation')}
      </SimpleGrid>
      {query.isLoadingError ? (
        <Section title="Outcome by Day">
          <ErrorState
            title="The figures of appointments could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        </Section>
      ) : (
        <>
          <Outcomes period={period} data={data} />
          <Hours period={period} hours={data?.hours} />
          <Doctors period={period} rows={data?.doctors} />
        </>
      )}
    </section>
  )
}

function Outcomes({ period, data }: { period: Period; data: Figures | undefined }) {
  const spans = data && spansOf(data.days)
  const sum = (days: Figures['days'], of: (typeof outcomes)[number]['key']) =>
    days.reduce((total, day) => total + day[of], 0)
  const isByDay = lengthOf(period) === spans?.length
  return (
    <Section
      title={isByDay || !spans ? 'Outcome by Day' : 'Outcome by Week'}
      action={
        <ExportButton
          endpoint={exportVisitFigures}
          query={{ ...period, by: 'day' }}
          total={data?.days.length}
        />
      }
    >
      <BarChart
        name="Outcome of appointments"
        about={
          data
            ? `Of ${formatNumber(data.total.booked)} booked, ${formatNumber(data.total.seen)} were seen.`
            : ''
        }
        head={isByDay ? 'Day' : 'Days'}
        series={outcomes}
        groups={spans?.map((span) => ({
          key: span.from,
          ...namesOf(span),
          values: {
            seen: sum(span.days, 'seen'),
            cancelled: sum(span.days, 'cancelled'),
            notAttended: sum(span.days, 'notAttended'),
            admitted: sum(span.days, 'admitted'),
          },
        }))}
        cell={(value, { key }, { key: of }) => (
          <AnchorLink
            to="/appointments"
            search={{
              from: key,
              to: spans?.find(({ from }) => from === key)?.to,
              ...appointmentsOf[of as keyof typeof appointmentsOf],
            }}
          >
            {formatNumber(value ?? 0)}
          </AnchorLink>
        )}
      />
    </Section>
  )
}

function Hours({ period, hours }: { period: Period; hours: Figures['hours'] | undefined }) {
  const rows = new Map(hours?.map((row) => [String(row.hour), row]))
  return (
    <Section
      title="Waiting by Hour of Arrival"
      action={
        <ExportButton endpoint={exportVisitFigures} query={{ ...period, by: 'hour' }} total={hours?.length} />
      }
    >
      <BarChart
        name="Waiting by hour of arrival"
        about="The median wait of the patients who were added to the queue in each hour, in minutes."
        head="Added to the queue"
        series={median}
        groups={hours?.map(({ hour, waiting }) => ({
          key: String(hour),
          label: hourWords(hour).split(' to ')[0] ?? '',
          name: hourWords(hour),
          values: { waiting: waiting?.median ?? null },
        }))}
        more={[
          ...timeColumns.slice(1).map(({ header, cell }) => ({
            label: String(header),
            cell: ({ key }: BarGroup) => {
              const row = rows.get(key)
              return row && cell(row)
            },
          })),
          {
            label: 'Patients called',
            cell: ({ key }) => (
              <AnchorLink
                className={classes.count}
                to="/appointments"
                search={{ ...period, ...appointmentsOf.waiting, hour: Number(key) }}
              >
                {formatNumber(rows.get(key)?.waiting?.count ?? 0)}
              </AnchorLink>
            ),
          },
        ]}
      />
    </Section>
  )
}

const timeColumns: DataColumn<Pick<DoctorRow, 'waiting' | 'consultation'>>[] = [
  {
    key: 'waited',
    header: 'Median wait',
    align: 'end',
    cell: ({ waiting }) => lasting(waiting, unit.minute),
  },
  {
    key: 'waitedLong',
    header: '90th percentile wait',
    align: 'end',
    cell: ({ waiting }) => lasting(waiting, unit.minute, 'ninetieth'),
  },
  {
    key: 'seenIn',
    header: 'Median consultation',
    align: 'end',
    cell: ({ consultation }) => lasting(consultation, unit.minute),
  },
  {
    key: 'seenInLong',
    header: '90th percentile consultation',
    align: 'end',
    cell: ({ consultation }) => lasting(consultation, unit.minute, 'ninetieth'),
  },
]

function Doctors({ period, rows }: { period: Period; rows: DoctorRow[] | undefined }) {
  const columns = useMemo(() => doctorColumns(period), [period])
  return (
    <Section
      title="By Doctor"
      flush
      action={
        <ExportButton
          endpoint={exportVisitFigures}
          query={{ ...period, by: 'doctor' }}
          total={rows?.length}
        />
      }
    >
      <DataTable
        label="Appointments by doctor"
        rows={rows}
        columns={columns}
        rowKey={({ doctor }) => doctor.id}
        expectedRows={6}
        empty={<EmptyState title="No appointments in this period" />}
      />
    </Section>
  )
}

function doctorColumns(period: Period): DataColumn<DoctorRow>[] {
  const counted = (of: Outcome, header: string): DataColumn<DoctorRow> => ({
    key: of,
    header,
    align: 'end',
    cell: ({ doctor, [of]: figure }) => (
      <AnchorLink
        className={classes.count}
        to="/appointments"
        search={{ ...period, ...appointmentsOf[of], doctor: doctor.id }}
      >
        {formatNumber(figure)}
      </AnchorLink>
    ),
  })
  return [
    { key: 'doctor', header: 'Doctor', primary: true, cell: ({ doctor }) => <bdi>{doctorName(doctor)}</bdi> },
    counted('booked', 'Booked'),
    counted('seen', 'Seen'),
    counted('cancelled', 'Cancelled'),
    counted('notAttended', 'Not attended'),
    counted('admitted', 'Admitted from queue'),
    ...timeColumns,
  ]
}
