import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import { lengthOf, type Period } from '../../../contract/figures/analytics.ts'
import {
  type analyzeClinics,
  exportClinicFigures,
  noShowsOf,
  percentOf,
} from '../../../contract/figures/clinics.ts'
import { BarChart } from '../../ground/charts/BarChart.tsx'
import { AnchorLink } from '../../ground/links/links.tsx'
import { StatCardLink } from '../../ground/links/StatCardLink.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { formatNumber, hourWords } from '../../ground/ui/format.ts'
import { DataTable } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './Analytics.module.css'
import { doctorColumns, sessionColumns } from './clinic-columns.tsx'
import { comparedDays, comparedNoShows, comparedPlaces, daysWords, percentWords } from './clinic-words.ts'
import { appointmentsOf, countedAs } from './lists.ts'
import { clinicFiguresQuery } from './queries.ts'
import { earlierWords, lasting, unit } from './words.ts'

type Figures = ReplyOf<typeof analyzeClinics>

const used = [{ key: 'used', label: 'Places booked (%)', look: 'solid' }] as const
const missed = [
  { key: 'notArrived', label: 'Not arrived', look: 'solid' },
  { key: 'didNotAttend', label: 'Did not attend', look: 'hatched' },
] as const

/** How much of the doctors' hours was used, how far ahead patients book, and how many don't come. */
export function Clinics({ period }: { period: Period }) {
  const query = useQuery(clinicFiguresQuery(period))
  const { data } = query
  const earlier = earlierWords(lengthOf(period))
  const ofSessions = useMemo(() => sessionColumns(period), [period])
  const ofDoctors = useMemo(() => doctorColumns(period), [period])
  const isMissing = query.isLoadingError
  const placed = (of: 'booked' | 'seen', label: string) => (
    <StatCardLink
      to="/appointments"
      search={{ ...period, ...countedAs[of] }}
      label={label}
      figure={data && percentWords(percentOf(data.total[of], data.total.offered))}
      note={
        data &&
        comparedPlaces(
          percentOf(data.total[of], data.total.offered),
          percentOf(data.before[of], data.before.offered),
          earlier,
        )
      }
      isMissing={isMissing}
    />
  )
  const timed = (part: 'median' | 'ninetieth', label: string) => (
    <StatCardLink
      to="/appointments"
      search={{ ...period, ...countedAs.leadTime }}
      label={label}
      figure={data && daysWords(data.total.leadTime, part)}
      note={data && comparedDays({ total: data.total.leadTime, before: data.before.leadTime }, earlier, part)}
      isMissing={isMissing}
    />
  )
  return (
    <section className={classes.part}>
      <Title order={2}>Outpatient Clinics</Title>
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
        {placed('booked', 'Places Booked')}
        {placed('seen', 'Places Seen')}
        <StatCardLink
          to="/appointments"
          search={{ ...period, ...countedAs.noShows }}
          label="No-Shows"
          figure={data && percentWords(percentOf(noShowsOf(data.total), data.total.due))}
          note={
            data &&
            comparedNoShows(
              percentOf(noShowsOf(data.total), data.total.due),
              percentOf(noShowsOf(data.before), data.before.due),
              earlier,
            )
          }
          isMissing={isMissing}
        />
        {timed('median', 'Median Lead Time')}
        {timed('ninetieth', '90th Percentile Lead Time')}
      </SimpleGrid>
      {isMissing ? (
        <Section title="Places by Clinic">
          <ErrorState
            title="The figures of the clinics could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        </Section>
      ) : (
        <>
          <Used period={period} data={data} />
          <Section
            title="Places by Clinic and Doctor"
            flush
            action={<Export period={period} by="session" rows={data?.sessions} />}
          >
            <DataTable
              label="Places by clinic and doctor"
              rows={data?.sessions}
              columns={ofSessions}
              rowKey={({ clinic, doctor }) => `${clinic.id} ${doctor.id}`}
              expectedRows={6}
              empty={<EmptyState title="No sessions in this period" />}
            />
          </Section>
          <Missed period={period} hours={data?.hours} />
          <Section
            title="No-Shows and Lead Time"
            description="Lead time: days from the booking to the appointment."
            flush
            action={<Export period={period} by="doctor" rows={data?.doctors} />}
          >
            <DataTable
              label="No-shows and lead time by doctor"
              rows={data?.doctors}
              columns={ofDoctors}
              rowKey={({ doctor }) => doctor.id}
              expectedRows={6}
              empty={<EmptyState title="No appointments booked ahead in this period" />}
            />
          </Section>
        </>
      )}
    </section>
  )
}

