import type { FastifyInstance } from 'fastify'
import {
  addBed,
  addBeds,
  deleteBed,
  listAvailableBeds,
  listBeds,
  listBedsAt,
  listBedsOfWard,
  readBed,
} from '../../../contract/wards/beds.ts'
import { maintenanceReason } from '../../../contract/wards/wards.ts'
import { serve } from '../../ground/http/serve.ts'
import { found, recordById } from '../../ground/records/record.ts'
import * as queries from './queries.ts'
import * as refusals from './refusals.ts'
import { bed } from './refusals.ts'

export function bedRoutes(app: FastifyInstance) {
  serve(app, listBeds, async ({ db, audit }) => {
    const beds = await queries.beds(db)
    audit.patientIds = refusals.patientsIn(beds)
    return beds
  })

  serve(app, listBedsOfWard, async ({ db, params, audit }) => {
    const beds = await queries.beds(db, params.ward)
    audit.patientIds = refusals.patientsIn(beds)
    return beds
  })

  serve(app, listAvailableBeds, async ({ db }) => queries.availableBeds(db))

  serve(app, listBedsAt, async ({ db, params, audit }) => {
    const beds = await queries.bedsAt(db, params.moment)
    audit.patientIds = beds.flatMap(({ patient }) => (patient ? [patient.id] : []))
    return beds
  })

  serve(app, readBed, async ({ db, params, audit }) => {
    const read = await recordById(db, bed, params.id)
    audit.patientIds = refusals.patientsIn([read])
    return read
  })

  serve(app, addBed, async ({ create, body }) => {
    const { status, ...fields } = body
    const maintenance = status === 'MAINTENANCE' ? (body.notes ?? maintenanceReason) : null
    return create(queries.newBed(fields, maintenance)).catch((error: unknown) => {
      throw refusals.numberRefusal(error, body.bedNumber)
    })
  })

  serve(app, addBeds, async ({ db, transact, body: { bedNumbers, ...place } }) => {
    const added = transact(async (trx, audit) => {
      const beds = await queries.addBeds(trx, bedNumbers, place)
      audit.changes = {
        added: beds.map(({ bedNumber }) => bedNumber),
        ward: place.ward,
        unitName: beds[0]?.unitName,
      }
      return beds
    })
    return added.catch(async (error: unknown) => {
      throw await refusals.numbersRefusal(error, () => queries.numbersTaken(db, bedNumbers))
    })
  })

  serve(app, deleteBed, async ({ trx, params, audit }) => {
    const removed = await recordById(trx, bed, params.id)
    const isRemoved = await queries.removeBed(trx, params.id).catch((error: unknown) => {
      throw refusals.leavingUseRefusal(error, removed)
    })
    audit.changes = { removed: removed.bedNumber }
    return found(bed, isRemoved ? { id: params.id } : undefined)
  })
}
