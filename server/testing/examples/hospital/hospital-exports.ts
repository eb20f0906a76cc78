import type * as hospitalExports from '../../../../contract/hospital/hospital-exports.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { givenConfirmedExport } from '../../factories/hospital-exports.ts'

export function examples({ admin }: People): Examples<typeof hospitalExports> {
  return {
    listHospitalExports: async () => example(admin),
    downloadHospitalExport: async () => {
      const confirmed = await givenConfirmedExport(admin)
      return example(admin, { ...one(confirmed), body: { passphrase: null } }, { subject: confirmed.id })
    },
  }
}
