import type { Hospital } from '../../testbed/hospital.ts'
import type { Target } from './servers.ts'

/** The effect of one fault on one server. */
export interface Finding {
  /** The outcome, in words with figures. */
  said: string
  /** Whether the bound held. */
  holds: boolean
}

export interface Fault {
  name: string
  /** The act, and the bound that has to hold. */
  what: string
  /** Why this machine can't inject the fault; undefined if it can. */
  impossible?(): string | undefined
  /**
   * Injects the fault into a server of its own on this hospital, and stops that server. There is a finding for each
   * thing that it tries: each must hold for Lantern, and none for the control.
   */
  run(target: Target, hospital: Hospital, size: Size): Promise<Finding | Finding[]>
  /** A place for the hospital's data, if the fault needs a special one. */
  place?: Place
  /** The server on which the fault must be found, if not the careless one: Lantern without the protecting rule. */
  plant?: { called: string; statements: readonly string[] }
}

/** Prepares a place for a hospital's data in a directory; `clear` is called once the hospital has been stopped. */
export type Place = (within: string) => Promise<{ directory: string; clear(): Promise<void> }>

/** The extent of a run. */
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
