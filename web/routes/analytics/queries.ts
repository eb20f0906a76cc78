import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { analyzeStays, analyzeVisits, type Period } from '../../../contract/figures/analytics.ts'
import { api } from '../../client/api.ts'
import { following } from '../../client/live/following.ts'

export function visitFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'visits', period],
    ...following(['appointments'], (options) => api(analyzeVisits, { query: period }, options)),
    placeholderData: keepPreviousData,
  })
}

export function stayFiguresQuery(period: Period) {
  return queryOptions({
    queryKey: ['analytics', 'stays', period],
    ...following(['admissions', 'beds'], (options) => api(analyzeStays, { query: period }, options)),
    placeholderData: keepPreviousData,
  })
}
