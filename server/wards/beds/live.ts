import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { LiveNoun } from '../../ground/http/live-noun.ts'
import { bedsWithIds } from './queries.ts'

/** The beds that show something of these records, as changes of beds: their cards say who lies there and until when. */
function showing(records: (ids: readonly string[]) => RawBuilder<unknown>) {
  return async (db: Database, changes: readonly Change[]): Promise<Change[]> => {
    if (changes.length === 0) return []
    const { rows } = await sql<{ id: string; unitId: string }>`
      select bed.id, bed.unit_id as "unitId" ${records(changes.map(({ id }) => id))}
    `.execute(db)
    return rows.map(({ id, unitId }) => ({ noun: 'bed', id, told: { unit: [unitId] } }))
  }
}

const withStays = sql`
  from admission join stay on stay.open_admission_id = admission.id join bed on bed.id = stay.open_bed_id`
const ofAdmissions = showing((ids) => sql`${withStays} where admission.id = any (${ids}::uuid[])`)
const ofPatients = showing(
  (ids) => sql`${withStays} where admission.active_patient_id = any (${ids}::uuid[])`,
)
const ofUnits = showing((ids) => sql`from bed where open_unit_id = any (${ids}::uuid[])`)

export const live: LiveNoun = {
  records: [
    {
      noun: 'bed',
      kinds: ['beds', 'unit'],
      scopesOf: ({ told: { unit = [] } }) => ['beds', ...new Set(unit.map((id) => `unit:${id}`))],
      read: async (db, ids) =>
        (await bedsWithIds(db, ids)).map((bed) => ({
          record: bed,
          patientId: bed.patientId,
          scopes: ['beds', `unit:${bed.unitId}`],
        })),
      carrying: {
        admission: ofAdmissions,
        patient: (db, changes) =>
          ofPatients(
            db,
            changes.filter(({ told }) => told.identity),
          ),
        unit: (db, changes) =>
          ofUnits(
            db,
            changes.filter(({ told }) => told.named),
          ),
      },
      overturned: { 'beds-imported': () => true },
    },
  ],
}
