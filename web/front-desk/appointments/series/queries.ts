import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { checkSeries } from '../../../../contract/front-desk/appointment-series.ts'
import { api } from '../../../ground/client/api.ts'
import type { RepeatedBooking, SeriesRow } from './series-form.ts'

const isPlace = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Whether the places of a series can be booked, as things are now. */
export function checkQuery({ patientId, doctorId, type }: RepeatedBooking, rows: readonly SeriesRow[]) {
  const places = rows.map(({ date, time }) => `${date}T${time}`)
  return queryOptions({
    queryKey: ['appointment', 'series', patientId, doctorId, type, places],
    queryFn: ({ signal }) =>
      api(
        checkSeries,
        { query: { patientId, doctorId, type: type || 'GENERAL', places: places.join() } },
        { signal },
      ),
    enabled: rows.length > 0 && places.every((place) => isPlace.test(place)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}
