/** Beds, for admissions. */
export {
  bedsOfUnit,
  bedsWithIds,
  lockBeds,
  setMaintenance,
  updateBed,
} from './queries.ts'
export { bed, leavingUseRefusal, numberRefusal, patientsIn } from './refusals.ts'
