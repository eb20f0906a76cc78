/** The hospital's shifts, for the screens of wards. */
export { shiftsQuery } from './queries.ts'
export { ShiftList } from './ShiftList.tsx'
