import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type CountersignedEndpoint,
  countersigned,
  countersignedForMinutes,
  type SignedAct,
} from '../../../../contract/people/countersignatures.ts'
import type { Database } from '../../db/connect.ts'
import { Refusal, violatedConstraint } from '../../http/errors.ts'

/** An act that a second person may have to countersign, and the countersignature that came with it. */
export interface HeldAct {
  endpoint: CountersignedEndpoint
  id: string
  /** As the contract reads it. */
  body: object
  /** As it is going to be on record; null where nothing of it is ever countersigned. */
  words: string | null
  actorId: string
}

/** The whole act in a hash, the order of fields apart. A countersignature in it is left out. */
export function subjectHash({ endpoint, id, body, words }: SignedAct): string {
  const { countersignature: _, ...signed }: Record<string, unknown> = body
  const subject = JSON.stringify([endpoint, id.toLowerCase(), ordered(signed), words])
  return createHash('sha256').update(subject).digest('base64url')
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, ordered(v)]))
}

/**
 * The countersignature to record with an act, if one came with it and the act still wants one. That it is used once, in time and
 * where the hospital wants one is held by the database; `countersignatureRefusal` words it. @throws Refusal for one of another act
 */
export async function heldCountersignature(
  db: Database,
  act: HeldAct,
  given: string | null,
): Promise<string | null> {
  if (given === null) return null
  const { endpoint, id, words, actorId } = act
  const signed = await db
    .selectFrom(['countersignature', 'hospital'])
    .select(['subject_hash as subjectHash', sql<boolean>`act = any (countersigned_acts)`.as('isWanted')])
    .where('countersignature.id', '=', given)
    .where('act', '=', countersigned[endpoint])
    .where('actor_id', '=', actorId)
    .executeTakeFirst()
  // The allergy was struck or the setting turned off since: the act needs no countersignature any more.
  if (signed && (words === null || !signed.isWanted)) return null
  if (signed?.subjectHash === subjectHash({ endpoint, id, body: { ...act.body }, words: words ?? '' }))
    return given
  throw refusal(
    'countersignature_of_another_act',
    'Something has changed since this was countersigned. The second person has to sign it again.',
    words,
  )
}

/** Words a violated rule about countersignatures for this act; other errors stay as they are. */
export function countersignatureRefusal(error: unknown, { words }: HeldAct): unknown {
  switch (violatedConstraint(error)) {
    case 'countersignature_needed':
      return refusal(
        'countersignature_needed',
        'Your hospital wants a second person to countersign this. Nothing was saved yet.',
        words,
      )
    case 'countersignature_of_act':
      return refusal(
        'countersignature_of_another_act',
        'This was countersigned for something else. The second person has to sign it again.',
        words,
      )
    case 'countersignature_of_active_witness':
      return refusal(
        'countersignature_expired',
        'The account of the colleague who countersigned this was deactivated since. Ask another colleague to sign it.',
        words,
      )
    case 'countersignature_in_time':
      return refusal(
        'countersignature_expired',
        `It was countersigned more than ${countersignedForMinutes} minutes ago. The second person has to sign again.`,
        words,
      )
    case 'medication_countersigned_once':
    case 'movement_countersigned_once':
    case 'merge_countersigned_once':
      return refusal(
        'countersignature_used',
        'This countersignature was used already. Check the record; if this is still to be done, the second person has to sign again.',
        words,
      )
    default:
      return error
  }
}

type Code = ConstructorParameters<typeof Refusal>[0]

function refusal(code: Code, sentence: string, words: string | null): Refusal {
  return new Refusal(code, sentence, {
    ...(words !== null && { act: words }),
    ...(code !== 'countersignature_needed' && {
      errors: [{ path: 'countersignature', message: sentence }],
    }),
  })
}

/** The second person's name, for the audit trail. */
export async function witnessOf(db: Database, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { rows } = await sql<{ name: string }>`
    select staff.name from countersignature join staff on staff.id = witness_id where countersignature.id = ${id}
  `.execute(db)
  return rows[0]?.name ?? null
}
