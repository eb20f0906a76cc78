import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { again } from '../db/again.ts'
import { troubleOf, untilTold } from '../db/trouble.ts'
import type { DB } from '../db/types.ts'
import { leaveEntry } from '../trail/write.ts'
import { requirePermission } from './admit.ts'
import { idOf } from './answers/fields.ts'
import { Refusal } from './errors.ts'
import { earlierAnswer, type Repeatable, repeatable, replyInsert, visitors } from './idempotency.ts'
import { makeRecord } from './new-record.ts'
import { blankNote, type CreateCall, callOf, type Served, traceOf } from './request-context.ts'

/**
 * How an endpoint that changes something is done: a create in one statement, everything else in one transaction, with the
 * audit entry and the answer that is kept for a repetition.
 */
export function writesOf(served: Served) {
  const { app, endpoint, run } = served
  const { cases } = endpoint
  return { create, write }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    const { db } = app.lantern
    const repeat = repeatable(request, request.staff?.id ?? visitors)
    const createOnce = () =>
      run(
        callOf(served, request, {
          db,
          create: async (record, refusal = () => new Error(`${endpoint.name} made nothing`)) => {
            const made = await makeRecord(db, record, traceOf(served, request), repeat)
            if (made === undefined) throw await refusal()
            return made
          },
          transact: (act) => transact(request, repeat, act),
        }),
      )
    try {
      return await again(createOnce)
    } catch (error) {
      const { answer, at } = await answeredBefore(repeat, error, reply)
      const asBefore = async <Row>() => answer as Row
      // As on the day on which it was made.
      return run(callOf(served, request, { db, create: asBefore, transact: asBefore }, at))
    }
  }

  /**
   * A repeated write fails on its own first success (the slot is taken, the patient has left, the key is used), and
   * leaves nothing behind: then that one's answer is the answer.
   */
  async function answeredBefore(repeat: Repeatable | null, error: unknown, reply: FastifyReply) {
    // Nothing can be asked for now.
    if (troubleOf(error)) throw error
    // Without the permission by now, the earlier reply is not sent again.
    const isForbidden = error instanceof Refusal && error.code === 'forbidden'
    const earlier =
      repeat && !isForbidden && (await earlierAnswer(app.lantern.db, repeat).catch(onlyRefusals))
    if (!earlier) throw error
    void reply.header('idempotent-replayed', 'true')
    return earlier
  }

  function transact<Row>(
    request: FastifyRequest,
    repeat: Repeatable | null,
    act: Parameters<CreateCall<Endpoint>['transact']>[0],
  ) {
    return whole(async (trx) => {
      const audit = blankNote(served, request)
      const made = await act(trx, audit)
      audit.subjectId ??= idOf(made)
      const trace = traceOf(served, request)
      await leaveEntry(trx, { ...trace, ...audit })
      if (repeat) await replyInsert(repeat, JSON.stringify(made), trace.at).execute(trx)
      return made as Row
    })
  }

  function whole<Result>(act: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    return untilTold((asks) =>
      app.lantern.db.transaction().execute(async (trx) => {
        const done = await act(trx)
        asks()
        return done
      }),
    )
  }

  async function write(request: FastifyRequest, reply: FastifyReply) {
    const repeat = repeatable(request, request.staff?.id ?? visitors)
    try {
      return await again(() => writeOnce(request, repeat))
    } catch (error) {
      return (await answeredBefore(repeat, error, reply)).answer
    }
  }

  async function writeOnce(request: FastifyRequest, repeat: Repeatable | null) {
    const version = versionRead(request)
    if (endpoint.kind === 'edit') requireVersion(version)
    const audit = blankNote(served, request)
    request.audited = audit
    const acts: (() => void)[] = []
    const afterCommit = (act: () => void) => void acts.push(act)
    let isPermitted = cases === undefined
    const permit = (name: string) => {
      const asked = cases?.[name]
      if (!asked) throw new Error(`${endpoint.name} has no case ${name}`)
      requirePermission(request.staff, asked.permission)
      if (asked.edits) requireVersion(version)
      isPermitted = true
    }
    const { clock, hospital } = app.lantern
    const now = clock()
    // Before the transaction: within it, reading the hospital would wait for a second connection.
    const shown = await hospital.clockAt(now)
    const today = () => Promise.resolve(shown.day)
    const wallClock = () => Promise.resolve(shown)
    const answer = await whole(async (trx) => {
      const made = await run(
        callOf(served, request, { audit, trx, version, permit, afterCommit, today, wallClock }, now),
      )
      if (!isPermitted) throw new Error(`${endpoint.name} was done under none of its cases`)
      audit.subjectId ??= idOf(made)
      await leaveEntry(trx, { ...traceOf(served, request), ...audit })
      if (repeat) await replyInsert(repeat, JSON.stringify(made), now).execute(trx)
      return made
    })
    for (const act of acts) act()
    return answer
  }
}

function onlyRefusals(error: unknown): null {
  if (error instanceof Refusal) throw error
  return null
}

function versionRead(request: FastifyRequest): number | undefined {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '')
  return match ? Number(match[1]) : undefined
}

function requireVersion(version: number | undefined) {
  if (version !== undefined) return
  throw new Refusal('version_required', 'Send If-Match with the ETag that the record was read with.')
}
