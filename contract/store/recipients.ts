import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Moment, text } from '../api/fields.ts'
import { itemUnits } from '../inventory-items.ts'
import { Patient } from '../patients.ts'
import { readLabelCode } from '../search/labels.ts'

export const errors = {
  /** More patients were looked up in a minute or an hour than anybody issues stock to. */
  too_many_lookups: 429,
} as const

/** As many different patients can one person look up, to issue stock to. The database keeps it so (`looks_in_minute_bounded`). */
export const mostLooks = { minute: 20, hour: 100 } as const

const mrnShape = /^\s*(?:MRN)?\s*(\d{4,9})\s*$/i

/** A whole MRN as records have it, 'mrn 1251' and '1251' included; undefined for a part of one, and for all else. */
export function readMrn(typed: string): string | undefined {
  const [, digits] = mrnShape.exec(typed) ?? []
  return digits && `MRN${digits}`
}

/** Whether this is the whole of an MRN or of a label's code, so that it means one patient. */
export const isWholeCode = (typed: string) =>
  readMrn(typed) !== undefined || readLabelCode(typed) !== undefined

export const wholeCodeWanted = 'Enter the whole MRN, such as MRN1251, or scan the patient’s label'

/** What the store sees of the one patient that stock is issued to, and nothing else. */
export const Recipient = Patient.pick({
  id: true,
  mrn: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  allergens: true,
})
export type Recipient = z.infer<typeof Recipient>

export const findRecipient = endpoint({
  name: 'findRecipient',
  summary:
    'The one patient to issue stock to or take it back from, by a whole MRN or the code of a label. Each look is an access to that patient on record; 20 different patients a minute and 100 an hour at most (429 `too_many_lookups`)',
  method: 'POST',
  path: '/inventory/recipients',
  permission: 'inventory.dispense',
  kind: 'read',
  namesPatients: true,
  // In the body: addresses are kept in logs.
  body: z.strictObject({ code: text(100, wholeCodeWanted).refine(isWholeCode, wholeCodeWanted) }),
  reply: Recipient,
  errors: [
    'too_many_lookups',
    'label_unknown',
    'label_of_removed_patient',
    'label_of_other_hospital',
    'patient_deceased',
  ],
})

/** What the store issued to a patient or took back, as the patient's record tells it. */
export const PatientMovement = z.object({
  id: z.string(),
  inventoryItemId: z.string(),
  inventoryItemName: z.string(),
  unit: z.enum(itemUnits),
  /** What it added to the stock; negative went to the patient. */
  quantity: z.number(),
  batchNumber: z.string(),
  /** The recorded allergy against which it was issued, and why. */
  allergy: z.string().nullable(),
  allergyReason: z.string().nullable(),
  recordedAt: Moment,
  recordedBy: z.string().nullable(),
})
export type PatientMovement = z.infer<typeof PatientMovement>
