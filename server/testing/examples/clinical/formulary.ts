import type * as formulary from '../../../../contract/clinical/formulary/formulary.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenMedicine, medicineForm } from '../../factories/formulary.ts'

export function examples({ admin, doctor }: People): Examples<typeof formulary> {
  return {
    listFormulary: async () => example(doctor),
    addFormularyMedicine: async () =>
      example(admin, { body: medicineForm({ maxDosePerKg: '2', maxDailyDose: '400' }) }, { subject: idIn }),
    editFormularyMedicine: async () => {
      const medicine = await givenMedicine(admin)
      const body = { maxDose: '200', maxDailyDose: '800' }
      return example(admin, { ...one(medicine), body }, { subject: medicine.id, ...ifMatch(medicine) })
    },
    deleteFormularyMedicine: async () => {
      const medicine = await givenMedicine(admin)
      return example(admin, one(medicine), { subject: medicine.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editFormularyMedicine: () => ({
    name: `Quinora ${made++}`,
    route: 'ORAL',
    unit: 'MICROGRAM',
    maxDose: '90',
    maxDailyDose: '180',
    maxDosePerKg: '2.5',
    maxChildDose: '60',
  }),
}
