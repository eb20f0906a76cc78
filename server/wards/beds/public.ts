/** Beds, for admissions. */
export {
  lockBeds,
  setMaintenance,
  updateBed,
} from './queries.ts'
export { bed, leavingUseRefusal, numberRefusal, patientsIn } from './refusals.ts'
