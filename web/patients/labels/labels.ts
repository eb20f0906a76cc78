import { imported, late } from '../../ui/late.tsx'

/** Prints what `kind` says; its code is loaded when something is printed. */
export const PrintedLabel = late(
  async () => (await imported(() => import('./PrintedLabel.tsx'))).PrintedLabel,
  {
    isOpen: () => true,
    close: ({ onDone }) => onDone(),
  },
)
