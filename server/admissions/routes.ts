import type { FastifyInstance } from 'fastify'
import {
  type Admission,
  admitPatient,
  dischargePatient,
  editAdmission,
  listAdmissions,
  listPatientAdmissions,
  listStays,
  readAdmission,
  recordAcuity,
  transferPatient,
} from '../../contract/admissions.ts'
import * as beds from '../beds/public.ts'
import { lastChangeOf } from '../http/audit-trail.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import { type AuditNote, serve } from '../http/serve.ts'
import { discharge, lockWithBeds } from './admit-transfer-discharge.ts'
import * as queries from './queries.ts'
import * as refusals from './refusals.ts'

export function admissionRoutes(app: FastifyInstance) {
  serve(app, listAdmissions, async ({ db, query, audit }) => {
    const { status, ward, ...page } = query
    const list = await queries.admissionPage(db, { status, ward }, page)
    audit.patientIds = [...new Set(list.items.map((admission) => admission.patientId))]
    return list
  })

  serve(app, listPatientAdmissions, async ({ db, params, query, audit }) => {
    audit.patientIds = [params.id]
    return queries.admissionPage(db, { patientId: params.id }, query)
  })

  serve(app, readAdmission, async ({ db, params, audit }) => {
    return noted(audit, refusals.foundAdmission(await queries.admissionById(db, params.id)))
  })

  serve(app, listStays, async ({ db, params, audit }) => {
    noted(audit, refusals.foundAdmission(await queries.admissionById(db, params.id)))
    return queries.staysOf(db, params.id)
  })

  serve(app, admitPatient, async ({ db, create, body, staff, now }) => {
    refusals.refuseFuture('admissionDate', body.admissionDate, now, 'The admission')
    const { admissionDate, expectedDischargeDate, ...rest } = body
    const admission = {
      ...rest,
      admittedAt: admissionDate ?? null,
      expectedDischarge: expectedDischargeDate,
    }
    const bed = beds.foundBed(await beds.bedById(db, body.bedId))
    const admitted = await create(queries.newAdmission(admission, staff.id)).catch((error: unknown) => {
      throw refusals.admissionRefusal(error, bed)
    })
    if (!admitted) throw refusals.notADoctor()
    return admitted
  })

  serve(app, editAdmission, async ({ trx, params, body, version, audit }) => {
    const before = refusals.foundAdmission(await queries.admissionById(trx, params.id))
    if (before.status !== 'active') throw refusals.closed()
    if (!(await queries.updateAdmission(trx, params.id, version, body))) {
      const change = await lastChangeOf(trx, params.id)
      throw new Refusal(
        'stale_version',
        'Somebody else changed this admission meanwhile. Nothing of yours is lost.',
        {
          current: await queries.admissionById(trx, params.id),
          ...(change && { changedBy: change.by, changedAt: change.at }),
        },
      )
    }
    const after = refusals.foundAdmission(await queries.admissionById(trx, params.id))
    audit.changes = refusals.changesOf(before, after)
    return noted(audit, after)
  })

  serve(app, transferPatient, async ({ trx, params, body, audit }) => {
    const before = await lockWithBeds(trx, params.id, body.bedId)
    if (before.bedId === body.bedId) throw invalidField('bedId', 'The patient is already in this bed')
    const bed = beds.foundBed(await beds.bedById(trx, body.bedId))
    await queries.moveToBed(trx, params.id, body.bedId, body.notes).catch((error: unknown) => {
      throw refusals.admissionRefusal(error, bed)
    })
    const after = refusals.foundAdmission(await queries.admissionById(trx, params.id))
    audit.changes = { bedId: [before.bedId, after.bedId], reason: body.notes }
    return noted(audit, after)
  })

  serve(app, dischargePatient, async ({ trx, params, body, staff, now, audit }) => {
    const before = await lockWithBeds(trx, params.id)
    refusals.refuseFuture('dischargeDate', body.dischargeDate, now, 'The discharge')
    const leaving = { destination: body.destination, summary: body.summary, at: body.dischargeDate ?? null }
    const after = await discharge(trx, before, leaving, staff.id)
    audit.changes = { status: ['active', after.status], destination: [null, after.destination] }
    return noted(audit, after)
  })

  serve(app, recordAcuity, async ({ db, create, params, body, staff }) => {
    const recorded = await create(queries.newAcuityEntry(params.id, body, staff.id))
    if (recorded) return recorded
    refusals.foundAdmission(await queries.admissionById(db, params.id))
    throw refusals.closed()
  })
}

function noted(audit: AuditNote, admission: Admission): Admission {
  audit.subjectId = admission.id
  audit.patientIds = [admission.patientId]
  return admission
}
