import { late } from '../../ui/late.tsx'

/** Its code is loaded when a list is printed. */
export const PrintedWardList = late(() => import('./PrintedWardList.tsx'), 'PrintedWardList', {
  isOpen: () => true,
  close: ({ onDone }) => onDone(),
})
