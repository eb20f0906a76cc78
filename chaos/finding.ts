import type { Hospital } from './hospital.ts'
import type { Target } from './servers.ts'

/** What one fault did to one server. */
export interface Finding {
  /** In words with figures. */
  said: string
  /** Whether the server bore it. */
  isBorne: boolean
}

export interface Fault {
  name: string
  /** What is done, and what has to hold. */
  what: string
  /** Why it can't be done on this machine; undefined where it can. */
  impossible?(): string | undefined
  /** Does it to a server of its own on this hospital, and ends that server. */
  run(target: Target, hospital: Hospital, size: Size): Promise<Finding>
  /** It wants a hospital in a place of its own. */
  place?: 'small disk'
}

/** How much of it. */
export interface Size {
  kills: number
  staff: number
  guesses: number
  stalledReaders: number
}
