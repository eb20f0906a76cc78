import type { InventoryItem } from '../../../contract/store/items.ts'
import type { MovementForm } from '../../../contract/store/stock.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'

/** The ledger's record of one action, with one batch or several. */
export interface Booking {
  kind: MovementForm['kind']
  parts: readonly BatchPart[]
  reason: string | null
  cause?: 'EXPIRED' | 'DAMAGED' | null
  ward?: string | null
  patientId?: string | null
  allergy?: string | null
  allergyReason?: string | null
  countersignature?: string | null
}

/** `quantity` is the change to the batch: negative takes stock out. */
export interface BatchPart {
  batchId: string
  quantity: number
}

/** Turns a violated constraint of the ledger into a message for the person who moves the item. */
export function bookingRefusal(
  error: unknown,
  { name, unit }: InventoryItem,
  { kind, ward, patientId }: Pick<Booking, 'kind' | 'ward' | 'patientId'>,
): unknown {
  switch (violatedConstraint(error)) {
    case 'batch_never_below_zero':
    case 'item_never_below_zero':
      return new Refusal('not_enough_stock', `Not enough ${name} in this batch. Nothing was saved.`, {
        errors: [{ path: 'quantity', message: 'More than is in stock' }],
      })
    case 'movement_balance_bounded':
      return invalidField(
        'quantity',
        `The quantity of ${name} would exceed 999,999,999 ${unit}. Nothing was saved.`,
      )
    case 'item_value_bounded':
    case 'movement_worth_bounded':
      return invalidField(
        'quantity',
        `The stock of ${name} would be worth more than 999,999,999,999.99. Check quantity and cost.`,
      )
    case 'movement_not_expired':
      return new Refusal(
        'stock_expired',
        `This batch of ${name} has expired and can’t be issued. Dispose of it.`,
      )
    case 'movement_batch_of_item':
    case 'stock_movement_batch_id_fkey':
      return notABatch()
    case 'movement_needs_patient':
      return invalidField(
        'patientId',
        kind === 'RETURN'
          ? 'This patient’s record has been removed, or the patient has died. Return it without a patient.'
          : 'This patient’s record has been removed, or the patient has died.',
      )
    case 'movement_returns_what_was_issued': {
      const recipient = patientId ? ' to this patient' : ward ? ' to this ward' : ''
      const sentence = `Less of ${name} was issued from this batch${recipient}, or it has already been returned. Nothing was saved.`
      return new Refusal('over_returned', sentence, { errors: [{ path: 'quantity', message: sentence }] })
    }
    default:
      return error
  }
}

export function notABatch(): Refusal {
  return invalidField('batchId', 'This is not a batch of this item')
}
