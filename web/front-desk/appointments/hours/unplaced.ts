import { ApiError } from '../../../ground/client/api.ts'

const codes = new Set(['outside_hours', 'doctor_away', 'session_full'])

/** Whether a booking was refused for want of a place in the doctor's hours; with a reason it is booked all the same. */
export function isUnplaced(error: unknown): error is ApiError {
  return error instanceof ApiError && codes.has(error.problem.code)
}
