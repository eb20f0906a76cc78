import { sql } from 'kysely'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { LiveNoun } from '../../ground/http/live-noun.ts'
import { bedsWithIds } from './queries.ts'

/** The beds of stays that are open, of these admissions or patients: their cards say who lies there and until when. */
async function bedsOf(
  db: Database,
  column: 'stay.admission_id' | 'admission.patient_id',
  ids: readonly string[],
) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select stay.open_bed_id as id from stay join admission on admission.id = stay.admission_id
    where ${sql.ref(column)} = any (${ids}::uuid[]) and stay.open_bed_id is not null
  `.execute(db)
  return rows.map(({ id }): Change => ({ noun: 'bed', id, told: {} }))
}

export const live: LiveNoun = {
  records: [
    {
      noun: 'bed',
      kinds: ['beds'],
      touched: () => ['beds'],
      read: async (db, ids) =>
        (await bedsWithIds(db, ids)).map((bed) => ({
          record: bed,
          patientId: bed.patientId,
          scopes: ['beds'],
        })),
      carrying: {
        admission: (db, changes) =>
          bedsOf(
            db,
            'stay.admission_id',
            changes.map(({ id }) => id),
          ),
        patient: (db, changes) =>
          bedsOf(
            db,
            'admission.patient_id',
            changes.filter(({ told }) => told.identity).map(({ id }) => id),
          ),
      },
    },
  ],
}
