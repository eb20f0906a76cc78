import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  type FormularyForm,
  type FormularyMedicine,
  mostFormularyMedicines,
} from '../../../contract/clinical/formulary/formulary.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { EditOf } from '../../ground/records/record.ts'

export const columns: RawBuilder<FormularyMedicine> = sql`
  id, name, route, unit, max_dose as "maxDose", max_daily_dose as "maxDailyDose", max_dose_per_kg as "maxDosePerKg",
  max_child_dose as "maxChildDose", version`

/** The whole formulary, by name. */
export async function formulary(db: Database): Promise<FormularyMedicine[]> {
  const { rows } = await sql<FormularyMedicine>`
    select ${columns} from formulary_medicine order by fold(name), route nulls first, id
    limit ${sql.lit(mostFormularyMedicines)}
  `.execute(db)
  return rows
}

export async function medicineById(db: Database, id: string): Promise<FormularyMedicine | undefined> {
  const { rows } = await sql<FormularyMedicine>`
    select ${columns} from formulary_medicine where id = ${id}
  `.execute(db)
  return rows[0]
}

type Fields = z.output<typeof FormularyForm>

/** The columns as the form has them, or only those that an edit names. */
export function valuesOf(fields: EditOf<Fields>) {
  return {
    name: fields.name,
    route: fields.route,
    unit: fields.unit,
    max_dose: fields.maxDose,
    max_daily_dose: fields.maxDailyDose,
    max_dose_per_kg: fields.maxDosePerKg,
    max_child_dose: fields.maxChildDose,
  }
}
