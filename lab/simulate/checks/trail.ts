import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '../../../server/ground/db/connect.ts'
import { nobodyWaits } from '../../../server/ground/db/time-limits.ts'
import { publicKeyIn } from '../../../server/ground/seals/key.ts'
import { verifyTrail } from '../../../server/ground/seals/verify.ts'
import type { Asked, Check } from './check.ts'

/** The action that has to be in the trail for each new row, by table. */
const made: Record<string, string> = {
  patient: 'registerPatient',
  appointment: 'bookAppointment',
  admission: 'admitPatient',
  vital_signs: 'recordVitals',
  medication: 'prescribeMedication',
  allergy: 'recordAllergy',
  problem: 'recordProblem',
  visit_note: 'beginVisitNote',
  inventory_item: 'addInventoryItem',
}

export const trail: Check = {
  name: 'trail',
  holds: 'Every write that was answered has an entry in the audit trail, and no other has.',
  async find({ query, simulation: { desk } }) {
    const faults: string[] = []
    const entries = await query<{ action: string; n: number }>(
      `select action, count(*)::int as n from audit_entry where outcome = 'done' group by action`,
    )
    const told = new Map(entries.map(({ action, n }) => [action, n]))
    for (const [name, answered] of desk.written) {
      const n = told.get(name) ?? 0
      if (n !== answered) faults.push(`${name} was answered ${answered} times and is told ${n} times`)
    }
    for (const [table, action] of Object.entries(made)) {
      const rows = await query(
        `select id from ${table} where not exists (select from audit_entry entry
           where entry.subject_id = ${table}.id and action = $1 and outcome = 'done') limit 5`,
        [action],
      )
      if (rows[0]) faults.push(`of ${table} nobody is told to have made ${JSON.stringify(rows[0])}`)
    }
    return faults
  },
}

/** Runs the function behind `npm run audit:verify`, with the key and the copy of the seals. */
export const seals: Check = {
  name: 'seals',
  holds: 'The audit trail is as it was sealed.',
  async find({ simulation: { database, directory } }: Asked) {
    const key = publicKeyIn(join(directory, 'audit-key.pem'))
    if (!key) return ['There is no key.']
    const { db } = connect(database.ownerUrl, {
      connections: 1,
      limits: { ...nobodyWaits, statement: 3_600_000 },
    })
    try {
      const copy = linesOf(join(directory, 'seals.txt'))
      const { faults, seals: checked, unsealed } = await verifyTrail(db, { keys: [key], copy })
      const told = faults.map(({ says }) => says)
      if (checked === 0) told.push('Nothing was sealed.')
      // Earlier checks have made audit entries, too.
      if (unsealed > 100_000) told.push(`${unsealed} rows are not sealed.`)
      return told
    } finally {
      await db.destroy()
    }
  },
}

/** Opens the file only when its lines are read, because lines that come before anybody listens are lost. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file) })
}
