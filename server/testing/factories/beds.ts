import type { z } from 'zod'
import { addBed, type Bed, type BedForm } from '../../../contract/wards/beds.ts'
import type { Client } from '../client.ts'

let beds = 0

/** Adds a bed through the API, with a number that none has. */
export async function givenBed(admin: Client, changed: Partial<z.input<typeof BedForm>> = {}): Promise<Bed> {
  beds++
  return (await admin.call(addBed, { body: { bedNumber: `T-${beds}`, ward: 'GENERAL', ...changed } })).body
}
