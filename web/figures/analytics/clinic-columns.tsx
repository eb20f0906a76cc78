import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import type { Period } from '../../../contract/figures/analytics.ts'
import { type analyzeClinics, noShowsOf, percentOf } from '../../../contract/figures/clinics.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { formatNumber } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import classes from './Analytics.module.css'
import { daysWords, percentWords } from './clinic-words.ts'
import { countedAs } from './lists.ts'

type Figures = ReplyOf<typeof analyzeClinics>
type SessionRow = Figures['sessions'][number]
type DoctorRow = Figures['doctors'][number]

export function sessionColumns(period: Period): DataColumn<SessionRow>[] {
  const counted = (of: 'booked' | 'seen', header: string): DataColumn<SessionRow> => ({
    key: of,
    header,
    align: 'end',
    cell: ({ clinic, doctor, [of]: figure }) => (
      <AnchorLink
        className={classes.count}
        to="/appointments"
        search={{ ...period, ...countedAs[of], sessionsOf: clinic.id, doctor: doctor.id }}
      >
        {formatNumber(figure)}
      </AnchorLink>
    ),
  })
  return [
    {
      key: 'doctor',
      header: 'Doctor',
      primary: true,
      cell: ({ doctor }) => (
        <AnchorLink to="/calendar/doctors/$id" params={{ id: doctor.id }} search={{ date: period.to }}>
          <bdi>{doctorName(doctor)}</bdi>
        </AnchorLink>
      ),
    },
    { key: 'clinic', header: 'Clinic', cell: ({ clinic }) => <bdi>{clinic.name}</bdi> },
    { key: 'held', header: 'Sessions held', align: 'end', cell: ({ held }) => formatNumber(held) },
    { key: 'offered', header: 'Places offered', align: 'end', cell: ({ offered }) => formatNumber(offered) },
    counted('booked', 'Booked'),
    counted('seen', 'Seen'),
    {
      key: 'used',
      header: 'Places booked',
      align: 'end',
      cell: ({ booked, offered }) => percentWords(percentOf(booked, offered)),
    },
    {
      key: 'usedBySeen',
      header: 'Places seen',
      align: 'end',
      cell: ({ seen, offered }) => percentWords(percentOf(seen, offered)),
    },
  ]
}

export function doctorColumns(period: Period): DataColumn<DoctorRow>[] {
  const counted = (
    key: string,
    header: string,
    of: keyof typeof countedAs,
    figureOf: (row: DoctorRow) => number,
  ): DataColumn<DoctorRow> => ({
    key,
    header,
    align: 'end',
    cell: (row) => (
      <AnchorLink
        className={classes.count}
        to="/appointments"
        search={{ ...period, ...countedAs[of], doctor: row.doctor.id }}
      >
        {formatNumber(figureOf(row))}
      </AnchorLink>
    ),
  })
  return [
    { key: 'doctor', header: 'Doctor', primary: true, cell: ({ doctor }) => <bdi>{doctorName(doctor)}</bdi> },
    counted('due', 'Booked ahead, day over', 'due', ({ due }) => due),
    counted('notArrived', 'Not arrived', 'notArrived', ({ notArrived }) => notArrived),
    counted('didNotAttend', 'Did not attend', 'didNotAttend', ({ didNotAttend }) => didNotAttend),
    {
      key: 'noShows',
      header: 'No-shows',
      align: 'end',
      cell: (row) => percentWords(percentOf(noShowsOf(row), row.due)),
    },
    {
      key: 'lead',
      header: 'Median lead time',
      align: 'end',
      cell: ({ doctor, leadTime }) => (
        <AnchorLink
          className={classes.count}
          to="/appointments"
          search={{ ...period, ...countedAs.leadTime, doctor: doctor.id }}
        >
          {daysWords(leadTime)}
        </AnchorLink>
      ),
    },
    {
      key: 'longLead',
      header: '90th percentile lead time',
      align: 'end',
      cell: ({ leadTime }) => daysWords(leadTime, 'ninetieth'),
    },
  ]
}
