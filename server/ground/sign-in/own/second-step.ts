import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { Refusal } from '../../http/errors.ts'

/** An account's own part of the second step that the hospital requires (record 50). */

/** This session has shown one from now on. */
export async function stepTaken(trx: Database, sessionId: string): Promise<void> {
  await trx.updateTable('session').set({ second_step: true }).where('id', '=', sessionId).execute()
}

/** Before one is removed: of two who remove the last two at once, one waits for the other. */
export async function removingStep(trx: Database, staffId: string): Promise<void> {
  await trx.selectFrom('staff').select('id').where('id', '=', staffId).forNoKeyUpdate().execute()
}

/** After one was removed. @throws Refusal where it was the last, and the hospital asks for one */
export async function keepsStep(trx: Database, staffId: string): Promise<void> {
  const { rows } = await sql<{ isAsked: boolean; hasOne: boolean }>`
    select second_step_due(${staffId}) is not null as "isAsked",
      exists (select from two_factor where staff_id = ${staffId})
        or exists (select from passkey where staff_id = ${staffId}) as "hasOne"
  `.execute(trx)
  if (!rows[0]?.isAsked || rows[0].hasOne) return
  throw new Refusal(
    'conflict',
    'Your hospital asks for a second step when you sign in, and this is your only one. Set up another first.',
  )
}
