import {
  fewestInSeries,
  mostInSeries,
  SeriesForm,
  seriesDays,
} from '../../../../contract/front-desk/appointment-series.ts'
import type { AppointmentType } from '../../../../contract/front-desk/appointments.ts'
import { typedForm } from '../../../ground/records/form/typed.ts'
import { countOf } from '../../../ground/ui/format.ts'

/** An appointment as it is filled in, before it is repeated. */
export interface RepeatedBooking {
  patientId: string
  doctorId: string
  date: string
  time: string
  type: AppointmentType | ''
  notes: string
}

/** A change of an appointment of a series: another place, or none. */
type Changed = { date: string; time: string } | 'left out'

export interface SeriesValues {
  /** '1 weeks' */
  every: string
  times: string
  /** The places that are changed, by the number of the appointment from 0 on. */
  places: Record<string, Changed>
}

const longest = 8
export const intervals = (['weeks', 'days'] as const).flatMap((unit) =>
  Array.from({ length: longest }, (_, at) => ({
    value: `${at + 1} ${unit}`,
    label: at === 0 ? `Every ${unit.slice(0, -1)}` : `Every ${countOf(at + 1, unit.slice(0, -1))}`,
  })),
)
export const counts = Array.from({ length: mostInSeries - fewestInSeries + 1 }, (_, at) => {
  const value = String(fewestInSeries + at)
  return { value, label: `${value} times` }
})

export interface SeriesRow {
  /** The number of the appointment, from 0 on. */
  at: number
  date: string
  time: string
  isChanged: boolean
}

/** The appointments of a series, without those that are left out. */
export function rowsOf(
  { every, times, places }: SeriesValues,
  first: { date: string; time: string },
): SeriesRow[] {
  const [number, unit] = every.split(' ')
  const days = seriesDays(first.date, {
    every: Number(number),
    unit: unit === 'days' ? 'days' : 'weeks',
    times: Number(times),
  })
  return days.flatMap((date, at) => {
    const change = places[at]
    if (change === 'left out') return []
    return { at, date, time: first.time, ...change, isChanged: change !== undefined }
  })
}

export function seriesSchema({ patientId, doctorId, type, notes, date, time }: RepeatedBooking) {
  return typedForm(SeriesForm, (values: SeriesValues) => ({
    patientId,
    doctorId,
    type,
    notes,
    places: rowsOf(values, { date, time }).map((row) => ({ date: row.date, time: row.time })),
  }))
}
