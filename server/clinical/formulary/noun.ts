import { sql } from 'kysely'
import {
  addFormularyMedicine,
  deleteFormularyMedicine,
  editFormularyMedicine,
  type FormularyMedicine,
  listFormulary,
  maximaMessages,
  mostFormularyMedicines,
} from '../../../contract/clinical/formulary/formulary.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { deleteRecord, type EditedKind, editRecord, updateRow } from '../../ground/records/record.ts'
import { columns, formulary as formularyOf, medicineById, valuesOf } from './queries.ts'

const medicine: EditedKind<FormularyMedicine> = {
  called: 'this medicine',
  gone: 'This medicine is no longer in the formulary.',
  read: medicineById,
  changedBy: [editFormularyMedicine],
}

const refused = (path: keyof typeof maximaMessages) =>
  ({ code: 'invalid_input', detail: maximaMessages[path], path }) as const

export const formulary = {
  routes(app) {
    serve(app, listFormulary, ({ db }) => formularyOf(db))

    serve(app, addFormularyMedicine, ({ create, body }) => {
      const values = valuesOf(body)
      const changes = Object.fromEntries(
        Object.entries(body).filter(([name, value]) => name !== 'name' && value !== null),
      )
      return create({
        writes: sql`inserted as (
          insert into formulary_medicine (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
          values (${sql.join(Object.values(values))}) returning *
        )`,
        select: sql<FormularyMedicine>`select ${columns} from inserted`,
        patient: null,
        moments: [],
        changes: sql`jsonb_build_object('added', made.name) || ${JSON.stringify(changes)}::jsonb`,
      })
    })

    serve(app, editFormularyMedicine, (call) =>
      editRecord(call, medicine, () => updateRow(call, 'formulary_medicine', valuesOf(call.body))),
    )

    serve(app, deleteFormularyMedicine, (call) => deleteRecord(call, medicine, 'formulary_medicine', {}))
  },
  live: { stale: { formulary: { formulary: always } } },
  constraints: {
    formulary_medicine_once: {
      code: 'name_taken',
      detail: 'This medicine is in the formulary already, for this route.',
      path: 'name',
    },
    formulary_at_most_1000: {
      code: 'formulary_full',
      detail: `The formulary holds ${mostFormularyMedicines} medicines at most. Remove some that are no longer used.`,
    },
    formulary_medicine_daily_at_least_single: refused('maxDailyDose'),
    formulary_medicine_per_kg_within_single: refused('maxDosePerKg'),
    formulary_medicine_child_within_single: refused('maxChildDose'),
  },
} satisfies Noun
