import type { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  type analyzeStays,
  type analyzeVisits,
  occupancyOf,
  type StayFigures,
  type VisitFigures,
} from '../../../contract/figures/analytics.ts'
import type { analyzeStore, StoreFigures, UsedItem } from '../../../contract/figures/store.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import { type CsvColumns, csvOf } from '../../ground/records/csv.ts'

type Visits = z.infer<typeof analyzeVisits.reply>
type Stays = z.infer<typeof analyzeStays.reply>
type StayDay = Stays['days'][number]

const outcomes: CsvColumns<Omit<VisitFigures, 'waiting' | 'consultation'>> = {
  Booked: ({ booked }) => booked,
  Seen: ({ seen }) => seen,
  Cancelled: ({ cancelled }) => cancelled,
  'Not attended': ({ notAttended }) => notAttended,
  'Admitted from queue': ({ admitted }) => admitted,
}
const times: CsvColumns<Pick<VisitFigures, 'waiting' | 'consultation'>> = {
  'Waiting, patients': ({ waiting }) => waiting?.count ?? 0,
  'Waiting, median (min)': ({ waiting }) => waiting?.median ?? null,
  'Waiting, 90th percentile (min)': ({ waiting }) => waiting?.ninetieth ?? null,
  'Consultation, patients': ({ consultation }) => consultation?.count ?? 0,
  'Consultation, median (min)': ({ consultation }) => consultation?.median ?? null,
  'Consultation, 90th percentile (min)': ({ consultation }) => consultation?.ninetieth ?? null,
}

export function visitsCsv({ days, doctors, hours }: Visits, by: 'day' | 'doctor' | 'hour'): Readable {
  switch (by) {
    case 'day':
      return csv(days, { Day: ({ day }) => day, ...outcomes })
    case 'doctor':
      return csv(doctors, {
        Doctor: ({ doctor }) => `${doctor.firstName} ${doctor.lastName}`,
        ...outcomes,
        ...times,
      })
    case 'hour':
      return csv(hours, { 'Added to the queue': ({ hour }) => `${hour}:00`, ...times })
  }
}

const beds: CsvColumns<Pick<StayFigures, 'occupiedHours' | 'bedHours' | 'admissions' | 'discharges'>> = {
  'Occupancy (%)': occupancyOf,
  'Occupied bed hours': ({ occupiedHours }) => occupiedHours,
  'Bed hours': ({ bedHours }) => bedHours,
  Admissions: ({ admissions }) => admissions,
  Discharges: ({ discharges }) => discharges,
}

export function staysCsv({ days, wards }: Stays, by: 'day' | 'ward'): Readable {
  if (by === 'day') return csv(days, { Day: ({ day }) => day, ...beds })
  return csv(wards, {
    Ward: ({ ward }) => wardNames[ward],
    ...beds,
    'Length of stay, median (h)': ({ stay }) => stay?.median ?? null,
    'Length of stay, 90th percentile (h)': ({ stay }) => stay?.ninetieth ?? null,
    'Readmissions within 30 days': ({ readmissions }) => readmissions,
  })
}

const store: CsvColumns<StoreFigures> = {
  'Stock value at the end': ({ worth }) => worth,
  Received: ({ received }) => received,
  Used: ({ used }) => used,
  Expired: ({ expired }) => expired,
  Damaged: ({ damaged }) => damaged,
  Adjusted: ({ adjusted }) => adjusted,
}

export function storeCsv({ days, categories }: z.infer<typeof analyzeStore.reply>, by: 'day' | 'category') {
  if (by === 'day') return csv(days, { Day: ({ day }) => day, ...store })
  return csv(categories, {
    Category: ({ category }) => category,
    ...store,
    'Used in the period before': ({ usedBefore }) => usedBefore,
  })
}

export function usedCsv(items: readonly UsedItem[]): Readable {
  return csv(items, {
    Item: ({ name }) => name,
    Category: ({ category }) => category,
    Quantity: ({ quantity }) => quantity,
    Unit: ({ unit }) => unit,
    'Value used': ({ used }) => used,
    'Used in the period before': ({ usedBefore }) => usedBefore,
  })
}

/** The days of both, which are the same, and the whole week. */
export function weekCsv(visits: Visits, stays: Stays): Readable {
  const days = visits.days.map((day, index) => ({ ...stays.days[index], ...day }))
  const rows = [...days, { ...stays.total, ...visits.total, day: 'Week' }] as ((typeof days)[number] &
    StayDay)[]
  return csv(rows, { Day: ({ day }) => day, ...outcomes, ...beds })
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}

export function csv<Row>(rows: readonly Row[], columns: CsvColumns<Row>): Readable {
  return csvOf(each(rows), columns)
}
