import { type SqlBool, sql } from 'kysely'
import type { BodyOf } from '../../../contract/api/endpoint.ts'
import {
  type DemoRequest,
  demoRequestsAnHour,
  handleDemoRequest,
  listDemoRequests,
  requestDemo,
} from '../../../contract/hospital/demo-requests.ts'
import type { Database } from '../../ground/db/connect.ts'
import { readPage } from '../../ground/db/paging.ts'
import { violatedConstraint } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { network } from '../../ground/sign-in/attempt-origin.ts'
import { pausedFor } from '../../ground/sign-in/too-many-attempts.ts'

const columns = sql`
  demo_request.id, demo_request.name, demo_request.hospital, demo_request.email, demo_request.phone,
  demo_request.message, demo_request.requested_at as "requestedAt", demo_request.handled_at as "handledAt",
  handler.name as "handledBy"`
const joins = sql`left join staff handler on handler.id = demo_request.handled_by`

const hour = 3_600_000

export const demoRequests = {
  routes(app) {
    serve(app, requestDemo, async ({ create, db, body, now, address }) => {
      const from = network(address)
      const { id } = await create(newRequest(body, from, now)).catch(async (error: unknown) => {
        if (violatedConstraint(error) !== 'demo_request_paced') throw error
        throw pausedFor(await secondsToWait(db, from, now), 'Too many requests were sent from your network.')
      })
      return { id }
    })

    serve(app, listDemoRequests, async ({ db, query }) =>
      readPage<DemoRequest>(db, query, {
        table: 'demo_request',
        alias: 'demo_request',
        shown: columns,
        joins,
        where:
          query.handled === undefined
            ? sql<SqlBool>`true`
            : query.handled === 'yes'
              ? sql<SqlBool>`handled_at is not null`
              : sql<SqlBool>`handled_at is null`,
        order: { requested_at: 'moment', id: 'id' },
        direction: 'desc',
      }),
    )

    serve(app, handleDemoRequest, async ({ trx, params, body, staff, now, audit }) => {
      const [at, by] = body.isHandled ? [now, staff.id] : [null, null]
      // The first to mark it as handled stays named.
      const changed = await sql`
        update demo_request set handled_at = ${at}, handled_by = ${by}
        where id = ${params.id} and (handled_at is not null) <> ${body.isHandled}
      `.execute(trx)
      const { rows } = await sql<DemoRequest>`
        select ${columns} from demo_request ${joins} where demo_request.id = ${params.id}
      `.execute(trx)
      const request = found({ gone: 'This request does not exist.' }, rows[0])
      if (changed.numAffectedRows) audit.changes = { isHandled: [!body.isHandled, body.isHandled] }
      return request
    })
  },
  live: { stale: { 'demo-requests': { 'demo-request': always, staff: where('named') } } },
  named: sql`select id, hospital from demo_request`,
} satisfies Noun

function newRequest(
  { name, hospital, email, phone, message }: BodyOf<typeof requestDemo>,
  from: string,
  now: Date,
): NewRecord<{ id: string; hospital: string }> {
  return {
    writes: sql`
      added as (
        insert into demo_request (name, hospital, email, phone, message, network, requested_at)
        values (${name}, ${hospital}, ${email}, ${phone}, ${message}, ${from}, ${now})
        returning *
      )`,
    select: sql`select id, hospital from added`,
    patient: null,
    moments: [],
    changes: sql`jsonb_build_object('hospital', made.hospital)`,
  }
}

/** Until the oldest of those that fill the hour is an hour old. */
async function secondsToWait(db: Database, from: string, now: Date): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select requested_at as at from demo_request where network = ${from}
    order by requested_at desc offset ${demoRequestsAnHour - 1} limit 1
  `.execute(db)
  const oldest = rows[0] ? Date.parse(rows[0].at) : now.getTime()
  return Math.max(1, Math.ceil((oldest + hour - now.getTime()) / 1000))
}
