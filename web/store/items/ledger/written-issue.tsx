import type { PatientMovement } from '../../../../contract/store/recipients.ts'
import type { EntryWords } from '../../../clinical/entries/public.ts'
import classes from '../stock/Stock.module.css'
import { amountOf } from '../words.ts'

/** An issue to a patient or a return, as the patient's record shows it. */
export function writtenIssue({
  inventoryItemName,
  quantity,
  unit,
  batchNumber,
  allergy,
  allergyReason,
}: PatientMovement): EntryWords {
  return {
    what: <bdi>{inventoryItemName}</bdi>,
    details: [
      <>
        {amountOf(Math.abs(quantity), unit)}, batch <bdi>{batchNumber}</bdi>
      </>,
      allergy && (
        <span className={classes.despite}>
          Issued despite allergy to <bdi>{allergy}</bdi>: <bdi>{allergyReason}</bdi>
        </span>
      ),
    ],
    isByOthers: true,
  }
}
