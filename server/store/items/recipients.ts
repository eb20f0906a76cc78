import { sql, type Transaction } from 'kysely'
import { allergyMatches, givenAgainst, matchWords } from '../../../contract/clinical/allergy-classes.ts'
import { mostLooks, type Recipient, readMrn } from '../../../contract/store/recipients.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import type { HospitalReader } from '../../ground/http/hospital.ts'
import { batchSize, inBatches } from '../../ground/jobs/batches.ts'
import { labelledPatient, numberedPatient } from '../../people/patients/public.ts'

/** Looks up one patient at a time to issue stock to, and checks their allergies. */

/** A look-up of the patient with this code. */
interface Look {
  staffId: string
  code: string
  at: Date
}

/** The patient that a whole MRN or a label identifies. */
export async function recipientOf(db: Database, hospital: HospitalReader, look: Look): Promise<Recipient> {
  // Counts even if no patient is found, because guessing numbers mostly finds none.
  await countLook(db, look)
  const mrn = readMrn(look.code)
  const patient = mrn
    ? await numberedPatient(db, mrn)
    : await labelledPatient(db, hospital, look.code, 'Enter the patient’s MRN instead.')
  if (patient.deceasedAt) {
    const sentence = `${patient.mrn} has died. Nothing is issued to them; stock comes back without a patient.`
    throw new Refusal('patient_deceased', sentence)
  }
  const { id, mrn: number, firstName, lastName, dateOfBirth, birthPrecision, allergens } = patient
  return { id, mrn: number, firstName, lastName, dateOfBirth, birthPrecision, allergens }
}

async function countLook(db: Database, { staffId, code, at }: Look): Promise<void> {
  const searched = readMrn(code) ?? code.toUpperCase()
  await sql`
    insert into recipient_look (staff_id, span, since, sought)
    select ${staffId}, span, date_trunc(span, ${at}::timestamptz, 'UTC'), array[${searched}::text]
    from unnest(array['hour', 'minute']) span
    on conflict (staff_id, span, since) do update set sought = recipient_look.sought || excluded.sought
      where not recipient_look.sought @> excluded.sought
  `
    .execute(db)
    .catch((error: unknown) => {
      switch (violatedConstraint(error)) {
        case 'looks_in_minute_bounded':
          throw tooManyLooks('minute', 60 - at.getUTCSeconds())
        case 'looks_in_hour_bounded':
          throw tooManyLooks('hour', 3600 - at.getUTCMinutes() * 60 - at.getUTCSeconds())
        default:
          throw error
      }
    })
}

function tooManyLooks(span: keyof typeof mostLooks, retryAfter: number): Refusal {
  const minutes = Math.ceil(retryAfter / 60)
  const sentence = `You have looked up ${mostLooks[span]} different patients within this ${span}, which is as many as one person may. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, or ask a colleague. Every look-up is logged.`
  return new Refusal('too_many_lookups', sentence, { retryAfter })
}

/** Deletes look-ups that no longer count. */
export function forgetLooks(db: Database, before: Date, signal?: AbortSignal): Promise<void> {
  return inBatches(signal, async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from recipient_look where ctid = any (array(
        select ctid from recipient_look where since < ${before} limit ${batchSize}))
    `.execute(db)
    return Number(numAffectedRows)
  })
}

/**
 * The recorded allergy that an issue goes against, or null if there is none. Refuses if there is one but no reason. New
 * allergy entries wait until the transaction ends, so that none is missed.
 */
export async function allergyAgainst(
  trx: Transaction<DB>,
  itemName: string,
  { patientId, allergyReason }: { patientId: string; allergyReason: string | null },
): Promise<string | null> {
  await sql`select from patient where id = ${patientId} for no key update`.execute(trx)
  const { rows } = await sql<Pick<Recipient, 'allergens'>>`
    select allergens from patient where id = ${patientId}
  `.execute(trx)
  const matches = allergyMatches(itemName, rows[0] ?? { allergens: [] })
  if (matches.length === 0) return null
  if (!allergyReason) {
    const message = `${matchWords(itemName, matches)} Give a reason, or don’t issue it.`
    throw new Refusal('allergy_match', message, { errors: [{ path: 'allergyReason', message }] })
  }
  return givenAgainst(matches)
}
