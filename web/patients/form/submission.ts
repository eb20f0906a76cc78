import { ApiError } from '../../client/api.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Says why a patient was not saved: what is wrong with fields stands beside them (false), anything else is a message
 * of its own (true). Without an answer the form says what to do about it (false).
 */
export function submissionFailed(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status === 0) {
    toast.error('Submission failed')
    return false
  }
  if (error.problem.errors?.length) return false
  toast.error(error.message || 'Submission failed')
  return true
}
