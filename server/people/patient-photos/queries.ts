import { sql, type Transaction } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import type { DB } from '../../ground/db/types.ts'

interface Photo {
  image: Buffer | null
  mark: string | null
  takenAt: string | null
}

const photoOfCurrent = statement(
  (id: string) => sql<Photo>`
    select image, photo_mark as mark, taken_at as "takenAt"
    from patient left join patient_photo on patient_id = patient.id
    where patient.id = ${id} and retired_at is null`,
)

/** The photo of a current patient, if there is one; undefined if there is no such patient. */
export async function photoOf(db: Database, patientId: string): Promise<Photo | undefined> {
  const [photo] = await photoOfCurrent(db, patientId)
  return photo
}

/** The mark of a current patient's photo, locked until the transaction ends; undefined if there is no such patient. */
export async function lockedMark(trx: Transaction<DB>, patientId: string) {
  const row = await trx
    .selectFrom('patient')
    .select('photo_mark as mark')
    .where('id', '=', patientId)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

export async function writePhoto(trx: Transaction<DB>, patientId: string, image: Buffer, by: string) {
  const values = { image, taken_by: by, taken_at: sql<string>`now()` }
  await trx
    .insertInto('patient_photo')
    .values({ patient_id: patientId, ...values })
    .onConflict((of) => of.column('patient_id').doUpdateSet(values))
    .execute()
}

export async function deletePhoto(trx: Transaction<DB>, patientId: string) {
  await trx.deleteFrom('patient_photo').where('patient_id', '=', patientId).execute()
}

/** Which photo the patient has now. */
export async function markOf(trx: Transaction<DB>, patientId: string): Promise<string | null> {
  const { mark } = await trx
    .selectFrom('patient')
    .select('photo_mark as mark')
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  return mark
}
