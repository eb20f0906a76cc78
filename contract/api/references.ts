import { z } from 'zod'
import { Id } from './fields.ts'

/**
 * What an id in a body can mean, and so what the server refuses it for with a 4xx that names the field: everything
 * else that has an id, and of this kind what is gone. A test walks every endpoint and tries all of it.
 */
export const referents = {
  patient: 'a patient who is registered and alive',
  doctor: 'an active member of staff who works as a doctor',
  bed: 'a bed in use, not in maintenance and not removed',
  inventoryItem: 'an inventory item that is not deleted',
  batch: 'a batch of the inventory item that the request is about',
  supplier: 'a supplier in the list',
  storageLocation: 'a storage location in the list',
  itself: 'the record that the address names',
  purchaseOrderLine: 'a line of the purchase order that the request is about',
} as const
export type Referent = keyof typeof referents

/** The name under which a field's JSON Schema says what its id refers to. */
export const refersTo = 'x-refers-to'

/** An id that says what it refers to. `required` is what stands beside the field when nothing was chosen. */
export function reference(referent: Referent, required: string) {
  return z
    .guid(required)
    .toLowerCase()
    .meta({ [refersTo]: referent })
}

/** The same where nothing need be chosen: left out, empty and null are null. */
export function optionalReference(referent: Referent) {
  return z
    .union([z.literal('').transform(() => null), Id.meta({ [refersTo]: referent }), z.null()])
    .optional()
    .transform((chosen) => chosen ?? null)
}
