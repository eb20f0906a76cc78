import type * as formulary from '../../contract/formulary/formulary.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, idIn, one, type People } from '../testing/example.ts'
import { givenMedicine, medicineForm } from './factories.ts'

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
