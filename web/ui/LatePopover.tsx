import { cloneElement } from 'react'
import type { ButtonPopoverProps } from './ButtonPopover.tsx'
import { imported, late } from './late.tsx'

/** A button that is there at once, from which something small opens. */
export const LatePopover = late<ButtonPopoverProps>(
  async () => (await imported(() => import('./ButtonPopover.tsx'))).ButtonPopover,
  { StandIn: ({ button, onWanted }) => cloneElement(button, { onClick: onWanted }) },
)
