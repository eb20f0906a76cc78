import { late } from '../../../ground/ui/lazy-component.tsx'

/** Its code is loaded when a list is printed. */
export const PrintedWardList = late(() => import('./PrintedWardList.tsx'), 'PrintedWardList', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
