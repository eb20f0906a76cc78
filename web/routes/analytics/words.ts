import { formatDuration, formatNumber } from '../../ui/format.ts'

/** What a period is compared with: 'the 30 days before' */
export function earlierWords(days: number): string {
  return days === 1 ? 'the day before' : `the ${formatNumber(days)} days before`
}

/** '12% more than in the 30 days before' */
export function comparedCounts(now: number, before: number, earlier: string): string {
  if (now === before) return now === 0 ? `None in ${earlier} either` : `As many as in ${earlier}`
  if (before === 0) return `None in ${earlier}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const share = percent < 1 ? 'Under 1%' : `${formatNumber(percent)}%`
  return `${share} ${now > before ? 'more' : 'fewer'} than in ${earlier}`
}

/** '5 min longer than in the 30 days before'; undefined is that it happened to nobody. */
export function comparedTimes(now: number | undefined, before: number | undefined, earlier: string): string {
  if (now === undefined) return 'Nobody in this period'
  if (before === undefined) return `Nobody in ${earlier}`
  if (now === before) return `As long as in ${earlier}`
  return `${formatDuration(Math.abs(now - before))} ${now > before ? 'longer' : 'shorter'} than in ${earlier}`
}

/** '4 points fuller than in the 30 days before'; null is that there were no beds. */
export function comparedShares(now: number | null, before: number | null, earlier: string): string {
  if (now === null) return 'No beds in this period'
  if (before === null) return `No beds in ${earlier}`
  if (now === before) return `As full as in ${earlier}`
  const points = Math.abs(now - before)
  return `${points} percentage ${points === 1 ? 'point' : 'points'} ${now > before ? 'fuller' : 'emptier'} than in ${earlier}`
}
