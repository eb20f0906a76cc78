import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { focusContent } from '../focus.ts'
import classes from './FilterChip.module.css'

/** A filter that came with the address: what it leaves, and how to remove it. It is gone once it is pressed. */
export function FilterChip({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={classes.chip}
      onClick={() => {
        focusContent()
        onRemove()
      }}
    >
      <span className="sr-only">Remove the filter: </span>
      {children}
      <IconX size={14} aria-hidden="true" />
    </button>
  )
}
