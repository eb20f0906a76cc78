import type { FastifyInstance } from 'fastify'
import { news2 } from '../../../contract/clinical/news2.ts'
import { unlikely } from '../../../contract/clinical/signs.ts'
import {
  listVitals,
  readLatestVitals,
  recordVitals,
  strikeVitals,
  type VitalSigns,
} from '../../../contract/clinical/vitals.ts'
import { unitsOf } from '../../../contract/hospital/hospital.ts'
import { may } from '../../../contract/permissions.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import { requireOpen } from '../../ground/http/restrictions.ts'
import { serve } from '../../ground/http/serve.ts'
import { refuseFuture } from '../../ground/records/moments.ts'
import { found, type RecordKind } from '../../ground/records/record.ts'
import { ofCurrentPatient, patientRecord } from '../../people/patients/public.ts'
import { entryGone, strikeEntry } from '../entries/public.ts'
import * as queries from './queries.ts'

const vitalSigns: RecordKind<VitalSigns> = {
  called: 'these vital signs',
  gone: entryGone,
  read: queries.entries.byId,
}

export function vitalsRoutes(app: FastifyInstance) {
  serve(app, listVitals, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.entries.page(db, ids, query))
  })

  serve(app, readLatestVitals, async ({ db, params }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.latestVitals(db, ids))
  })

  serve(app, recordVitals, async ({ db, create, params, body, staff, now, hospital }) => {
    refuseFuture('takenAt', body.takenAt, now, 'The time')
    const { timeZone, ...written } = await hospital.read()
    const takenAt = body.takenAt ?? now.toISOString()
    const gone = () => new Refusal('not_found', patientRecord.gone)
    const { age, weight, weighedOn, usesScale2 } = found(
      patientRecord,
      await queries.knownAt(db, params.id, takenAt, timeZone),
    )
    if (body.usesScale2 !== undefined && body.usesScale2 !== usesScale2 && !may(staff, 'clinical.respond'))
      throw invalidField('usesScale2', 'Only a doctor can change the target saturation')
    const lastWeight = weight !== null && weighedOn !== null ? { weight, on: spokenDay(weighedOn) } : null
    const asked = Object.entries(unlikely(body, { age, lastWeight }, unitsOf(written)))
      .filter(([name]) => !body.evenIfUnlikely.some((confirmed) => confirmed === name))
      .map(([path, message]) => ({ path, message }))
    if (asked[0]) throw new Refusal('value_unlikely', asked[0].message, { errors: asked })
    const set = { ...body, usesScale2: body.usesScale2 ?? usesScale2 }
    const scored = news2(set, age)
    const highScore = scored?.band === 'High' ? scored.score : null
    return create(queries.newVitals(params.id, set, staff, highScore), gone)
  })

  serve(app, strikeVitals, async (call) => {
    const { trx, params, staff, permit } = call
    const set = await queries.recordedSet(trx, params.id)
    const isOwn = !set || set.recordedBy === staff.id
    permit(isOwn ? 'own' : 'others')
    if (!isOwn) await requireOpen(app, call, set.patientId)
    if (set?.isAlert && !may(staff, 'clinical.respond'))
      throw new Refusal(
        'conflict',
        'No doctor has acknowledged this score. Record the right vital signs first.',
      )
    return strikeEntry(call, 'vital_signs', vitalSigns)
  })
}
