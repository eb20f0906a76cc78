import type { Browser, Page } from '@playwright/test'
import type { DemoAccount } from '../people.ts'

export interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** A way through some screens: each state on it is looked at in all of its looks. */
export interface Tour {
  name: string
  /** The signed-in user; null if nobody is. */
  by: DemoAccount | null
  looks: readonly Look[]
  /** Another account walks the same states in a tour of each change. */
  isOfSweep?: true
  /** Brings the page from state to state, and names each once it is there. */
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

/** Whether `npm test` looks at it so; all else is of the sweep. */
export function isOfEachChange({ isOfSweep }: Tour, { width, colorScheme }: Look): boolean {
  return !isOfSweep && colorScheme === 'light' && (width === 1280 || width === 320)
}
