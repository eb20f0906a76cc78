/** The calendar feed of a doctor, for the settings of one's own account. */
export { LateFeedSection } from './late.tsx'
