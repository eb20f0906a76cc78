import { connect } from '../../../server/ground/db/connect.ts'
import { nobodyWaits } from '../../../server/ground/db/time-limits.ts'
import { compareDue } from '../../../server/people/duplicates/scan.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { asOwner } from '../hospitals/owner.ts'

/** Seconds until all patients have been compared with all others for the first time. */
export async function compareAll({ ownerUrl }: Hospital): Promise<number> {
  await asOwner(ownerUrl, async (client) => {
    await client.query('truncate duplicate_due, duplicate_pair, duplicate_block')
    await client.query('insert into duplicate_due (patient_id) select id from patient')
    await client.query('vacuum (analyze) patient, duplicate_due')
  })
  const { db } = connect(ownerUrl, { connections: 1, limits: nobodyWaits })
  try {
    const begin = performance.now()
    await compareDue({ db, signal: new AbortController().signal })
    return (performance.now() - begin) / 1000
  } finally {
    await db.destroy()
  }
}
