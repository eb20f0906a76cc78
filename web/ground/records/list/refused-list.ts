import { ApiError } from '../../client/api.ts'

const shownRefusals = ['too_many_to_print', 'export_running', 'exports_busy']

/** The sentence of a refusal that says why a whole list was not made; undefined for every other failure. */
export function ownWords(error: unknown): string | undefined {
  return error instanceof ApiError && shownRefusals.includes(error.problem.code) ? error.message : undefined
}
