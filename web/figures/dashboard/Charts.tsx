import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysAfter } from '../../../contract/days.ts'
import {
  type AppointmentPeriod,
  appointmentPeriods,
  type BedMoment,
  bedMoments,
  noon,
} from '../../../contract/figures/dashboard.ts'
import { wardNames, wards } from '../../../contract/wards/wards.ts'
import { BarChart } from '../../ground/charts/BarChart.tsx'
import { AnchorLink } from '../../ground/links/links.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatNumber, formatTime, formatWeekday } from '../../ground/ui/format.ts'
import { ChoiceBar } from '../../ground/ui/list/ChoiceBar.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { usePhone } from '../../ground/ui/use-phone.ts'
import { appointmentStatsQuery, bedStatsQuery } from './queries.ts'

const count = [{ key: 'count', label: 'Appointments', look: 'solid' }] as const

/** How many each of the last days had; a day without any has 0. */
export function WeeklyAppointments() {
  const [days, setDays] = useState<AppointmentPeriod>(7)
  const isPhone = usePhone()
  const { data, isLoadingError, error, refetch } = useQuery(appointmentStatsQuery(days))
  const daily = data?.daily.map(({ day, count: text }) => ({ day, count: Number(text) }))
  const total = daily?.reduce((sum, one) => sum + one.count, 0) ?? 0
  return (
    <Section
      title="Weekly Appointments"
      action={
        <ChoiceBar
          label="Period of the appointments"
          fill={isPhone}
          choices={appointmentPeriods.map((period) => ({ value: String(period), label: `${period} days` }))}
          value={String(days)}
          onChange={(chosen) => setDays(appointmentPeriods.find((one) => String(one) === chosen) ?? 7)}
        />
      }
    >
      {isLoadingError ? (
        <ErrorState title="The appointments could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <BarChart
          name="Weekly Appointments"
          about={`${formatNumber(total)} appointments in the last ${days} days.`}
          head="Day"
          series={count}
          groups={daily?.map(({ day, count: value }) => ({
            key: day,
            label: days === 7 ? formatWeekday(day).slice(0, 3) : formatDay(day).replace(/ \d{4}$/, ''),
            name: `${formatWeekday(day).slice(0, 3)} ${formatDay(day)}`,
            values: { count: value },
          }))}
          // Not a link to the board: today's also has patients from earlier days who still wait.
          cell={(value, { key: day }) => (
            <AnchorLink
              to="/appointments"
              search={{ from: day, to: day, status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS,COMPLETED' }}
            >
              {formatNumber(value ?? 0)}
            </AnchorLink>
          )}
        />
      )}
    </Section>
  )
}

const momentLabels: Record<BedMoment, string> = {
  0: 'Now',
  1: 'Yesterday',
  7: '7 days ago',
  30: '30 days ago',
}
const states = [
  { key: 'occupied', label: 'Occupied', look: 'solid' },
  { key: 'available', label: 'Available', look: 'outlined' },
  { key: 'maintenance', label: 'Maintenance', look: 'hatched' },
] as const
/** Past data does not record which beds were in maintenance. */
const pastStates = [states[0], { ...states[1], label: 'Unoccupied' }] as const
const shortNames = { ...wardNames, GENERAL: 'General' }

/** Each ward's beds, now or as they were at noon of a past day. */
export function BedOccupancy() {
  const [daysAgo, setDaysAgo] = useState<BedMoment>(0)
  const today = useToday()
  const isPhone = usePhone()
  const { data, isLoadingError, error, refetch } = useQuery(bedStatsQuery(daysAgo))
  const series = daysAgo === 0 ? states : pastStates
  const occupied = wards.reduce((sum, ward) => sum + (data?.[ward].occupied ?? 0), 0)
  const at = `${daysAfter(today, -daysAgo)}T${noon}`
  const when = daysAgo === 0 ? 'now' : `on ${formatDay(daysAfter(today, -daysAgo))} at ${formatTime('12:00')}`
  return (
    <Section
      title="Bed Occupancy by Ward"
      action={
        <ChoiceBar
          label="Moment of the bed occupancy"
          fill={isPhone}
          choices={bedMoments.map((moment) => ({ value: String(moment), label: momentLabels[moment] }))}
          value={String(daysAgo)}
          onChange={(chosen) => setDaysAgo(bedMoments.find((one) => String(one) === chosen) ?? 0)}
        />
      }
    >
      {isLoadingError ? (
        <ErrorState title="The beds could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <BarChart
          name="Bed Occupancy by Ward"
          about={`${formatNumber(occupied)} beds occupied ${when}.`}
          head="Ward"
          series={series}
          namesAll
          groups={
            data &&
            wards.map((ward) => ({
              key: ward,
              label: shortNames[ward],
              name: wardNames[ward],
              values: data[ward],
            }))
          }
          cell={(value, { key: ward }, { key: state }) => (
            <AnchorLink
              to="/beds"
              search={{
                ward: wards.find((one) => one === ward),
                status: statusOf[state],
                ...(daysAgo > 0 && { at }),
              }}
            >
              {formatNumber(value ?? 0)}
            </AnchorLink>
          )}
        />
      )}
    </Section>
  )
}

const statusOf: Record<string, 'OCCUPIED' | 'AVAILABLE' | 'MAINTENANCE'> = {
  occupied: 'OCCUPIED',
  available: 'AVAILABLE',
  maintenance: 'MAINTENANCE',
}
