import type { Notification } from '../../../contract/people/notifications.ts'
import { formatNumber, inZone } from '../../ground/ui/format.ts'
import type { SteadyRow } from './steady.ts'

/** Notifications of one kind and day, which the list says in one entry that opens to them. */
export interface NotificationGroup {
  key: string
  rows: readonly SteadyRow[]
}

/** More of one kind and day than this are one entry. */
const mostByThemselves = 3

const sayings = {
  LOW: 'items are low on stock',
  OUT: 'items are out of stock',
  EXPIRING: 'batches expire soon',
  EXPIRED: 'batches have expired',
  BOOKED: 'appointments were booked',
  DEMO_REQUEST: 'demos were requested',
  ONLINE_BOOKING: 'bookings from home came in',
} as const

/** Undefined for what needs an act of its own, such as a patient who waits or a high score: that is never grouped. */
function sayingOf({ kind, stock }: Notification): keyof typeof sayings | undefined {
  if (stock) return stock.alert
  return kind === 'BOOKED' || kind === 'DEMO_REQUEST' || kind === 'ONLINE_BOOKING' ? kind : undefined
}

/** The list with its groups, each where its newest one stands. What a row was first shown as decides, so that none moves. */
export function grouped(rows: readonly SteadyRow[], timeZone: string): (SteadyRow | NotificationGroup)[] {
  const keyOf = ({ shownAs }: SteadyRow) => {
    const saying = sayingOf(shownAs)
    return saying && `${saying} ${inZone(shownAs.raisedAt, timeZone).day}`
  }
  const byKey = Map.groupBy(rows, keyOf)
  const placed = new Set<string>()
  return rows.flatMap((row): (SteadyRow | NotificationGroup)[] => {
    const key = keyOf(row)
    const all = (key && byKey.get(key)) || []
    if (!key || all.length <= mostByThemselves) return [row]
    if (placed.has(key)) return []
    placed.add(key)
    return [{ key, rows: all }]
  })
}

/**
 * '25 items are low on stock', and the newest of them.
 * @param mayGoOn more of them may be on a page that is not loaded yet
 */
export function groupWords(
  { rows }: NotificationGroup,
  mayGoOn: boolean,
): { title: string; detail: string | undefined } {
  const [first] = rows
  const saying = first && sayingOf(first.shownAs)
  const names = rows.flatMap(
    ({ shownAs: { stock, demoRequest, onlineBooking } }) =>
      stock?.itemName ?? demoRequest?.hospital ?? onlineBooking?.clinic ?? [],
  )
  const shown = [...new Set(names)].slice(0, mostByThemselves)
  const more = rows.length - shown.length
  return {
    title: `${formatNumber(rows.length)}${mayGoOn ? '+' : ''} ${saying ? sayings[saying] : ''}`,
    detail:
      shown.length > 0
        ? `${shown.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
        : undefined,
  }
}
