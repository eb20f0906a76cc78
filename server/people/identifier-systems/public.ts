export {
  type FoundIdentifier,
  type GivenIdentifier,
  heldBy,
  requireFitting,
  requireFree,
  takenConstraints,
} from './held.ts'
export { openSystems } from './queries.ts'
