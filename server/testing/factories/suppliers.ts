import type { z } from 'zod'
import { addSupplier, type Supplier, type SupplierForm } from '../../../contract/store/suppliers.ts'
import type { Client } from '../client.ts'

let made = 0

export async function givenSupplier(
  keeper: Client,
  fields: Partial<z.input<typeof SupplierForm>> = {},
): Promise<Supplier> {
  made++
  return (await keeper.call(addSupplier, { body: { name: `Harbour Medical ${made}`, ...fields } })).body
}
