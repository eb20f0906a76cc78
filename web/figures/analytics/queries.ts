import { queryOptions } from '@tanstack/react-query'
import {
  analyzeStays,
  analyzeVisits,
  listAlertsRaised,
  type Period,
} from '../../../contract/figures/analytics.ts'
import { analyzeClinics } from '../../../contract/figures/clinics.ts'
import { analyzeStore } from '../../../contract/figures/store.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** Shows no data of another period while loading: it would stand below the wrong dates. */
export function visitFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'visits', period],
    ...following(['appointments'], (options) => api(analyzeVisits, { query: period }, options)),
  })
}

export function clinicFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'clinics', period],
    ...following(['appointments', 'schedules', 'closures'], (options) =>
      api(analyzeClinics, { query: period }, options),
    ),
  })
}

export function stayFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'stays', period],
    ...following(['admissions', 'beds'], (options) => api(analyzeStays, { query: period }, options)),
  })
}

export function storeFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'store', period],
    ...following(['inventory'], (options) => api(analyzeStore, { query: period }, options)),
  })
}

export function alertsRaisedQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'alerts', period],
    ...following(['inventory'], (options) => api(listAlertsRaised, { query: period }, options)),
  })
}
