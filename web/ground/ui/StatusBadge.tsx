import type { TablerIcon } from '@tabler/icons-react'
import classes from './StatusBadge.module.css'

/** Each noun says once how its states look: the same word, icon and colour on every screen, chart and print. */
export interface StatusLook {
  word: string
  icon: TablerIcon
  tone: 'quiet' | 'blue' | 'ink' | 'amber' | 'green' | 'violet' | 'red'
}

/** The text and ground colours of a status as CSS values, for charts and columns. */
export function statusColors({ tone }: StatusLook): { text: string; ground: string } {
  return { text: `var(--tone-${tone})`, ground: `var(--tone-${tone}-bg)` }
}

/** A status: word, icon and colour. */
export function StatusBadge({ look }: { look: StatusLook }) {
  const { word, icon: Icon } = look
  const { text, ground } = statusColors(look)
  return (
    <span className={classes.badge} style={{ color: text, backgroundColor: ground }}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {word}
    </span>
  )
}
