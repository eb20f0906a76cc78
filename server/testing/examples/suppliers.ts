import type * as suppliers from '../../contract/suppliers.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, idIn, one, type People } from '../testing/example.ts'
import { givenSupplier } from './factories.ts'

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
