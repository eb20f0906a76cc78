/** What other screens use of the hospital’s settings. */
export { setupQuery } from './queries.ts'
export { setupStepNames, usePutOff } from './setup.ts'
