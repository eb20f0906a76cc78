/** What other screens use of the hospital’s settings. */
export { settingsQuery, setupQuery } from './queries.ts'
export { setupStepNames, usePutOff } from './setup.ts'
