import {
  acknowledgeScore,
  listEarlyWarnings,
  readEarlyWarning,
  takeBackAcknowledgement,
} from '../../../contract/clinical/warnings/early-warning.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { ofCurrentPatient } from '../../people/patients/public.ts'
import { entryGone } from '../entries/public.ts'
import { records } from './live.ts'
import * as queries from './queries.ts'

const gone = { gone: entryGone }
const superseded = 'This is no longer the patient’s last score. Check the latest one.'

export const earlyWarnings = {
  routes(app) {
    serve(app, listEarlyWarnings, async ({ db, audit }) => {
      const warnings = await queries.earlyWarnings(db)
      audit.patientIds = warnings.map(({ id }) => id)
      return warnings
    })

    serve(app, readEarlyWarning, async ({ db, params }) => {
      const warning = await ofCurrentPatient(db, params.id, () => queries.warningOfPatient(db, params.id))
      return { warning: warning ?? null, usesScale2: await queries.usesScale2(db, params.id) }
    })

    serve(app, acknowledgeScore, async ({ trx, params, staff, audit }) => {
      const { patientId, score } = found(gone, await queries.lockAlert(trx, params.id))
      audit.patientIds = [patientId]
      audit.changes = { acknowledged: score }
      await queries.acknowledge(trx, params.id, staff.id)
      return found(gone, await queries.warningOfPatient(trx, patientId))
    })

    serve(app, takeBackAcknowledgement, async ({ trx, params, staff, audit }) => {
      const { patientId, score, isStanding } = found(gone, await queries.lockAlert(trx, params.id))
      audit.patientIds = [patientId]
      audit.changes = { acknowledged: [score, null] }
      if (!isStanding) throw new Refusal('score_superseded', superseded)
      if (!(await queries.takeBack(trx, params.id, staff.id)))
        throw new Refusal('undo_refused', 'Only the doctor who acknowledged a score can undo it.')
      return found(gone, await queries.warningOfPatient(trx, patientId))
    })
  },
  live: {
    records: [records],
  },
  constraints: {
    news2_alert_acknowledged_once: {
      code: 'score_acknowledged',
      detail: 'A colleague has already acknowledged this score.',
    },
    news2_alert_acknowledged_while_it_stands: { code: 'score_superseded', detail: superseded },
  },
  jobs: [
    {
      name: 'tell-unacknowledged-scores',
      every: '* * * * *',
      run: ({ db, clock }) => queries.tellAgain(db, clock()),
    },
  ],
} satisfies Noun
