import type { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  type analyzeClinics,
  type ClinicFigures,
  type NoShows,
  noShowsOf,
  type Places,
  percentOf,
} from '../../../contract/figures/clinics.ts'
import type { CsvColumns } from '../../ground/records/csv.ts'
import { csv } from './export.ts'

const places: CsvColumns<Places> = {
  'Sessions held': ({ held }) => held,
  'Places offered': ({ offered }) => offered,
  Booked: ({ booked }) => booked,
  'Booked (%)': ({ booked, offered }) => percentOf(booked, offered),
  Seen: ({ seen }) => seen,
  'Seen (%)': ({ seen, offered }) => percentOf(seen, offered),
}
const noShows: CsvColumns<NoShows> = {
  'Booked ahead': ({ due }) => due,
  'Not arrived': ({ notArrived }) => notArrived,
  'Did not attend': ({ didNotAttend }) => didNotAttend,
  'No-shows (%)': (row) => percentOf(noShowsOf(row), row.due),
}
const leadTime: CsvColumns<Pick<ClinicFigures, 'leadTime'>> = {
  'Lead time, appointments': ({ leadTime: took }) => took?.count ?? 0,
  'Lead time, median (days)': ({ leadTime: took }) => took?.median ?? null,
  'Lead time, 90th percentile (days)': ({ leadTime: took }) => took?.ninetieth ?? null,
}
const doctorName = ({ doctor }: { doctor: { firstName: string; lastName: string } }) =>
  `${doctor.firstName} ${doctor.lastName}`

export function clinicsCsv(
  { clinics, sessions, doctors, hours }: z.infer<typeof analyzeClinics.reply>,
  by: 'clinic' | 'session' | 'doctor' | 'hour',
): Readable {
  switch (by) {
    case 'clinic':
      return csv(clinics, {
        Clinic: ({ clinic }) => clinic.name,
        ...places,
        'Waiting, patients': ({ waiting }) => waiting?.count ?? 0,
        'Waiting, median (min)': ({ waiting }) => waiting?.median ?? null,
        'Waiting, 90th percentile (min)': ({ waiting }) => waiting?.ninetieth ?? null,
      })
    case 'session':
      return csv(sessions, { Clinic: ({ clinic }) => clinic.name, Doctor: doctorName, ...places })
    case 'doctor':
      return csv(doctors, { Doctor: doctorName, ...noShows, ...leadTime })
    case 'hour':
      return csv(hours, { 'Booked for': ({ hour }) => `${hour}:00`, ...noShows })
  }
}
