import { ApiError } from '../client/api.ts'
import { toast } from '../ui/toast.tsx'
import { changeWords } from './edit/differences.ts'

/**
 * The sentence for an act that failed: the server's, or `otherwise` when it gave none. Where it wasn't reached, `undone`
 * says what did not happen.
 */
export function sentenceOf(error: unknown, otherwise: string, undone?: string): string {
  if (!(error instanceof ApiError)) return otherwise
  if (error.status === 0) return undone ? refusedAct(error, undone) : otherwise
  return error.status === 401 ? 'Authentication required' : error.message || otherwise
}

/** Why a click did nothing. `undone` says what did not happen: 'Not added to the queue'. */
export function refusedAct(error: unknown, undone: string): string {
  if (!(error instanceof ApiError))
    return `${undone}: ${error instanceof Error ? error.message : String(error)}`
  if (error.status === 0)
    return `${undone}: no connection${error.wasSent ? '. Try again: nothing is done twice.' : ''}`
  // A rule says itself what it forbids.
  return error.status === 409 ? error.message : `${undone}. ${error.message}`
}

/**
 * Says why a form was refused: what is wrong with fields stands beside them (false), anything else is a message of its
 * own (true). Without an answer the form says what to do about it, too (false).
 */
export function refusedBy(otherwise: string): (error: Error) => boolean {
  return (error) => {
    if (error instanceof ApiError && error.problem.errors?.length) return false
    toast.error(sentenceOf(error, otherwise))
    return error instanceof ApiError && error.status !== 0
  }
}

/** Says that a form failed, whatever was refused; why stands beside a field, or in the form's summary. */
export function failedWith(sentence: string): (error: Error) => boolean {
  return (error) => {
    if (!(error instanceof ApiError && error.problem.errors?.length)) toast.error(sentence)
    return false
  }
}

/** Why something that is saved at once was not; after somebody else's change (412) it is to be chosen again. */
export function refusalWords(error: unknown, what: string, timeZone: string): string {
  if (error instanceof ApiError && error.status === 412) {
    return `${changeWords(error.problem, what, timeZone)}. This is the latest version. Choose again.`
  }
  return refusedAct(error, 'Not saved')
}
