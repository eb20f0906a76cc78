import { sql } from 'kysely'
import {
  addIdentifier,
  editIdentifier,
  endIdentifier,
  listIdentifiers,
  type PatientIdentifier,
} from '../../../contract/people/identifiers.ts'
import type { Database } from '../../ground/db/connect.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, recordById, updateRow } from '../../ground/records/record.ts'
import { requireFitting, requireFree, takenConstraints } from '../identifier-systems/public.ts'
import { isOf, isOnRecord, ofCurrentPatient, patientRecord } from '../patients/public.ts'

const columns = sql`
  identifier.id, identifier.patient_id as "patientId", identifier.system_id as "systemId", system.name as system,
  identifier.value, case when identifier.ended_at is not null then jsonb_build_object('at', iso(identifier.ended_at),
    'by', ender.name, 'reason', identifier.ended_reason) end as ended, identifier.version`
const joins = sql`
  join identifier_system system on system.id = identifier.system_id
  left join staff ender on ender.id = identifier.ended_by`

const kind: EditedKind<PatientIdentifier> = {
  called: 'this identifier',
  gone: 'This identifier doesn’t exist, or the record has been removed.',
  async read(db, id) {
    const { rows } = await sql<PatientIdentifier>`
      select ${columns} from patient_identifier identifier ${joins}
      join patient on patient.id = identifier.patient_id and ${isOnRecord}
      where identifier.id = ${id}
    `.execute(db)
    return rows[0]
  },
  changedBy: [editIdentifier, endIdentifier],
  audited: ['value'],
}

async function identifiersOf(db: Database, patientIds: readonly string[]): Promise<PatientIdentifier[]> {
  const { rows } = await sql<PatientIdentifier>`
    select ${columns} from patient_identifier identifier ${joins}
    where ${isOf(sql`identifier.patient_id`, patientIds)}
    order by identifier.ended_at desc nulls first, fold(system.name), identifier.created_at, identifier.id
  `.execute(db)
  return rows
}

const isEnded = () => new Refusal('identifier_ended', 'This identifier has already ended.')

export const identifiers = {
  routes(app) {
    serve(app, listIdentifiers, ({ db, params }) =>
      ofCurrentPatient(db, params.id, (ids) => identifiersOf(db, ids)),
    )

    serve(app, addIdentifier, async ({ db, create, params, body: { systemId, value }, staff }) => {
      const given = [{ systemId, value, path: 'value', systemPath: 'systemId' }]
      await requireFitting(db, given)
      const added = {
        writes: sql`recorded as (
          insert into patient_identifier (patient_id, system_id, is_exclusive, value)
          select id, ${systemId}::uuid, false, ${value} from patient where id = ${params.id} and retired_at is null for share
          returning *
        )`,
        select: sql<PatientIdentifier>`select ${columns} from recorded identifier ${joins}`,
        patient: 'patientId',
        moments: [],
        changes: sql`jsonb_build_object('system', made.system, 'value', made.value)`,
      }
      return create(added, () => new Refusal('not_found', patientRecord.gone)).catch(
        async (error: unknown) => {
          if (takenConstraints.includes(violatedConstraint(error)))
            await requireFree(db, staff, given, { patientId: params.id })
          throw error
        },
      )
    })

    serve(app, editIdentifier, (call) =>
      editRecord(call, kind, async (before) => {
        const { trx, staff, audit, body, params } = call
        audit.patientIds = [before.patientId]
        if (before.version !== call.version || body.value === undefined) return false
        if (before.ended) throw isEnded()
        const given = [{ systemId: before.systemId, value: body.value, path: 'value' }]
        await requireFitting(trx, given)
        await requireFree(trx, staff, given, { patientId: before.patientId, except: params.id })
        return updateRow(call, 'patient_identifier', { value: body.value })
      }),
    )

    serve(app, endIdentifier, async ({ trx, params, body: { reason }, staff, audit, now }) => {
      await sql`select from patient_identifier where id = ${params.id} for no key update`.execute(trx)
      const before = await recordById(trx, kind, params.id)
      audit.patientIds = [before.patientId]
      if (before.ended) throw isEnded()
      audit.changes = { ended: `${before.system} ${before.value}`, reason }
      await sql`
        update patient_identifier set ended_at = ${now}, ended_by = ${staff.id}, ended_reason = ${reason},
          version = version + 1, updated_at = now()
        where id = ${params.id}
      `.execute(trx)
      return recordById(trx, kind, params.id)
    })
  },
  live: {
    stale: {
      'patient-identifiers': {
        'patient-identifier': ({ told }) => told.patient ?? [],
        'identifier-system': always,
      },
    },
  },
  constraints: {
    patient_identifier_once: {
      code: 'identifier_taken',
      detail: 'Another patient was just given this identifier. Try again to see who.',
      path: 'value',
    },
    patient_identifier_once_each: {
      code: 'identifier_recorded',
      detail: 'This identifier is already on this record.',
      path: 'value',
    },
    patient_identifier_has_key: {
      code: 'invalid_input',
      detail: 'An identifier needs letters or digits.',
      path: 'value',
    },
  },
} satisfies Noun
