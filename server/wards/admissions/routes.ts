import type { FastifyInstance } from 'fastify'
import {
  type Admission,
  admitPatient,
  dischargePatient,
  editAdmission,
  listAcuity,
  listAdmissions,
  listPatientAdmissions,
  listStays,
  readAdmission,
  recordAcuity,
  signDischargeSummary,
  takeBackDeath,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { AuditNote } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { refuseFuture } from '../../ground/records/moments.ts'
import { editRecord, recordById, updateRow } from '../../ground/records/record.ts'
import { ofCurrentPatient, patientRecord } from '../../people/patients/public.ts'
import * as beds from '../beds/public.ts'
import { discharge, lockWithBeds, transfer } from './admit-transfer-discharge.ts'
import { acuityPage, admissionPage } from './pages.ts'
import * as queries from './queries.ts'
import * as refusals from './refusals.ts'
import { admission } from './refusals.ts'

export function admissionRoutes(app: FastifyInstance) {
  serve(app, listAdmissions, async ({ db, query, audit }) => {
    const { page, limit, cursor, ...filter } = query
    const list = await admissionPage(db, filter, { page, limit, cursor })
    audit.patientIds = [...new Set(list.items.map(({ patientId }) => patientId))]
    return list
  })

  serve(app, listPatientAdmissions, async ({ db, params, query, audit }) => {
    audit.patientIds = [params.id]
    return ofCurrentPatient(db, params.id, (ids) => admissionPage(db, { patientIds: ids }, query))
  })

  serve(app, readAdmission, async ({ db, params, audit }) => {
    return noted(audit, await recordById(db, admission, params.id))
  })

  serve(app, listStays, async ({ db, params, audit }) => {
    noted(audit, await recordById(db, admission, params.id))
    return queries.staysOf(db, params.id)
  })

  serve(app, listAcuity, async ({ db, params, query, audit }) => {
    noted(audit, await recordById(db, admission, params.id))
    return acuityPage(db, params.id, query)
  })

  serve(app, admitPatient, async ({ db, create, body, staff, now }) => {
    refuseFuture('admissionDate', body.admissionDate, now, 'The admission')
    const { admissionDate, expectedDischargeDate, ...rest } = body
    const newAdmission = {
      ...rest,
      admittedAt: admissionDate ?? null,
      expectedDischarge: expectedDischargeDate,
    }
    const bed = refusals.chosenBed(await beds.bed.read(db, body.bedId))
    const removed = async () => refusals.unusable(bed)
    return create(queries.newAdmission(newAdmission, staff.id), removed).catch((error: unknown) => {
      throw refusals.admissionRefusal(error, bed)
    })
  })

  serve(app, editAdmission, async (call) => {
    return editRecord(call, admission, async (before) => {
      noted(call.audit, before)
      if (before.status !== 'active') throw refusals.closed()
      return updateRow(call, 'admission', queries.admissionValues(call.body)).catch((error: unknown) => {
        throw refusals.doctorRefusal(error)
      })
    })
  })

  serve(app, transferPatient, async ({ trx, params, body, audit }) => {
    const before = await lockWithBeds(trx, params.id, { toBed: body.bedId })
    if (body.fromBedId !== undefined && body.fromBedId !== before.bedId)
      throw refusals.movedMeanwhile(before.bedId ? await beds.bed.read(trx, before.bedId) : undefined)
    if (before.bedId === body.bedId) throw invalidField('bedId', 'The patient is already in this bed')
    const bed = refusals.chosenBed(await beds.bed.read(trx, body.bedId))
    const reasons = { reason: body.notes, sexRuleReason: body.sexRuleReason }
    const { after, sexRuleReason } = await transfer(trx, before, bed, reasons)
    audit.changes = {
      bedId: [before.bedId, after.bedId],
      reason: body.notes,
      ...(sexRuleReason && { sexRuleReason }),
    }
    return noted(audit, after)
  })

  serve(app, dischargePatient, async ({ trx, params, body, staff, permit, now, audit }) => {
    const { destination, summary, followUp, dischargeDate } = body
    permit('discharge')
    if (summary !== null || followUp !== null) permit('signSummary')
    const before = await lockWithBeds(trx, params.id, { withPatient: destination === 'DIED' })
    refuseFuture('dischargeDate', dischargeDate, now, 'The discharge')
    const leaving = { destination, summary, followUp, at: dischargeDate ?? null }
    const after = await discharge(trx, before, leaving, staff.id)
    audit.changes = { status: ['active', after.status], destination: [null, after.destination] }
    return noted(audit, after)
  })

  serve(app, signDischargeSummary, async ({ trx, params, body, staff, audit }) => {
    await recordById(trx, admission, params.id)
    await queries.signSummary(trx, params.id, body, staff.id).catch((error: unknown) => {
      throw refusals.summaryRefusal(error)
    })
    const after = await recordById(trx, admission, params.id)
    audit.changes = { signed: after.summarySigned?.at }
    return noted(audit, after)
  })

  serve(app, takeBackDeath, async ({ trx, params, body, staff, audit }) => {
    const { deceasedAt } = await recordById(trx, patientRecord, params.id)
    if (!(await queries.takeBackDeath(trx, params.id, body.reason, staff.id))) {
      throw new Refusal(
        'no_death_recorded',
        'No death is recorded for this patient, or it was already corrected.',
      )
    }
    audit.patientIds = [params.id]
    audit.changes = { deceasedAt: [deceasedAt, null], reason: body.reason }
    return recordById(trx, patientRecord, params.id)
  })

  serve(app, recordAcuity, async ({ db, create, params, body, staff }) => {
    return create(queries.newAcuityEntry(params.id, body, staff.id), async () => {
      await recordById(db, admission, params.id)
      return refusals.closed()
    })
  })
}

function noted(audit: AuditNote, about: Admission): Admission {
  audit.subjectId = about.id
  audit.patientIds = [about.patientId]
  return about
}
