import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Bed } from '../../../contract/wards/beds.ts'
import {
  addUnit,
  closeUnit,
  editUnit,
  mergeUnit,
  mostNamedPatients,
  moveBeds,
} from '../../../contract/wards/unit-changes.ts'
import { listBedsOfUnit, listUnits, type Unit } from '../../../contract/wards/units.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, recordById, updateRow } from '../../ground/records/record.ts'
import * as beds from '../beds/public.ts'
import * as queries from './queries.ts'

const unit: EditedKind<Unit> = {
  called: 'this ward',
  gone: 'This ward doesn’t exist or has been closed.',
  read: queries.unitById,
  changedBy: [editUnit],
}

export function unitRoutes(app: FastifyInstance) {
  serve(app, listUnits, ({ db }) => queries.openUnits(db))

  serve(app, listBedsOfUnit, async ({ db, params, audit }) => {
    await recordById(db, unit, params.id)
    const inUnit = await beds.bedsOfUnit(db, params.id)
    audit.patientIds = beds.patientsIn(inUnit)
    return inUnit
  })

  serve(app, addUnit, ({ create, body }) =>
    create({
      writes: sql`inserted as (
        insert into unit (name, ward, department_id, floor, phone, cleaned_by_staff, sex_rule)
        values (${body.name}, ${body.ward}::ward, department_named(${body.department}), ${body.floor}, ${body.phone},
          ${body.cleanedByStaff}, ${body.sexRule}::gender)
        returning *
      )`,
      select: sql<Unit>`select ${queries.columnsOf(body.department)} from inserted as unit`,
      patient: null,
      moments: [],
      changes: sql`jsonb_strip_nulls(
        jsonb_build_object('added', made.name, 'ward', made.ward, 'sexRule', made."sexRule"))`,
    }),
  )

  serve(app, editUnit, (call) =>
    editRecord(call, unit, async () => updateRow(call, 'unit', await queries.valuesOf(call.trx, call.body))),
  )

  serve(app, moveBeds, async ({ trx, params, body: { bedIds, sexRuleReason }, audit }) => {
    const { name } = await recordById(trx, unit, params.id)
    if (!(await beds.lockBeds(trx, bedIds))) {
      const present = new Set((await beds.bedsWithIds(trx, bedIds)).map(({ id }) => id))
      const missing = bedIds.findIndex((id) => !present.has(id))
      throw invalidField(`bedIds.${missing}`, 'One of these beds has been removed. Choose again.')
    }
    await queries.putBeds(trx, bedIds, params.id, sexRuleReason).catch((error: unknown) => {
      throw ['bed_unit_of_ward', 'bed_unit_is_open'].includes(violatedConstraint(error) ?? '')
        ? new Refusal('not_found', unit.gone)
        : beds.sexRuleRefusal(error, 'other patients')
    })
    const moved = await beds.bedsWithIds(trx, bedIds)
    audit.patientIds = beds.patientsIn(moved)
    audit.changes = {
      movedTo: name,
      beds: moved.map(({ bedNumber }) => bedNumber),
      ...keptReason(moved, sexRuleReason),
    }
    return moved
  })

  serve(app, mergeUnit, async ({ trx, params, body: { intoId, sexRuleReason }, audit }) => {
    await queries.lockUnits(trx)
    const from = await recordById(trx, unit, params.id)
    const into = await queries.unitById(trx, intoId)
    if (!into || into.id === from.id)
      throw invalidField('intoId', into ? 'Choose another ward than this one' : unit.gone)
    if (into.ward !== from.ward) throw invalidField('intoId', 'Only wards of the same kind can be merged')
    const bedIds = await queries.lockBedsOf(trx, from.id)
    await queries.putBeds(trx, bedIds, into.id, sexRuleReason).catch((error: unknown) => {
      throw beds.sexRuleRefusal(error, 'other patients')
    })
    const moved = await beds.bedsWithIds(trx, bedIds)
    audit.patientIds = beds.patientsIn(moved)
    await queries.close(trx, from.id, into.id).catch(refuseNewBed)
    await queries.moveStaff(trx, from.id, into.id)
    audit.changes = {
      merged: from.name,
      into: into.name,
      beds: bedIds.length,
      ...keptReason(moved, sexRuleReason),
    }
    return recordById(trx, unit, into.id)
  })

  serve(app, closeUnit, async ({ trx, params, audit }) => {
    await queries.lockUnits(trx)
    const { name } = await recordById(trx, unit, params.id)
    const bedIds = await queries.lockBedsOf(trx, params.id)
    refusePatients(name, await beds.bedsOfUnit(trx, params.id))
    await queries.retireBeds(trx, bedIds)
    await queries.close(trx, params.id, null).catch(refuseNewBed)
    await queries.moveStaff(trx, params.id, null)
    audit.changes = { closed: name, beds: bedIds.length }
    return { id: params.id }
  })
}

/** The reason that was given, if the ward's rule asked about any of these beds. */
function keptReason(moved: readonly Bed[], sexRuleReason: string | undefined) {
  const isKept = sexRuleReason !== undefined && moved.some((bed) => bed.sexRuleReason === sexRuleReason)
  return isKept ? { sexRuleReason } : {}
}

/** A bed that was added or moved to the unit since its beds were read. */
function refuseNewBed(error: unknown): never {
  throw violatedConstraint(error) === 'bed_unit_is_open'
    ? new Refusal('conflict', 'A bed was just added to this ward. Try again.')
    : error
}

function refusePatients(name: string, inUnit: readonly Bed[]) {
  const people = inUnit.flatMap(({ patient, bedNumber }) =>
    patient ? [`${patient.firstName} ${patient.lastName} (${bedNumber})`] : [],
  )
  if (people.length === 0) return
  const more = people.length - mostNamedPatients
  const named = people.slice(0, mostNamedPatients).join(', ') + (more > 0 ? ` and ${more} more` : '')
  throw new Refusal(
    'unit_occupied',
    `${name} has ${people.length === 1 ? 'a patient' : 'patients'}: ${named}. Transfer or discharge them, or merge the ward.`,
  )
}
