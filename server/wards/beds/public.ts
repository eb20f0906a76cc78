/** Beds, for admissions. */
export {
  bedsOfUnit,
  bedsWithIds,
  lockBeds,
  setMaintenance,
  unitIdOfStay,
  unitOfStay,
  updateBed,
} from './queries.ts'
export { bed, leavingUseRefusal, numberRefusal, patientsIn } from './refusals.ts'
