/** Minutes: nobody can say it more exactly. */
const step = 5
const minute = 60_000

/** '10–25 min', 'up to 15 min': rounded outwards, so that the promise holds; null once it is over. */
export function waitWords(likely: { from: string; until: string }, now: number): string | null {
  const [from, until] = [likely.from, likely.until].map((moment) => (Date.parse(moment) - now) / minute)
  if (from === undefined || until === undefined || until <= 0) return null
  const least = Math.max(0, Math.floor(from / step) * step)
  const most = Math.ceil(until / step) * step
  return least === 0 ? `up to ${most} min` : `${least}–${most} min`
}
