import type { Spread } from '../../../contract/figures/analytics.ts'
import { countOf } from '../../ground/ui/format.ts'
import { shares } from './words.ts'

/** Words for the figures of the clinics. */

/** '75%', or a dash where there was nothing to take a part of. */
export function percentWords(percent: number | null): string {
  return percent === null ? '–' : `${percent}%`
}

/** '12 days' that half took at most, or nine of ten; a dash where nobody did. */
export function daysWords(
  spread: Spread | null | undefined,
  part: 'median' | 'ninetieth' = 'median',
): string {
  if (!spread) return '–'
  return spread[part] === 0 ? 'Same day' : countOf(spread[part], 'day')
}

/** '2 days longer than in the 30 days before' */
export function comparedDays(
  { total, before }: { total: Spread | null; before: Spread | null },
  earlier: string,
  part: 'median' | 'ninetieth' = 'median',
): string {
  if (!total) return 'No one in this period'
  if (!before) return `No one in ${earlier}`
  const longer = total[part] - before[part]
  if (longer === 0) return `No change from ${earlier}`
  return `${countOf(Math.abs(longer), 'day')} ${longer > 0 ? 'longer' : 'shorter'} than in ${earlier}`
}

export const comparedPlaces = shares('No places offered')
export const comparedNoShows = shares('No one was due')
