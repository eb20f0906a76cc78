import { z } from 'zod'
import { Id } from './fields.ts'

/**
 * The kinds of record that an id in a body can refer to. The server refuses the id of another kind, or of a record that
 * is gone, with a 4xx that names the field. A test tries all of them at every endpoint.
 */
export const referents = {
  patient: 'a patient who is registered and alive',
  keptPatient: 'a patient whose record is not deleted',
  staff: 'an active account',
  doctor: 'an active member of staff who works as a doctor',
  appointment: 'an appointment',
  laterAppointment: 'an appointment of the same patient that is still to come',
  bed: 'a bed in use, not in maintenance and not removed',
  keptBed: 'a bed that is not removed',
  unit: 'a ward of the hospital’s own that is open',
  inventoryItem: 'an inventory item that is not deleted',
  batch: 'a batch of the inventory item that the request is about',
  supplier: 'a supplier in the list',
  storageLocation: 'a storage location in the list',
  clinic: 'an open clinic',
  identifierSystem: 'a system of identifiers that is not retired',
  payer: 'a payer that is not retired',
  itself: 'the record that the address names',
  countersignature: 'a countersignature of exactly this request, of the last two minutes, not used yet',
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

/** An optional reference: left out, empty and null are all null. */
export function optionalReference(referent: Referent) {
  return z
    .union([z.literal('').transform(() => null), Id.meta({ [refersTo]: referent }), z.null()])
    .optional()
    .transform((chosen) => chosen ?? null)
}
