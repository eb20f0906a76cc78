/** The hospital's shifts, for the screens of wards. */
export { shiftsQuery, shiftTimes } from './queries.ts'
export { ShiftList } from './ShiftList.tsx'
