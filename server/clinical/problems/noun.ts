import type { FastifyInstance } from 'fastify'
import {
  listProblems,
  type Problem,
  recordProblem,
  resolveProblem,
  strikeProblem,
} from '../../../contract/clinical/problems.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import { where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found, type RecordKind, recordById } from '../../ground/records/record.ts'
import { ofCurrentPatient, patientRecord } from '../../people/patients/public.ts'
import { entryGone, entryRefusal, strikeEntry } from '../entries/public.ts'
import * as queries from './queries.ts'

const problem: RecordKind<Problem> = {
  called: 'this diagnosis',
  gone: entryGone,
  read: queries.entries.byId,
}

function routes(app: FastifyInstance) {
  serve(app, listProblems, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.entries.page(db, ids, query))
  })

  serve(app, recordProblem, async ({ db, create, params, body, staff, today }) => {
    if (body.onsetOn) {
      const { dateOfBirth } = found(patientRecord, await queries.bornOn(db, params.id))
      refuseDay('onsetOn', body.onsetOn, 'The onset', { dateOfBirth, today: await today() })
    }
    const gone = () => new Refusal('not_found', patientRecord.gone)
    return create(queries.newProblem(params.id, body, staff.id), gone).catch((error: unknown) => {
      throw entryRefusal(error)
    })
  })

  serve(app, resolveProblem, async ({ trx, params, body, staff, today, audit }) => {
    await queries.lockProblem(trx, params.id)
    const before = await recordById(trx, problem, params.id)
    const { dateOfBirth } = found({ gone: entryGone }, await queries.bornOn(trx, before.patientId))
    if (before.struck) throw new Refusal('entry_struck', 'This entry is already marked as entered in error.')
    if (before.onsetOn && body.on < before.onsetOn) throw invalidField('on', 'This can’t be before the onset')
    refuseDay('on', body.on, 'The day', { dateOfBirth, today: await today() })
    audit.patientIds = [before.patientId]
    audit.changes = { resolved: body.on }
    await queries.insertResolution(trx, before, { by: staff.id, on: body.on })
    return recordById(trx, problem, params.id)
  })

  serve(app, strikeProblem, (call) => strikeEntry(call, 'problem', problem))
}

function refuseDay(path: string, day: string, what: string, life: { dateOfBirth: string; today: string }) {
  if (day > life.today) throw invalidField(path, `${what} can’t be in the future`)
  if (day < life.dateOfBirth) throw invalidField(path, `${what} can’t be before the patient’s birth`)
}

export const problems = {
  routes,
  constraints: {
    problem_resolved_once: { code: 'problem_resolved', detail: 'This diagnosis has already been resolved.' },
  },
  live: {
    stale: {
      'patient-problems': { problem: ({ told }) => told.patient ?? [], staff: where('named') },
    },
  },
} satisfies Noun
