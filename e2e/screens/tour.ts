import type { Browser, Page } from '@playwright/test'
import type { DemoAccount } from '../people.ts'

export interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** A way through some screens. Each of its states is checked in all of its looks. */
export interface Tour {
  name: string
  /** The signed-in user; null if nobody is. */
  by: DemoAccount | null
  looks: readonly Look[]
  /** Set for the screens where staff spend their day, which `npm test` looks at too. The sweep walks every tour. */
  isOfEachChange?: true
  /** Its states may not jump: no walk of addresses reaches them. */
  jumpsNot?: true
  /** Brings the page from state to state, and yields the name of each once it is there. */
  states(page: Page, browser: Browser): AsyncGenerator<string>
}

export const onDesks: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]

export const onPhones: readonly Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
]

export const everywhere: readonly Look[] = [...onDesks, ...onPhones]

/** Whether `npm test` checks this look; the sweep checks the others. */
export function isLookOfEachChange(tour: Tour, { width, colorScheme }: Look): boolean {
  return tour.isOfEachChange === true && colorScheme === 'light' && (width === 1280 || width === 320)
}
