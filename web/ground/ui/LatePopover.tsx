import { cloneElement } from 'react'
import { late } from './lazy-component.tsx'

/** A button that is there at once, while its popover is still loading. */
export const LatePopover = late(() => import('./ButtonPopover.tsx'), 'ButtonPopover', {
  StandIn: ({ button, onWanted }) => cloneElement(button, { onClick: onWanted }),
})
