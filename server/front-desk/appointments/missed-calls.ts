import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { callsOf, lastCall, noteMissedCall } from '../../../contract/front-desk/missed-calls.ts'
import { behindTheNext } from '../../../contract/front-desk/queue-order.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { serve } from '../../ground/http/serve.ts'
import { changedFields, found, recordById } from '../../ground/records/record.ts'
import { appointment, noted } from './kind.ts'
import { lockAppointment } from './queries.ts'
import { missedCallRefusal } from './refusals.ts'
import { tokensInQueue } from './tokens.ts'

/** A patient who misses a call goes back behind the next two. From the third call on, the visit can end instead. */
export function missedCallRoutes(app: FastifyInstance) {
  serve(app, noteMissedCall, async ({ trx, params, body: { call, didNotAttend }, staff, audit }) => {
    const before = found(appointment, await lockAppointment(trx, params.id))
    const current = await recordById(trx, appointment, params.id)
    if (current.status !== 'IN_PROGRESS' || callsOf(current) !== call)
      throw await missedCallRefusal(trx, current, staff)
    if (didNotAttend && call < lastCall) {
      throw invalidField(
        'didNotAttend',
        `A visit can end as ‘Did not attend’ from call ${lastCall} on. This is call ${call}.`,
      )
    }
    const act = didNotAttend ? endVisit(trx, current, staff.id) : putBack(trx, current, staff.id)
    await act.catch((error: unknown) => {
      throw wasHere(error)
    })
    const after = await recordById(trx, appointment, params.id)
    audit.changes = changedFields(before, after)
    return noted(audit, after)
  })
}

async function putBack(trx: Transaction<DB>, current: Appointment, staffId: string) {
  const behind = behindTheNext(await tokensInQueue(trx), current)
  await sql`
    update appointment set status = 'IN_QUEUE', status_by = ${staffId}, missed_calls = missed_calls + 1,
      behind = ${behind}::uuid[], version = version + 1, updated_at = now()
    where id = ${current.id}
  `.execute(trx)
}

async function endVisit(trx: Transaction<DB>, { id }: Appointment, staffId: string) {
  await sql`
    update appointment set status = 'CANCELLED', cancel_reason = 'DID_NOT_ATTEND', status_by = ${staffId},
      missed_calls = missed_calls + 1, version = version + 1, updated_at = now()
    where id = ${id}
  `.execute(trx)
}

function wasHere(error: unknown): unknown {
  if (violatedConstraint(error) !== 'appointment_missed_without_entries') return error
  return new Refusal(
    'transition_refused',
    'The patient was here: since the call, the visit note was signed or vital signs were recorded. Complete the visit instead.',
  )
}
