/** The hospital’s settings, for other screens. */
export { setupQuery } from './queries.ts'
export { setupStepNames, usePutOff } from './setup.ts'
