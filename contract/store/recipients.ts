import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Moment, text } from '../api/fields.ts'
import { Patient } from '../people/patients.ts'
import { readLabelCode } from '../search/labels.ts'
import { itemUnits } from './items.ts'

export const errors = {
  /** This user looked up more patients in a minute or an hour than anyone issues stock to. */
  too_many_lookups: 429,
} as const

/**
 * How many different patients one user can look up to issue stock to. The database enforces it
 * (`looks_in_minute_bounded`).
 */
export const mostLooks = { minute: 20, hour: 100 } as const

const mrnShape = /^\s*(?:MRN)?\s*(\d{4,9})\s*$/i

/**
 * A whole MRN in the format of records. Accepts 'mrn 1251' and '1251'; undefined for a partial MRN or anything else.
 */
export function readMrn(typed: string): string | undefined {
  const [, digits] = mrnShape.exec(typed) ?? []
  return digits && `MRN${digits}`
}

/** Whether this is a whole MRN or label code, so that it identifies one patient. */
export const isWholeCode = (typed: string) =>
  readMrn(typed) !== undefined || readLabelCode(typed) !== undefined

export const wholeCodeWanted = 'Enter the whole MRN, such as MRN1251, or scan the patient’s label'

/** Everything the store sees of the patient that stock is issued to. */
export const Recipient = Patient.pick({
  id: true,
  mrn: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  birthPrecision: true,
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
  // In the body, because logs keep URLs.
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

/** An issue to a patient or a return, as shown in the patient's record. */
export const PatientMovement = z.object({
  id: z.string(),
  inventoryItemId: z.string(),
  inventoryItemName: z.string(),
  unit: z.enum(itemUnits),
  /** The change in stock: negative for an issue to the patient. */
  quantity: z.number(),
  batchNumber: z.string(),
  /** The recorded allergy that it was issued against, and the reason. */
  allergy: z.string().nullable(),
  allergyReason: z.string().nullable(),
  recordedAt: Moment,
  recordedBy: z.string().nullable(),
})
export type PatientMovement = z.infer<typeof PatientMovement>

export const auditWords = {
  findRecipient: 'identity, to issue stock',
}
