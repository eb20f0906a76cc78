import { sql } from 'kysely'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { LiveRecords } from '../../ground/http/live-noun.ts'
import { warningsOf } from './queries.ts'

/** A score belongs to a patient, and every change that affects it names that patient. */
const ofTheirPatients = (_db: Database, changes: readonly Change[]): Promise<Change[]> =>
  Promise.resolve(
    changes.flatMap(({ told: { patient = [] } }) =>
      patient.map((id): Change => ({ noun: 'early-warning', id, told: {} })),
    ),
  )

/** A score shows who acknowledged it, so it changes when that person's name does. */
async function acknowledgedBy(db: Database, changes: readonly Change[]): Promise<Change[]> {
  const renamed = changes.filter(({ told }) => told.named).map(({ id }) => id)
  if (renamed.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct record_of(patient_id) as id from news2_alert alert
    where acknowledged_by = any (${renamed}::uuid[]) and (
      exists (select from admission where active_patient_id = record_of(alert.patient_id))
      or exists (select from appointment where open_patient_id = record_of(alert.patient_id) and status in ('IN_QUEUE', 'IN_PROGRESS'))
    )
  `.execute(db)
  return rows.map(({ id }): Change => ({ noun: 'early-warning', id, told: {} }))
}

export const records: LiveRecords = {
  noun: 'early-warning',
  kinds: ['early-warnings'],
  scopesOf: () => ['early-warnings'],
  read: async (db, ids) =>
    (await warningsOf(db, ids)).map((warning) => ({
      record: warning,
      patientId: warning.id,
      scopes: ['early-warnings'],
    })),
  carrying: {
    'vital-signs': ofTheirPatients,
    'news2-alert': ofTheirPatients,
    admission: ofTheirPatients,
    // A patient whose appointment is on a later day is in no bed and no queue.
    appointment: (db, changes) =>
      ofTheirPatients(
        db,
        changes.filter(({ told }) => told.queue),
      ),
    patient: async (_db, changes) =>
      changes.filter(({ told }) => told.identity).map(({ id }) => ({ noun: 'early-warning', id, told: {} })),
    staff: acknowledgedBy,
  },
}
