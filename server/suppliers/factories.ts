import { addSupplier, type Supplier } from '../../contract/suppliers.ts'
import type { Client } from '../testing/client.ts'

let made = 0

export async function givenSupplier(keeper: Client): Promise<Supplier> {
  made++
  return (await keeper.call(addSupplier, { body: { name: `Harbour Medical ${made}` } })).body
}
