/** What admissions do with beds. */
export {
  bedById,
  lockBeds,
  patientIdentity,
  setMaintenance,
  updateBed,
} from './queries.ts'
export { foundBed, leavingUseRefusal, numberRefusal, patientsIn } from './refusals.ts'
