import { changeMedication, prescribeMedication } from '../contract/clinical/medications.ts'
import { mergePatients } from '../contract/people/duplicates/merges.ts'
import { moveStock } from '../contract/store/stock.ts'
import type { SignedBodies } from './ground/sign-in/own/countersign.ts'

/** The acts that a second person countersigns, as their own endpoints read them. */
export const signedBodies: SignedBodies = {
  prescribeMedication: prescribeMedication.body,
  changeMedication: changeMedication.body,
  moveStock: moveStock.body,
  mergePatients: mergePatients.body,
}
