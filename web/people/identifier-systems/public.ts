/** Identifier systems, for the screens of patients and the settings. */
export { LateSystemsSection } from './late.tsx'
export { identifierSystemsQuery } from './queries.ts'
