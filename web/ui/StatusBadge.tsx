import {
  IconAlertTriangle,
  IconAmbulance,
  IconBan,
  IconBed,
  IconCalendarTime,
  IconCandle,
  IconCircleCheck,
  IconCircleX,
  IconClockExclamation,
  IconDoorExit,
  IconHeartbeat,
  IconHourglass,
  IconPackage,
  IconPackageImport,
  IconPencil,
  IconPlayerPlayFilled,
  IconSend,
  IconShoppingCart,
  IconTool,
  IconTrendingUp,
  IconUrgent,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './StatusBadge.module.css'

interface StatusLook {
  word: string
  icon: TablerIcon
  tone: 'quiet' | 'blue' | 'ink' | 'amber' | 'green' | 'violet' | 'red'
}

/** Every status, once: a state has the same word, icon and colour on every screen, chart and print. */
const statusLooks = {
  SCHEDULED: { word: 'Scheduled', icon: IconCalendarTime, tone: 'blue' },
  IN_QUEUE: { word: 'In queue', icon: IconHourglass, tone: 'ink' },
  IN_PROGRESS: { word: 'In progress', icon: IconPlayerPlayFilled, tone: 'amber' },
  COMPLETED: { word: 'Completed', icon: IconCircleCheck, tone: 'green' },
  CANCELLED: { word: 'Cancelled', icon: IconBan, tone: 'quiet' },
  AVAILABLE: { word: 'Available', icon: IconCircleCheck, tone: 'green' },
  OCCUPIED: { word: 'Occupied', icon: IconBed, tone: 'ink' },
  MAINTENANCE: { word: 'Maintenance', icon: IconTool, tone: 'violet' },
  ADMITTED: { word: 'Admitted', icon: IconBed, tone: 'ink' },
  DISCHARGED: { word: 'Discharged', icon: IconDoorExit, tone: 'quiet' },
  TRANSFERRED: { word: 'Transferred', icon: IconAmbulance, tone: 'blue' },
  DECEASED: { word: 'Deceased', icon: IconCandle, tone: 'quiet' },
  STABLE: { word: 'Stable', icon: IconHeartbeat, tone: 'green' },
  IMPROVING: { word: 'Improving', icon: IconTrendingUp, tone: 'blue' },
  SERIOUS: { word: 'Serious', icon: IconAlertTriangle, tone: 'amber' },
  CRITICAL: { word: 'Critical', icon: IconUrgent, tone: 'red' },
  IN_STOCK: { word: 'In stock', icon: IconPackage, tone: 'green' },
  NEED_REORDER: { word: 'Need reorder', icon: IconShoppingCart, tone: 'blue' },
  LOW: { word: 'Low stock', icon: IconAlertTriangle, tone: 'amber' },
  OUT: { word: 'Out of stock', icon: IconCircleX, tone: 'red' },
  ACTIVE: { word: 'Active', icon: IconUserCheck, tone: 'green' },
  DEACTIVATED: { word: 'Deactivated', icon: IconUserOff, tone: 'quiet' },
  UNAVAILABLE: { word: 'Not available', icon: IconCircleX, tone: 'quiet' },
  DRAFT: { word: 'Draft', icon: IconPencil, tone: 'quiet' },
  SENT: { word: 'Sent', icon: IconSend, tone: 'blue' },
  RECEIVED: { word: 'Received', icon: IconPackageImport, tone: 'green' },
  EXPIRED: { word: 'Expired', icon: IconClockExclamation, tone: 'violet' },
} satisfies Record<string, StatusLook>

export type Status = keyof typeof statusLooks

/** The word of a status, where it stands in a sentence, a filter or a heading. */
export function statusWord(status: Status): string {
  return statusLooks[status].word
}

/** The text and ground colours of a status as CSS values, for charts and columns. */
export function statusColors(status: Status): { text: string; ground: string } {
  const { tone } = statusLooks[status]
  return { text: `var(--tone-${tone})`, ground: `var(--tone-${tone}-bg)` }
}

/** A status: word, icon and colour, from one table. */
export function StatusBadge({ status }: { status: Status }) {
  const { word, icon: Icon } = statusLooks[status]
  const { text, ground } = statusColors(status)
  return (
    <span className={classes.badge} style={{ color: text, backgroundColor: ground }}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {word}
    </span>
  )
}
