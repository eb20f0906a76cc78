import { formatDay, formatDays } from '../../ground/ui/format.ts'

/** The most bars that can be told apart. */
const mostBars = 62

export interface Span<Day> {
  from: string
  to: string
  days: Day[]
}

/** The bars of a chart: single days, or spans of seven if there are many days. The last span ends with the last day. */
export function spansOf<Day extends { day: string }>(days: readonly Day[]): Span<Day>[] {
  const size = days.length > mostBars ? 7 : 1
  const spans: Span<Day>[] = []
  for (let end = days.length; end > 0; end -= size) {
    const some = days.slice(Math.max(0, end - size), end)
    spans.unshift({ from: some[0]?.day ?? '', to: some.at(-1)?.day ?? '', days: some })
  }
  return spans
}

/** The label below a bar, and the full label. */
export function namesOf({ from, to }: Span<unknown>): { label: string; name: string } {
  const label = formatDay(from).replace(/ \d{4}$/, '')
  return { label, name: formatDays({ from, to }) }
}
