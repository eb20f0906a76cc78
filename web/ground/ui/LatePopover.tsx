import { cloneElement } from 'react'
import { late } from './late.tsx'

/** A button that is there at once, from which something small opens. */
export const LatePopover = late(() => import('./ButtonPopover.tsx'), 'ButtonPopover', {
  StandIn: ({ button, onWanted }) => cloneElement(button, { onClick: onWanted }),
})
