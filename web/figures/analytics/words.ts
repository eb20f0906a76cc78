import { occupancyOf, type Spread, type StayFigures } from '../../../contract/figures/analytics.ts'
import { formatDuration, formatNumber } from '../../ground/ui/format.ts'

/** Milliseconds of each unit of time. */
export const unit = { minute: 60_000, hour: 3_600_000 } as const

/** How long half took at most, or nine of ten; a dash where nobody did. */
export function lasting(
  spread: Spread | null | undefined,
  milliseconds: number,
  part: 'median' | 'ninetieth' = 'median',
): string {
  return spread ? formatDuration(spread[part] * milliseconds) : '–'
}

/** '64%', or the words for no beds. */
export function occupancyWords(
  figures: Pick<StayFigures, 'occupiedHours' | 'bedHours'>,
  withoutBeds = '–',
): string {
  const percent = occupancyOf(figures)
  return percent === null ? withoutBeds : `${percent}%`
}

/** The wording of the period before: 'the 30 days before' */
export function earlierWords(days: number): string {
  return days === 1 ? 'the day before' : `the ${formatNumber(days)} days before`
}

/** '12% more than in the 30 days before' */
export function comparedCounts(now: number, before: number, earlier: string): string {
  if (now === before) return now === 0 ? `None in ${earlier} either` : `As many as in ${earlier}`
  if (before === 0) return `None in ${earlier}`
  return `${shareOf(now, before)} ${now > before ? 'more' : 'fewer'} than in ${earlier}`
}

/** '12% less than in the 30 days before': `when` is 'in the 30 days before' */
export function comparedAmounts(now: number, before: number, when: string): string {
  if (now === before) return now === 0 ? `Nothing ${when} either` : `As much as ${when}`
  if (before === 0) return `Nothing ${when}`
  return `${shareOf(now, before)} ${now > before ? 'more' : 'less'} than ${when}`
}

/** The relative difference: '12%' */
function shareOf(now: number, before: number): string {
  const percent = Math.round(Math.abs((now - before) / before) * 100)
  return percent < 1 ? 'Under 1%' : `${formatNumber(percent)}%`
}

/** '5 min longer than in the 30 days before' */
export function comparedTimes(
  spreads: { total: Spread | null; before: Spread | null },
  earlier: string,
  milliseconds: number,
  part?: 'median' | 'ninetieth',
): string {
  return comparedSpreads(spreads, earlier, (much) => formatDuration(much * milliseconds), part)
}

/** As `comparedTimes`, in the words that `say` has for a difference. */
export function comparedSpreads(
  { total, before }: { total: Spread | null; before: Spread | null },
  earlier: string,
  say: (difference: number) => string,
  part: 'median' | 'ninetieth' = 'median',
): string {
  if (!total) return 'No one in this period'
  if (!before) return `No one in ${earlier}`
  const longer = total[part] - before[part]
  if (longer === 0) return `No change from ${earlier}`
  return `${say(Math.abs(longer))} ${longer > 0 ? 'longer' : 'shorter'} than in ${earlier}`
}

/** 'Up 4 percentage points from the 30 days before'; null means that there was nothing, which `none` says. */
export function shares(none: string) {
  return (now: number | null, before: number | null, earlier: string): string => {
    if (now === null) return `${none} in this period`
    if (before === null) return `${none} in ${earlier}`
    if (now === before) return `No change from ${earlier}`
    const points = Math.abs(now - before)
    return `${now > before ? 'Up' : 'Down'} ${points} percentage ${points === 1 ? 'point' : 'points'} from ${earlier}`
  }
}
export const comparedShares = shares('No beds')
