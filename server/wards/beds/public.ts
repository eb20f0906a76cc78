/** Beds, for admissions. */
export {
  bedsOfUnit,
  bedsWithIds,
  giveSexRuleReason,
  lockBeds,
  setMaintenance,
  unitIdOfStay,
  unitOfStay,
  updateBed,
} from './queries.ts'
export { bed, leavingUseRefusal, numberRefusal, patientsIn, sexRuleRefusal } from './refusals.ts'
