import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  addBed,
  type Bed,
  type BedChange,
  changeBed,
  deleteBed,
  listAvailableBeds,
  listBeds,
  listBedsAt,
  listBedsOfWard,
  readBed,
} from '../../contract/admissions.ts'
import { maintenanceReason } from '../../contract/wards.ts'
import { invalidField, Refusal } from '../http/errors.ts'
import { requirePermission, serve, type WriteCall } from '../http/serve.ts'
import * as bedQueries from './bed-queries.ts'
import * as queries from './queries.ts'
import * as refusals from './refusals.ts'
import { admit, discharge } from './routes.ts'

type Change = z.output<typeof BedChange>
type ChangeCall = WriteCall<typeof changeBed>

export function bedRoutes(app: FastifyInstance) {
  serve(app, listBeds, async ({ db, audit }) => {
    const beds = await bedQueries.beds(db)
    audit.patientIds = patientsIn(beds)
    return beds
  })

  serve(app, listBedsOfWard, async ({ db, params, audit }) => {
    const beds = await bedQueries.beds(db, params.ward)
    audit.patientIds = patientsIn(beds)
    return beds
  })

  serve(app, listAvailableBeds, async ({ db }) => bedQueries.availableBeds(db))

  serve(app, listBedsAt, async ({ db, params, audit }) => {
    const beds = await bedQueries.bedsAt(db, params.moment)
    audit.patientIds = beds.flatMap(({ patient }) => (patient ? [patient.id] : []))
    return beds
  })

  serve(app, readBed, async ({ db, params, audit }) => {
    const bed = refusals.foundBed(await bedQueries.bedById(db, params.id))
    audit.patientIds = patientsIn([bed])
    return bed
  })

  serve(app, addBed, async ({ create, body }) => {
    const { status, ...fields } = body
    const maintenance = status === 'MAINTENANCE' ? (body.notes ?? maintenanceReason) : null
    const bed = await create(bedQueries.newBed(fields, maintenance)).catch((error: unknown) => {
      throw refusals.numberRefusal(error, body.bedNumber)
    })
    return refusals.foundBed(bed)
  })

  serve(app, changeBed, async (call) => {
    const { trx, params, body, audit } = call
    if (Object.values(body).every((value) => value === undefined))
      throw invalidField('status', 'Nothing to change')
    if (!(await bedQueries.lockBeds(trx, [params.id]))) refusals.foundBed(undefined)
    const before = refusals.foundBed(await bedQueries.bedById(trx, params.id))
    await describeBed(call, before, body)
    if (body.status !== undefined) await changeState(call, before, body.status)
    const after = refusals.foundBed(await bedQueries.bedById(trx, params.id))
    audit.patientIds = patientsIn([before, after])
    audit.changes = refusals.changesOf(before, after)
    return after
  })

  serve(app, deleteBed, async ({ trx, params, audit }) => {
    const bed = refusals.foundBed(await bedQueries.bedById(trx, params.id))
    const isRemoved = await bedQueries.removeBed(trx, params.id).catch((error: unknown) => {
      throw refusals.leavingUseRefusal(error, bed)
    })
    if (!isRemoved) refusals.foundBed(undefined)
    audit.changes = { removed: bed.bedNumber }
    return { id: params.id }
  })
}

/** Number, ward, and the notes of a bed whose state stays as it is. */
async function describeBed({ trx, staff }: ChangeCall, bed: Bed, body: Change) {
  const fields = {
    ...(body.bedNumber !== undefined && { bedNumber: body.bedNumber }),
    ...(body.ward !== undefined && { ward: body.ward }),
    ...(body.status === undefined && body.notes !== undefined && { notes: body.notes }),
  }
  if (Object.keys(fields).length === 0) return
  requirePermission(staff, 'bed.edit')
  await bedQueries.updateBed(trx, bed.id, fields).catch((error: unknown) => {
    throw refusals.numberRefusal(error, fields.bedNumber ?? bed.bedNumber)
  })
}

/** The spec's state change: each leads to the same code as the admission endpoints. */
async function changeState(call: ChangeCall, bed: Bed, status: Bed['status']) {
  switch (status) {
    case 'OCCUPIED':
      return assign(call, bed)
    case 'AVAILABLE':
      return release(call, bed)
    case 'MAINTENANCE':
      return takeOutOfUse(call, bed)
  }
}

async function assign({ trx, body, staff, now, audit }: ChangeCall, bed: Bed) {
  requirePermission(staff, 'bed.admit')
  if (!body.patientId) throw invalidField('patientId', 'Enter a patient')
  refusals.refuseFuture('admissionDate', body.admissionDate, now, 'The admission')
  const admission = await admit(
    trx,
    {
      patientId: body.patientId,
      bedId: bed.id,
      doctorId: body.doctorId ?? null,
      diagnosis: body.diagnosis ?? null,
      admittedAt: body.admissionDate ?? null,
      expectedDischarge: body.expectedDischargeDate ?? null,
      notes: body.notes ?? null,
    },
    staff.id,
  )
  audit.subjectId = admission.id
}

async function release({ trx, staff }: ChangeCall, bed: Bed) {
  if (bed.status === 'MAINTENANCE') {
    requirePermission(staff, 'bed.maintain')
    return bedQueries.setMaintenance(trx, bed.id, null)
  }
  requirePermission(staff, 'bed.admit')
  const admission = bed.admissionId ? await queries.lockAdmission(trx, bed.admissionId) : undefined
  if (!admission) throw new Refusal('bed_not_available', `Bed ${bed.bedNumber} is already available.`)
  await discharge(trx, admission, { destination: 'HOME', summary: null, at: null }, staff.id)
}

async function takeOutOfUse({ trx, body, staff }: ChangeCall, bed: Bed) {
  requirePermission(staff, 'bed.maintain')
  await bedQueries.setMaintenance(trx, bed.id, body.notes ?? maintenanceReason).catch((error: unknown) => {
    throw refusals.leavingUseRefusal(error, bed)
  })
}

function patientsIn(beds: readonly Bed[]): string[] {
  return [...new Set(beds.flatMap((bed) => (bed.patientId ? [bed.patientId] : [])))]
}
