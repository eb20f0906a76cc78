import type { Query } from '../clock/database.ts'
import type { Simulation } from '../simulation.ts'

/** An invariant of the hospital. */
export interface Check {
  name: string
  /** The rule that must hold, as a sentence. */
  holds: string
  /** The violations; empty if there are none. */
  find(asked: Asked): Promise<string[]>
}

export interface Asked {
  /** Queries as the owner of the database, possibly within a transaction. */
  query: Query
  simulation: Simulation
}

/** A check of the database alone: every row that one of its statements returns is a fault. */
export function bySql(name: string, holds: string, statements: Record<string, string>): Check {
  return {
    name,
    holds,
    async find({ query }) {
      const faults: string[] = []
      for (const [fault, statement] of Object.entries(statements)) {
        const rows = await query(statement)
        if (rows[0]) faults.push(`${fault}: ${rows.length} times, such as ${JSON.stringify(rows[0])}`)
      }
      return faults
    },
  }
}
