import type * as suppliers from '../../../../contract/store/suppliers.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenSupplier } from '../../factories/suppliers.ts'

export function examples({ inventory_manager: keeper }: People): Examples<typeof suppliers> {
  return {
    listSuppliers: async () => example(keeper),
    addSupplier: async () =>
      example(keeper, { body: { name: `Supplier ${Math.random()}` } }, { subject: idIn }),
    editSupplier: async () => {
      const supplier = await givenSupplier(keeper)
      const body = { name: `${supplier.name}, renamed`, contact: 'orders@harbour.example' }
      return example(keeper, { ...one(supplier), body }, { subject: supplier.id, ...ifMatch(supplier) })
    },
    deleteSupplier: async () => {
      const supplier = await givenSupplier(keeper)
      return example(keeper, one(supplier), { subject: supplier.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editSupplier: () => ({
    name: `Meridian Medical ${made++}`,
    contact: '+44 20 7946 0000',
    email: `orders${made}@meridian.test`,
  }),
}
