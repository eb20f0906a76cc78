/** Imports, for the settings. */
export { ImportsSection } from './ImportsSection.tsx'
