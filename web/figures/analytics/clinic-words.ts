import type { Spread } from '../../../contract/figures/analytics.ts'
import { countOf } from '../../ground/ui/format.ts'
import { comparedSpreads, shares } from './words.ts'

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
  spreads: { total: Spread | null; before: Spread | null },
  earlier: string,
  part?: 'median' | 'ninetieth',
): string {
  return comparedSpreads(spreads, earlier, (days) => countOf(days, 'day'), part)
}

export const comparedPlaces = shares('No places offered')
export const comparedNoShows = shares('No one was due')
