import type { Hospital } from './hospital.ts'
import type { Target } from './servers.ts'

/** What one fault did to one server. */
export interface Finding {
  /** In words with figures. */
  said: string
  /** Whether what has to hold did. */
  holds: boolean
}

export interface Fault {
  name: string
  /** What is done, and what has to hold. */
  what: string
  /** Why it can't be done on this machine; undefined where it can. */
  impossible?(): string | undefined
  /**
   * Does it to a server of its own on this hospital, and ends that server. Several findings are of several things that
   * are tried: each must hold, and must not in the control.
   */
  run(target: Target, hospital: Hospital, size: Size): Promise<Finding | Finding[]>
  /** It wants a hospital in a place of its own. */
  place?: Place
  /** Where the fault must be found, when that is not the careless server: Lantern on a hospital that lost what keeps it. */
  plant?: { called: string; statements: readonly string[] }
}

/** Prepares a place for a hospital's data in a directory; `clear` is called once the hospital has been stopped. */
export type Place = (within: string) => Promise<{ directory: string; clear(): Promise<void> }>

/** How much of it. */
export interface Size {
  kills: number
  clerks: number
  racers: number
  rounds: number
  times: number
  cuts: number
  staff: number
  guesses: number
  stalledReaders: number
  slowClients: number
}
