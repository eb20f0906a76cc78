import type { z } from 'zod'
import {
  addFormularyMedicine,
  type FormularyForm,
  type FormularyMedicine,
} from '../../../contract/clinical/formulary/formulary.ts'
import type { Client } from '../client.ts'

let made = 0

export function medicineForm(form: Partial<z.input<typeof FormularyForm>> = {}) {
  made++
  // Letters only, because a number in a name could be read as a strength.
  const name = `Medicin${[...String(made)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  return { name, unit: 'MG', maxDose: '100', ...form } satisfies z.input<typeof FormularyForm>
}

export async function givenMedicine(
  admin: Client,
  form: Partial<z.input<typeof FormularyForm>> = {},
): Promise<FormularyMedicine> {
  return (await admin.call(addFormularyMedicine, { body: medicineForm(form) })).body
}
