/** The audit trail, for the screens of other nouns. */
export { LateAccessedBy } from './late.tsx'
