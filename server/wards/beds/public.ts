/** Beds, for admissions. */
export {
  bedsOfUnit,
  bedsWithIds,
  lockBeds,
  setMaintenance,
  unitOfStay,
  updateBed,
} from './queries.ts'
export { bed, leavingUseRefusal, numberRefusal, patientsIn } from './refusals.ts'
