import type { FastifyInstance } from 'fastify'
import { birthWords } from '../../../contract/people/birth/birth.ts'
import {
  listMerges,
  type Merge,
  mergePatients,
  previewMerge,
  undoMerge,
  valueIn,
} from '../../../contract/people/duplicates/merges.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { reasonNeeded, requireOpen } from '../../ground/http/restrictions.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import {
  countersignatureRefusal,
  type HeldAct,
  heldCountersignature,
} from '../../ground/sign-in/countersignatures/hold.ts'
import { ofCurrentPatient, patientRecord } from '../patients/public.ts'
import { clashesOf } from './clashes.ts'
import { holdings, previewOf } from './preview.ts'
import * as queries from './queries.ts'

const gone = { gone: 'This merge is not on record.' }

async function shown(
  db: Database,
  { isUndone: _, before: _b, chosen: _c, moved: _m, ...merge }: queries.StandingMerge,
): Promise<Merge> {
  return { ...merge, since: await holdings(db, [merge.survivorId], merge.mergedAt) }
}

/** A record as it is now. @throws Refusal beside its field if there is none, or if it was merged before */
async function givenRecord(db: Database, path: string, id: string): Promise<Patient> {
  const record = await patientRecord.read(db, id)
  if (record) return record
  const survivor = await queries.survivorOf(db, id)
  if (!survivor) throw invalidField(path, patientRecord.gone)
  const message = `This record was merged into ${survivor} already. Look for the patient again.`
  throw new Refusal('merge_record_gone', message, { errors: [{ path, message }] })
}

/** As the second person reads it. */
const called = (patient: Patient) =>
  `${patient.mrn}, ${patient.firstName} ${patient.lastName}, born ${birthWords(patient)}`

/** Within the transaction, because a call has one connection to the database. */
async function requireOpenIn(
  { trx, staff, audit }: { trx: Database; staff: { id: string }; audit: { patientIds: readonly string[] } },
  patientIds: readonly string[],
): Promise<void> {
  const closed = await queries.closedTo(trx, staff.id, patientIds)
  if (!closed) return
  audit.patientIds = [closed]
  throw reasonNeeded(closed)
}

function routes(app: FastifyInstance) {
  serve(app, previewMerge, async (call) => {
    const { db, body, audit } = call
    if (body.oneId === body.otherId) throw invalidField('otherId', 'Choose another record than this one')
    const one = await givenRecord(db, 'oneId', body.oneId)
    const other = await givenRecord(db, 'otherId', body.otherId)
    for (const { id } of [one, other]) await requireOpen(app, call, id)
    audit.patientIds = [one.id, other.id]
    return previewOf(db, one, other)
  })

  serve(app, listMerges, async ({ db, params, audit }) => {
    const merges = await ofCurrentPatient(db, params.id, () => queries.mergesInto(db, params.id))
    audit.patientIds = [params.id, ...merges.map(({ mergedId }) => mergedId)]
    return Promise.all(merges.map((merge) => shown(db, merge)))
  })

  serve(app, mergePatients, async (call) => {
    const { trx, body, staff, audit } = call
    const { survivorId, mergedId, taken, reason } = body
    if (survivorId === mergedId)
      throw invalidField('mergedId', 'Choose another record than the one that survives')
    await queries.lockRecords(trx, [survivorId, mergedId])
    const survivor = await givenRecord(trx, 'survivorId', survivorId)
    const merged = await givenRecord(trx, 'mergedId', mergedId)
    await requireOpenIn(call, [survivorId, mergedId])
    audit.patientIds = [survivorId, mergedId]
    if (survivor.version !== body.survivorVersion || merged.version !== body.mergedVersion)
      throw new Refusal(
        'merge_record_changed',
        'One of the two records was changed meanwhile. Compare them again, and merge then.',
      )
    if (body.mrn.toUpperCase() !== survivor.mrn)
      throw invalidField('mrn', `Type ${survivor.mrn}, the MRN of the record that survives`)
    const [clash] = await clashesOf(trx, survivor, merged)
    if (clash) throw new Refusal(clash.code, clash.detail)
    const act: HeldAct = {
      endpoint: 'mergePatients',
      id: survivorId,
      body,
      words: `Merge ${called(merged)}, into ${called(survivor)}${reason ? `. ${reason}` : ''}`,
      actorId: staff.id,
    }
    const countersignature = await heldCountersignature(trx, act, body.countersignature)
    const id = await queries
      .merge(trx, survivor, merged, { taken, reason, staffId: staff.id, countersignature })
      .catch((error: unknown) => {
        throw countersignatureRefusal(error, act)
      })
    call.afterCommit(() => app.lantern.restrictions.forget())
    const made = found(gone, await queries.mergeById(trx, id))
    audit.subjectId = id
    audit.changes = {
      merged: merged.mrn,
      into: survivor.mrn,
      ...(made.taken.length > 0 && {
        taken: made.taken.map((field) => [field, made.before[field], made.chosen[field]]),
      }),
      ...(reason && { reason }),
      ...(made.countersignedBy && { countersignedBy: made.countersignedBy }),
    }
    return shown(trx, made)
  })

  serve(app, undoMerge, async (call) => {
    const { trx, params, body, staff, audit } = call
    const { survivorId, mergedId } = found(gone, await queries.mergeById(trx, params.id))
    await queries.lockRecords(trx, [survivorId, mergedId])
    const merge = found(gone, await queries.mergeById(trx, params.id))
    if (merge.isUndone) throw new Refusal('merge_undone', 'This merge was already undone.')
    if (!merge.isLast)
      throw new Refusal('merge_not_last', 'Another record was merged later. Undo that merge first.')
    const survivor = await patientRecord.read(trx, survivorId)
    if (!survivor) throw new Refusal('merge_undo_refused', 'The record that survived has been deleted since.')
    await requireOpenIn(call, [survivorId])
    if (survivor.deceasedAt && survivor.deceasedAt > merge.mergedAt)
      throw new Refusal(
        'merge_undo_refused',
        'The patient’s death was recorded since the merge. Correct that first.',
      )
    audit.patientIds = [survivorId, mergedId]
    const stayed = await holdings(trx, [survivorId], merge.mergedAt)
    const keptFields = await queries.undo(trx, merge, survivor, { reason: body.reason, staffId: staff.id })
    call.afterCommit(() => app.lantern.restrictions.forget())
    audit.changes = {
      unmerged: merge.mergedMrn,
      outOf: survivor.mrn,
      ...Object.fromEntries(
        merge.taken
          .filter((field) => !keptFields.includes(field))
          .map((field) => [field, [valueIn(survivor, field), merge.before[field]]]),
      ),
      ...(body.reason && { reason: body.reason }),
    }
    return { id: merge.id, survivorId, mergedId, mergedMrn: merge.mergedMrn, keptFields, stayed }
  })
}

export const merges = {
  routes,
  constraints: {
    patient_merge_once: {
      code: 'merge_record_gone',
      detail: 'This record has been merged already. Look for the patient again.',
    },
    patient_merged_flat: {
      code: 'merge_record_gone',
      detail: 'One of the two records has been merged already. Look for the patient again.',
    },
  },
  live: { stale: { 'patient-merges': { merge: ({ told }) => told.patient ?? [] } } },
} satisfies Noun
