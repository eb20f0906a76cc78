import { type InventoryItem } from '../../../../contract/store/items.ts'
import { type MovementKind } from '../../../../contract/store/kinds.ts'
import { MovementForm } from '../../../../contract/store/stock.ts'
import type { Ward } from '../../../../contract/wards/wards.ts'
import { typedForm } from '../../../ground/records/form/typed.ts'
import { readAmount } from '../words.ts'

/** The form values of the movement dialog. */
export interface MovementValues {
  kind: MovementKind
  quantity: string
  /** Empty: what expires first. */
  batchId: string
  batchNumber: string
  /** yyyy-mm-dd once understood, what was typed until then. */
  expiryDate: string
  cost: string
  supplierId: string | null
  recipient: 'ward' | 'patient'
  ward: Ward | null
  /** The typed or scanned patient code, and the patient's id once looked up. */
  patientCode: string
  patientId: string | null
  /** Why it is issued despite a recorded allergy. */
  allergyReason: string
  cause: 'EXPIRED' | 'DAMAGED' | null
  /** For an adjustment: the counted quantity, and the recorded one then; null before that is known. */
  counted: string
  onRecord: number | null
  reason: string
  /** Stays the same on every attempt, so that one form never moves stock twice. */
  attemptKey: string
}

export function blankMovement(kind: MovementKind, item: InventoryItem, attemptKey: string): MovementValues {
  return {
    kind,
    quantity: '',
    batchId: '',
    batchNumber: '',
    expiryDate: '',
    cost: kind === 'RECEIVE' ? item.cost.toFixed(2) : '',
    supplierId: kind === 'RECEIVE' ? item.supplierId : null,
    recipient: 'ward',
    ward: null,
    patientCode: '',
    patientId: null,
    allergyReason: '',
    cause: null,
    counted: '',
    onRecord: null,
    reason: '',
    attemptKey,
  }
}

function bodyOf(values: MovementValues): unknown {
  const { kind, batchId, reason } = values
  const quantity = readAmount(values.quantity)
  const destination = values.recipient === 'ward' ? { ward: values.ward } : { patientId: values.patientId }
  switch (kind) {
    case 'RECEIVE': {
      const { batchNumber, expiryDate, supplierId } = values
      const cost = readAmount(values.cost)
      return { kind, quantity, batchNumber, expiryDate, cost, supplierId, reason }
    }
    case 'ISSUE': {
      const { recipient, allergyReason } = values
      const despite = recipient === 'patient' ? { allergyReason } : {}
      return { kind, quantity, batchId: batchId || null, ...destination, ...despite, reason }
    }
    case 'RETURN':
      return { kind, quantity, batchId, ...destination, reason }
    case 'ADJUST':
      return { kind, counted: readAmount(values.counted), onRecord: values.onRecord, batchId, reason }
    case 'DISPOSE':
      return { kind, quantity, batchId, cause: values.cause, reason }
  }
}

export const movementSchema = typedForm(
  MovementForm,
  bodyOf,
  ({ kind, expiryDate }) => (kind === 'RECEIVE' ? [['expiryDate', expiryDate]] : []),
  // The quantity on record belongs to the batch.
  (path) => (path[0] === 'onRecord' ? ['batchId'] : path),
)

/** The body for the values. @throws ZodError for values that were not validated */
export function movementOf(values: MovementValues): MovementForm {
  return MovementForm.parse(bodyOf(values))
}