function Export({
  period,
  by,
  rows,
}: {
  period: Period
  by: 'clinic' | 'session' | 'doctor' | 'hour'
  rows: readonly unknown[] | undefined
}) {
  return <ExportButton endpoint={exportClinicFigures} query={{ ...period, by }} total={rows?.length} />
}

function Used({ period, data }: { period: Period; data: Figures | undefined }) {
  const rows = new Map(data?.clinics.map((row) => [row.clinic.id, row]))
  const counted = (of: 'booked' | 'seen', label: string) => ({
    label,
    cell: ({ key }: { key: string }) => (
      <AnchorLink
        className={classes.count}
        to="/appointments"
        search={{ ...period, ...countedAs[of], sessionsOf: key }}
      >
        {formatNumber(rows.get(key)?.[of] ?? 0)}
      </AnchorLink>
    ),
  })
  const waited = (part: 'median' | 'ninetieth', label: string) => ({
    label,
    cell: ({ key }: { key: string }) => lasting(rows.get(key)?.waiting, unit.minute, part),
  })
  return (
    <Section
      title="Places by Clinic"
      description="Offered: the places in doctors’ hours, without holidays and absences. Booked: those taken, also by patients who did not come; walk-ins are beside them."
      action={<Export period={period} by="clinic" rows={data?.clinics} />}
    >
      <BarChart
        name="Places booked by clinic"
        about={
          data
            ? `Of ${formatNumber(data.total.offered)} places offered, ${formatNumber(data.total.booked)} were booked.`
            : ''
        }
        head="Clinic"
        series={used}
        namesAll
        groups={data?.clinics.map(({ clinic, booked, offered }) => ({
          key: clinic.id,
          label: shortened(clinic.name),
          name: clinic.name,
          values: { used: percentOf(booked, offered) },
        }))}
        cell={(value) => percentWords(value)}
        more={[
          { label: 'Sessions held', cell: ({ key }) => formatNumber(rows.get(key)?.held ?? 0) },
          { label: 'Places offered', cell: ({ key }) => formatNumber(rows.get(key)?.offered ?? 0) },
          counted('booked', 'Booked'),
          counted('seen', 'Seen'),
          waited('median', 'Median wait'),
          waited('ninetieth', '90th percentile wait'),
          {
            label: 'Patients called',
            cell: ({ key }) => (
              <AnchorLink
                className={classes.count}
                to="/appointments"
                search={{ ...period, ...appointmentsOf.waiting, sessionsOf: key }}
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

/** A longer name below a bar is cut off on a phone, where it slants. */
const longestLabel = 12

function shortened(name: string): string {
  return name.length > longestLabel ? `${name.slice(0, longestLabel - 1).trimEnd()}…` : name
}

function Missed({ period, hours }: { period: Period; hours: Figures['hours'] | undefined }) {
  const rows = new Map(hours?.map((row) => [String(row.hour), row]))
  return (
    <Section
      title="No-Shows by Hour of Appointment"
      description="Not arrived: still scheduled when the day was over. Did not attend: cancelled for that reason. Walk-ins and emergencies are not counted."
      action={<Export period={period} by="hour" rows={hours} />}
    >
      <BarChart
        name="No-shows by hour of appointment"
        about="Appointments to which nobody came, by the hour for which they were booked."
        head="Booked for"
        series={missed}
        groups={hours?.map(({ hour, notArrived, didNotAttend }) => ({
          key: String(hour),
          label: hourWords(hour).split(' to ')[0] ?? '',
          name: hourWords(hour),
          values: { notArrived, didNotAttend },
        }))}
        cell={(value, { key }, { key: of }) => (
          <AnchorLink
            className={classes.count}
            to="/appointments"
            search={{ ...period, ...countedAs[of as 'notArrived' | 'didNotAttend'], at: Number(key) }}
          >
            {formatNumber(value ?? 0)}
          </AnchorLink>
        )}
        more={[
          {
            label: 'Booked ahead',
            cell: ({ key }) => (
              <AnchorLink
                className={classes.count}
                to="/appointments"
                search={{ ...period, ...countedAs.due, at: Number(key) }}
              >
                {formatNumber(rows.get(key)?.due ?? 0)}
              </AnchorLink>
            ),
          },
          {
            label: 'No-shows (%)',
            cell: ({ key }) => {
              const row = rows.get(key)
              return row && percentWords(percentOf(noShowsOf(row), row.due))
            },
          },
        ]}
      />
    </Section>
  )
}
