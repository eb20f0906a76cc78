import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FilterChip.module.css'

/** A filter that came with the address: what it leaves, and how to remove it. */
export function FilterChip({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <button type="button" className={classes.chip} onClick={onRemove}>
      <span className="sr-only">Remove the filter: </span>
      {children}
      <IconX size={14} aria-hidden="true" />
    </button>
  )
}
