import { keptOnDevice } from '../kept-on-device.ts'

export type Density = 'compact' | 'comfortable'

/** How close the rows of every table stand. */
export const useDensity = keptOnDevice<Density>('lantern.density', (stored) =>
  stored === 'comfortable' ? 'comfortable' : 'compact',
)
