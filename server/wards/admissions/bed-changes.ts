import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Bed, type BedChange, changeBed } from '../../../contract/wards/beds.ts'
import { type BedStatus, maintenanceReason } from '../../../contract/wards/wards.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { WriteCall } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { refuseFuture } from '../../ground/records/moments.ts'
import { changedFields, recordById, refuseOutdated, refuseStale } from '../../ground/records/record.ts'
import * as beds from '../beds/public.ts'
import { admit, discharge } from './admit-transfer-discharge.ts'
import * as queries from './queries.ts'

type Change = z.output<typeof BedChange>
type ChangeCall = WriteCall<typeof changeBed>

/** The spec's state change of a bed: it admits and discharges, and so stands with admissions, above the beds. */
export function bedChangeRoutes(app: FastifyInstance) {
  serve(app, changeBed, async (call) => {
    const { trx, params, body, audit } = call
    const { from } = body
    // The details of an admission change nothing by themselves.
    if (
      [body.status, body.bedNumber, body.ward, body.unitId, body.notes].every((value) => value === undefined)
    )
      throw invalidField('status', 'Nothing to change')
    await beds.lockBeds(trx, [params.id])
    const before = await recordById(trx, beds.bed, params.id)
    // A refusal shows the bed as it is, too.
    audit.patientIds = beds.patientsIn([before])
    await refuseStale(call, beds.bed, before)
    if (from !== undefined) await refuseChanged(call, before, from)
    if (body.status !== 'OCCUPIED') refuseStrangers(before, body)
    await describeBed(call, before, body)
    const leftQueue = body.status === 'OCCUPIED' ? await assign(call, before) : null
    if (body.status !== undefined && body.status !== 'OCCUPIED') await changeState(call, before, body.status)
    const after = await recordById(trx, beds.bed, params.id)
    audit.patientIds = beds.patientsIn([before, after])
    const changes = changedFields(before, after, beds.bed.audited)
    audit.changes = leftQueue ? { ...changes, leftQueue } : changes
    return after
  })
}

const stateWords: Record<BedStatus, string> = {
  AVAILABLE: 'available',
  OCCUPIED: 'occupied',
  MAINTENANCE: 'in maintenance',
}

/**
 * Meant for a bed in maintenance, 'available' would discharge a patient who was admitted to it meanwhile. New notes
 * only depend on whether it is in maintenance: then they are the reason for that, and otherwise the bed's own. The user
 * who typed them sees both, and can go on.
 */
async function refuseChanged(call: ChangeCall, bed: Bed, from: BedStatus) {
  if (call.body.status === undefined) {
    const isMeant = (bed.status === 'MAINTENANCE') === (from === 'MAINTENANCE')
    return isMeant ? undefined : refuseOutdated(call, beds.bed, bed)
  }
  if (bed.status === from) return
  const now = `It is now ${stateWords[bed.status]}.`
  throw new Refusal('conflict', `Bed ${bed.bedNumber} is no longer ${stateWords[from]}. ${now}`)
}

/**
 * Nobody is admitted by this change. What it says of an admission has to be what the bed shows, so that the wrong patient is
 * never discharged, and nothing that was typed is dropped.
 */
function refuseStrangers(bed: Bed, change: Change) {
  const { patientId, doctorId, admissionDate, expectedDischargeDate, diagnosis } = change
  if (patientId && patientId !== bed.patientId)
    throw invalidField('patientId', 'This patient is not in this bed')
  if (doctorId) throw invalidField('doctorId', 'A doctor is chosen when a patient is assigned to the bed')
  if (admissionDate && Date.parse(admissionDate) !== Date.parse(bed.admissionDate ?? ''))
    throw invalidField('admissionDate', 'This is entered when a patient is assigned to the bed')
  if (expectedDischargeDate && expectedDischargeDate !== bed.expectedDischargeDate)
    throw invalidField('expectedDischargeDate', 'Change this in the admission, not with the bed')
  if (diagnosis) throw invalidField('diagnosis', 'Change this in the admission, not with the bed')
}

/**
 * Number, ward, unit, and the notes of a bed whose state stays as it is. Those of a bed in maintenance are its reason; its own
 * wait beneath for its return to use.
 */
async function describeBed({ trx, permit }: ChangeCall, bed: Bed, body: Change) {
  const isInMaintenance = bed.status === 'MAINTENANCE'
  const notes = isInMaintenance && body.notes === null ? maintenanceReason : body.notes
  const fields = {
    ...(body.bedNumber !== undefined && { bedNumber: body.bedNumber }),
    ...(body.ward !== undefined && { ward: body.ward }),
    ...(body.unitId !== undefined && { unitId: body.unitId }),
    ...(body.status === undefined && notes !== undefined && { notes }),
  }
  if (Object.keys(fields).length === 0) return
  permit('describe')
  if (isDeepStrictEqual({ ...bed, ...fields }, bed)) return
  await beds.giveSexRuleReason(trx, body.sexRuleReason)
  await beds.updateBed(trx, bed.id, fields, isInMaintenance).catch((error: unknown) => {
    throw beds.sexRuleRefusal(beds.numberRefusal(error, fields.bedNumber ?? bed.bedNumber), 'this patient')
  })
}

/** The spec's state change: each leads to the same code as the admission endpoints. */
async function changeState(call: ChangeCall, bed: Bed, status: 'AVAILABLE' | 'MAINTENANCE') {
  switch (status) {
    case 'AVAILABLE':
      return release(call, bed)
    case 'MAINTENANCE':
      return takeOutOfUse(call, bed)
  }
}

async function assign({ trx, body, staff, permit, now, audit }: ChangeCall, bed: Bed) {
  permit('admit')
  if (!body.patientId) throw invalidField('patientId', 'Enter a patient')
  refuseFuture('admissionDate', body.admissionDate, now, 'The admission')
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
      sexRuleReason: body.sexRuleReason,
    },
    staff.id,
  )
  audit.subjectId = admission.id
  return admission.leftQueue
}

async function release({ trx, staff, permit }: ChangeCall, bed: Bed) {
  if (bed.status === 'MAINTENANCE') {
    permit('endMaintenance')
    return beds.setMaintenance(trx, bed.id, null)
  }
  permit('discharge')
  const admission = bed.admissionId ? await queries.lockAdmission(trx, bed.admissionId) : undefined
  if (!admission) throw new Refusal('bed_not_available', `Bed ${bed.bedNumber} is already available.`)
  await discharge(trx, admission, { destination: 'HOME', summary: null, followUp: null, at: null }, staff.id)
}

async function takeOutOfUse({ trx, body, permit }: ChangeCall, bed: Bed) {
  permit('setMaintenance')
  await beds.setMaintenance(trx, bed.id, body.notes ?? maintenanceReason).catch((error: unknown) => {
    throw beds.leavingUseRefusal(error, bed)
  })
}
